import { expect, test } from 'vitest'
import { formatDateTimeWithFullZone } from './format-date-time.ts'
import { parseLocalTime } from './parse-local-time.ts'

const toIsoTime = (local: string, zone: string) => {
  const at = parseLocalTime(local, zone)
  return at === undefined ? undefined : new Date(at).toISOString()
}

test.each([
  ['2026-12-24T18:00', 'UTC', '2026-12-24T18:00:00.000Z'],
  ['2026-12-24T18:00', 'Europe/Berlin', '2026-12-24T17:00:00.000Z'],
  ['2026-07-01T09:30', 'America/New_York', '2026-07-01T13:30:00.000Z'],
  ['2026-01-01T00:00', 'Pacific/Kiritimati', '2025-12-31T10:00:00.000Z'],
  ['2026-06-01T12:00', 'Asia/Kathmandu', '2026-06-01T06:15:00.000Z'],
])('%s in %s is %s', (local, zone, expected) => {
  expect(toIsoTime(local, zone)).toBe(expected)
})

test('reads an hour that clocks show twice as the first one, and moves a skipped hour forward', () => {
  expect(toIsoTime('2026-10-25T02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  expect(toIsoTime('2026-03-29T02:30', 'Europe/Berlin')).toBe('2026-03-29T01:30:00.000Z')
  expect(toIsoTime('2026-03-29T01:59', 'Europe/Berlin')).toBe('2026-03-29T00:59:00.000Z')
  expect(toIsoTime('2026-03-29T03:00', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z')
})

// The screen shows the full zone name, so the owner sees which of two equal hours was chosen.
test.each([
  ['2026-10-25T02:30', 'Europe/Berlin', 'Oct 25, 2026, 2:30 AM Central European Summer Time'],
  ['2026-10-25T03:00', 'Europe/Berlin', 'Oct 25, 2026, 3:00 AM Central European Standard Time'],
  ['2026-03-29T02:30', 'Europe/Berlin', 'Mar 29, 2026, 3:30 AM Central European Summer Time'],
  ['2026-11-01T01:30', 'America/New_York', 'Nov 1, 2026, 1:30 AM Eastern Daylight Time'],
  ['2027-03-14T02:30', 'America/New_York', 'Mar 14, 2027, 3:30 AM Eastern Daylight Time'],
])('%s chosen in %s is formatted as %s', (local, zone, said) => {
  expect(formatDateTimeWithFullZone(zone, parseLocalTime(local, zone) ?? 0)).toBe(said)
})

test('returns undefined for an invalid date or time zone', () => {
  for (const local of ['', 'tomorrow', '2026-13-40T99:00', '2026-12-24', '2026-12-24T18:00Z'])
    expect(toIsoTime(local, 'UTC')).toBeUndefined()
  for (const zone of ['', 'Mars/Olympus', '../../etc']) expect(toIsoTime('2026-12-24T18:00', zone)).toBeUndefined()
})
