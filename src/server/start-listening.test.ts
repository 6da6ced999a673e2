import { expect, it } from 'vitest'
import { describeListenError } from './start-listening.ts'

const listenAddress = { host: '127.0.0.1', port: 80 }

it('names the setting at fault and says what to do', () => {
  expect(describeListenError('EADDRINUSE', listenAddress)).toMatch(/Port 80 at 127\.0\.0\.1 is already in use.*set PORT/)
  expect(describeListenError('EACCES', listenAddress)).toMatch(/Port 80 needs a special permission.*Set PORT to 1024/)
  for (const code of ['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'])
    expect(describeListenError(code, listenAddress)).toMatch(/^HOST is 127\.0\.0\.1, which isn’t .* Set it to/)
})

it('returns undefined for other errors', () => {
  for (const code of ['EMFILE', undefined]) expect(describeListenError(code, listenAddress)).toBeUndefined()
})
