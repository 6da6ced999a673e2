import { expect, it } from 'vitest'
import { takesLinearTime } from '#tests/support/measure-time.ts'
import { getDeviceName } from './device-name.ts'

const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit'
const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'

it('names the browser and the system', () => {
  const names: [string, string][] = [
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36`, 'Chrome on Windows'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/141.0.0.0 Safari/537.36 Edg/141.0`, 'Edge on Windows'],
    [`${MAC}/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`, 'Safari on Mac'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1', 'Safari on iPhone'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${WEBKIT} Chrome/141.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ]
  for (const [userAgent, name] of names) expect(getDeviceName(userAgent)).toBe(name)
})

it('says that it does not know a device', () => {
  expect(getDeviceName('Mozilla/5.0 (Windows NT 10.0)')).toBe('A browser on Windows')
  expect(getDeviceName('curl/8.5.0')).toBe('Unknown device')
  expect(getDeviceName('')).toBe('Unknown device')
})

it.each(['Version/1', 'Version/', '1', '.', ' ', 'Safari/', 'Edg', 'Mac OS X', 'Mozilla/5.0 ('])(
  'reads a very long User-Agent of %j in linear time',
  (part) => {
    for (const start of ['', 'Version/'])
      expect(takesLinearTime((count) => getDeviceName(start + part.repeat(count)), 60_000)).toBe(true)
  },
)
