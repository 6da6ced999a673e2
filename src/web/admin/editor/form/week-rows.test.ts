import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ALL_DAY, type DayHours, days, openingHours, readWeek } from '../../../../contract/grammar/opening-hours.ts'
import { problemOf, rowsOf, textOf, withBreak, withoutBreak, withTime, withWeekdaysAlike } from './week-rows.ts'

const usual = rowsOf(readWeek('Mon-Sat 9am-8pm, Sunday closed') ?? {})

test('rows that nobody touched say the same week', () => {
  const hours = fc.constantFrom<DayHours>('closed', 'byAppointment', [ALL_DAY], [{ opens: '08:30', closes: '24:00' }])
  const weeks = fc.record(Object.fromEntries(days.map((day) => [day, hours])), { requiredKeys: ['Friday'] })
  fc.assert(
    fc.property(weeks, (week) => {
      expect(readWeek(textOf(rowsOf(week)))).toEqual(week)
    }),
  )
})

test('a break lies around noon, and taking it away gives the day back', () => {
  const withOne = withBreak(usual.Monday)
  expect(textOf({ ...usual, Monday: withOne })).toBe('Monday 9am-12pm and 1pm-8pm, Tue-Sat 9am-8pm, Sunday closed')
  expect(withoutBreak(withOne, 1)).toEqual(usual.Monday)
})

test('an evening’s second part has to be filled in, and until then the text is none that could be saved', () => {
  const evening = withBreak({ state: 'open', shifts: [{ opens: '17:00', closes: '20:00' }] })
  expect(problemOf(evening)).toBe('Fill in both times.')
  expect(openingHours('Hours').safeParse(textOf({ ...usual, Monday: evening })).success).toBe(false)
  const filled = withTime(withTime(evening, 1, 'opens', '21:00'), 1, 'closes', '00:00')
  expect(textOf({ ...usual, Monday: filled })).toBe('Monday 5pm-8pm and 9pm-12am, Tue-Sat 9am-8pm, Sunday closed')
})

test('times that end before they begin are said to, in the row', () => {
  expect(problemOf(withTime(usual.Monday, 0, 'closes', '08:00'))).toBe('The end must come after the beginning.')
})

test('a day that is closed for a moment keeps its times', () => {
  const closed = { ...usual.Monday, state: 'closed' as const }
  expect(textOf({ ...usual, Monday: { ...closed, state: 'open' } })).toBe(textOf(usual))
})

test('Monday’s hours become those of all weekdays, and the weekend keeps its own', () => {
  const rows = withWeekdaysAlike({ ...usual, Monday: withTime(usual.Monday, 0, 'opens', '10:00') })
  expect(textOf(rows)).toBe('Mon-Fri 10am-8pm, Saturday 9am-8pm, Sunday closed')
})
