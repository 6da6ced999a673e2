import { expect, it } from 'vitest'
import { parseOpeningHours } from '../core/opening-hours.ts'
import { countHoursToAnswer } from './answer-deadline.ts'

const WEEK = 'Mon-Fri 9am-5pm, Saturday closed'

/** The times are of Chicago, November 2026. The 27th is a Friday. */
function count(sent: string, now: string, { hours = WEEK, businessDays = 1 } = {}): number {
  const promise = { hours: parseOpeningHours(hours), timeZone: 'America/Chicago', businessDays }
  return countHoursToAnswer(Date.parse(`${sent}-06:00`), promise, Date.parse(`${now}-06:00`))
}

it.each([
  ['2026-11-24T10:00', '2026-11-24T10:00', 8, 'the next day at the same time'],
  ['2026-11-24T10:00', '2026-11-25T09:30', 0.5, 'the same next morning'],
  ['2026-11-24T10:00', '2026-11-25T12:00', -2, 'two hours late'],
  ['2026-11-27T16:00', '2026-11-28T12:00', 7, 'the weekend doesn’t count'],
  ['2026-11-28T12:00', '2026-11-28T12:00', 8, 'a message of Saturday counts from Monday morning'],
  ['2026-11-27T20:00', '2026-11-30T08:00', 8, 'a message of Friday evening counts from Monday morning'],
  ['2026-11-24T10:00', '2026-11-30T09:00', -(7 + 8 + 8), 'late over a weekend'],
])('of a message of %s, at %s, leaves %d opening hours: %s', (sent, now, hours) => {
  expect(count(sent, now)).toBe(hours)
})

it('takes the promised number of business days', () => {
  expect(count('2026-11-24T10:00', '2026-11-24T10:00', { businessDays: 3 })).toBe(24)
})

it('counts breaks, midnight and a shorter day', () => {
  expect(count('2026-11-23T10:00', '2026-11-23T10:00', { hours: 'Mon-Tue 9am-12pm and 1pm-5pm' })).toBe(7)
  expect(count('2026-11-24T23:00', '2026-11-24T23:00', { hours: 'Mon-Sun 8pm-12am' })).toBe(4)
  expect(count('2026-11-27T16:00', '2026-11-28T10:00', { hours: 'Mon-Fri 9am-5pm, Saturday 10am-12pm' })).toBe(2)
})

it('keeps office hours for a text without a week, and for a week without hours', () => {
  for (const hours of ['Call any time', 'Mon-Fri by appointment'])
    expect(count('2026-11-27T16:00', '2026-11-28T12:00', { hours })).toBe(7)
})

it('counts by the clock on the day the clocks change', () => {
  const promise = { hours: parseOpeningHours('Sat-Sun 12am-12pm'), timeZone: 'America/Chicago', businessDays: 1 }
  // On November 1, 2026, the hour from 1 to 2 comes twice.
  expect(countHoursToAnswer(Date.parse('2026-10-31T06:00-05:00'), promise, Date.parse('2026-10-31T06:00-05:00'))).toBe(12)
})

it('counts an old message as sixty days late at most', () => {
  const late = count('2020-01-01T10:00', '2026-11-24T10:00')
  expect(late).toBeLessThan(-300)
  expect(late).toBeGreaterThan(-60 * 8)
})
