import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ALL_DAY, type DayHours, daysOfWeek, openingHoursSchema, parseWeeklyHours } from '#contract/core/opening-hours.ts'
import {
  addBreak,
  buildOpeningHoursText,
  copyMondayToWeekdays,
  findHoursRowProblem,
  mergeShiftWithPrevious,
  setShiftTime,
  toHoursEditorRows,
} from './hours-rows.ts'

const usualRows = toHoursEditorRows(parseWeeklyHours('Mon-Sat 9am-8pm, Sunday closed') ?? {})

test('formats untouched rows as the same week', () => {
  const hours = fc.constantFrom<DayHours>('closed', 'byAppointment', [ALL_DAY], [{ opens: '08:30', closes: '24:00' }])
  const weeks = fc.record(Object.fromEntries(daysOfWeek.map((day) => [day, hours])), { requiredKeys: ['Friday'] })
  fc.assert(
    fc.property(weeks, (week) => {
      expect(parseWeeklyHours(buildOpeningHoursText(toHoursEditorRows(week)))).toEqual(week)
    }),
  )
})

test('adds a break at noon, and removing the break restores the day', () => {
  const rowWithBreak = addBreak(usualRows.Monday)
  expect(buildOpeningHoursText({ ...usualRows, Monday: rowWithBreak })).toBe(
    'Monday 9am-12pm and 1pm-8pm, Tue-Sat 9am-8pm, Sunday closed',
  )
  expect(mergeShiftWithPrevious(rowWithBreak, 1)).toEqual(usualRows.Monday)
})

test('does not accept a second evening shift without times', () => {
  const evening = addBreak({ state: 'open', shifts: [{ opens: '17:00', closes: '20:00' }] })
  expect(findHoursRowProblem(evening)).toBe('Fill in both times.')
  expect(openingHoursSchema('Hours').safeParse(buildOpeningHoursText({ ...usualRows, Monday: evening })).success).toBe(false)
  const filled = setShiftTime(setShiftTime(evening, 1, 'opens', '21:00'), 1, 'closes', '00:00')
  expect(buildOpeningHoursText({ ...usualRows, Monday: filled })).toBe(
    'Monday 5pm-8pm and 9pm-12am, Tue-Sat 9am-8pm, Sunday closed',
  )
})

test('reports times that end before they begin', () => {
  expect(findHoursRowProblem(setShiftTime(usualRows.Monday, 0, 'closes', '08:00'))).toBe(
    'The closing time must be after the opening time.',
  )
})

test('keeps the times of a day that is closed and reopened', () => {
  const closed = { ...usualRows.Monday, state: 'closed' as const }
  expect(buildOpeningHoursText({ ...usualRows, Monday: { ...closed, state: 'open' } })).toBe(buildOpeningHoursText(usualRows))
})

test('copies Monday’s hours to all weekdays and not to the weekend', () => {
  const rows = copyMondayToWeekdays({ ...usualRows, Monday: setShiftTime(usualRows.Monday, 0, 'opens', '10:00') })
  expect(buildOpeningHoursText(rows)).toBe('Mon-Fri 10am-8pm, Saturday 9am-8pm, Sunday closed')
})
