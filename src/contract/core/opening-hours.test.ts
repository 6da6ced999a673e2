import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  ALL_DAY,
  type DayHours,
  DEFAULT_OPENING_HOURS,
  daysOfWeek,
  formatWeeklyHours,
  groupDaysByHours,
  MISSING_OPENING_HOURS_MARK,
  openingHoursSchema,
  parseOpeningHours,
  parseWeeklyHours,
  type WeeklyHours,
} from './opening-hours.ts'

it.each([
  [DEFAULT_OPENING_HOURS, DEFAULT_OPENING_HOURS],
  ['Mon — Fri 9 am – 5 PM', 'Mon-Fri 9am-5pm'],
  ['monday-friday 09:00-17:30; sat closed', 'Mon-Fri 9am-5:30pm, Saturday closed'],
  ['Sun-Thu 9am-5pm', 'Mon-Thu 9am-5pm, Sunday 9am-5pm'],
  [
    'Monday: 9:00\u202fAM\u2009–\u20095:00\u202fPM\nTuesday: Open 24 hours\nWednesday: Closed',
    'Monday 9am-5pm, Tuesday 24 hours, Wednesday closed',
  ],
  ['Monday through Friday 9 a.m. to 5 p.m.', 'Mon-Fri 9am-5pm'],
  ['Fri 12pm-12am\nSat 12am-1am and 10am-24:00', 'Friday 12pm-12am, Saturday 12am-1am and 10am-12am'],
])('reads the week in %j', (text, said) => {
  expect(formatWeeklyHours(parseWeeklyHours(text) ?? {})).toBe(said)
})

it.each([
  'Weekdays 9-5',
  'Mon-Fri 9am',
  'Mon-Fri 5pm-9am',
  'Mon-Fri 9am-12pm and 11am-5pm',
  'Mon 13pm-2pm',
  'Mon 25:00-26:00',
  'Mon 9am-5pm, Mon-Fri 9am-5pm',
  'Mon-Tue-Wed 9am-5pm',
  'constructor 9am-5pm',
])('shows %j as the owner wrote it', (text) => {
  expect(parseOpeningHours(text)).toEqual([{ days: [], hours: [], text }])
})

it('refuses an open day without times, and text that is too long for a week', () => {
  const check = openingHoursSchema('Working time', { optional: true })
  for (const text of ['', 'Mon – Fri 9-5', 'Call us any time. Closed on holidays?']) expect(check.parse(text)).toBe(text)
  const refused = (text: string) => check.safeParse(text).error?.issues[0]?.message
  expect(refused(`Tue-Fri 9am-5pm, Monday ${MISSING_OPENING_HOURS_MARK}`)).toBe(
    'Working time: fill in when you open and close on each open day.',
  )
  expect(refused('x'.repeat(501))).toBe('Working time must be at most 500 characters.')
})

const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 24 * 60 }), { minLength: 2, maxLength: 6 })
const shifts = minutes.map((all) => {
  const times = all.toSorted((one, other) => one - other).map(formatMinute)
  return Array.from({ length: Math.floor(times.length / 2) }, (_, index) => ({
    opens: times[2 * index] ?? '',
    closes: times[2 * index + 1] ?? '',
  }))
})
const dayHours: fc.Arbitrary<DayHours> = fc.oneof(
  shifts,
  fc.constantFrom<DayHours>('closed', 'byAppointment', [ALL_DAY], [{ opens: '09:00', closes: '17:00' }]),
)
const weeks: fc.Arbitrary<WeeklyHours> = fc
  .record(Object.fromEntries(daysOfWeek.map((day) => [day, dayHours])), { requiredKeys: [] })
  .filter((week) => Object.keys(week).length > 0)

it('reads back every week that it writes', () => {
  fc.assert(
    fc.property(weeks, (week) => {
      expect(parseWeeklyHours(formatWeeklyHours(week))).toEqual(week)
    }),
  )
})

it('reads any text as a week that it can write again, or as no week', () => {
  const word = fc.constantFrom('mon', 'sun', '-', ',', ' and ', '9', '12', '17:00', 'am', 'closed', 'by appointment', ';', ' ')
  const texts = fc.oneof(
    fc.string(),
    fc.array(word).map((words) => words.join('')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const week = parseWeeklyHours(text)
      if (week) expect(parseWeeklyHours(formatWeeklyHours(week))).toEqual(week)
    }),
  )
})

it('groups consecutive days with the same hours', () => {
  expect(groupDaysByHours({ Monday: 'closed', Tuesday: 'closed', Thursday: 'closed', Sunday: [ALL_DAY] })).toEqual([
    { days: ['Monday', 'Tuesday'], hours: 'closed', text: 'Mon-Tue closed' },
    { days: ['Thursday'], hours: 'closed', text: 'Thursday closed' },
    { days: ['Sunday'], hours: [ALL_DAY], text: 'Sunday 24 hours' },
  ])
})

function formatMinute(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
