import { expect, test } from 'vitest'
import {
  formatOrderDate,
  getCalendarMonthStart,
  listMonthsUpTo,
  shiftMonth,
  toBusinessDay,
  toBusinessMonth,
} from './business-calendar.ts'
import { formatDateTime, formatDateTimeWithZone, formatDateWithWeekday, formatTimeWithSeconds } from './format-date-time.ts'

const [NEW_YORK, TOKYO] = ['America/New_York', 'Asia/Tokyo']

test('formats the last evening of a year in New York as the first morning of the next year in Tokyo', () => {
  const at = Date.UTC(2027, 0, 1, 3, 30)
  const all = (zone: string) => [
    toBusinessDay(zone, at),
    toBusinessMonth(zone, at),
    formatOrderDate(zone, at),
    formatDateTime(zone, at),
  ]
  expect(all(NEW_YORK)).toEqual(['2026-12-31', '2026-12', '12/31/2026', 'Dec 31, 2026, 10:30 PM'])
  expect(all(TOKYO)).toEqual(['2027-01-01', '2027-01', '01/01/2027', 'Jan 1, 2027, 12:30 PM'])
})

test('names the zone of a moment, in summer and in winter', () => {
  expect(formatDateTimeWithZone(NEW_YORK, Date.UTC(2026, 6, 1, 12))).toBe('Jul 1, 2026, 8:00 AM EDT')
  expect(formatDateTimeWithZone(NEW_YORK, Date.UTC(2026, 11, 1, 13))).toBe('Dec 1, 2026, 8:00 AM EST')
})

test('writes a long day and a time with seconds in American formats', () => {
  const at = Date.UTC(2026, 10, 23, 23, 0, 5)
  expect([formatDateWithWeekday(NEW_YORK, at), formatTimeWithSeconds(NEW_YORK, at)]).toEqual([
    'Monday, November 23, 2026',
    '6:00:05 PM',
  ])
})

test('begins a month at its first midnight, even if clocks change in that month', () => {
  expect(new Date(getCalendarMonthStart(NEW_YORK, '2026-11')).toISOString()).toBe('2026-11-01T04:00:00.000Z')
  expect(new Date(getCalendarMonthStart(NEW_YORK, '2026-12')).toISOString()).toBe('2026-12-01T05:00:00.000Z')
  for (const zone of [NEW_YORK, TOKYO, 'UTC', 'Australia/Lord_Howe'])
    for (const month of listMonthsUpTo('2027-02', 24)) {
      const start = getCalendarMonthStart(zone, month)
      expect([toBusinessMonth(zone, start), toBusinessMonth(zone, start - 1)]).toEqual([month, shiftMonth(month, -1)])
    }
})

test('lists months across the new year, oldest first', () => {
  expect(listMonthsUpTo('2026-02', 4)).toEqual(['2025-11', '2025-12', '2026-01', '2026-02'])
})
