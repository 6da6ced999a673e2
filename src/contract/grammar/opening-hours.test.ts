import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ALL_DAY, type DayHours, days, formatWeek, spansOf, type Week, WORKING_TIME } from './opening-hours.ts'
import { openingHours, readWeek } from './opening-hours-grammar.ts'

/** As the site says it, or why not. */
function read(text: string): string {
  const { week, problem } = readWeek(text)
  return week ? formatWeek(week) : problem
}

it('says the working time of the specification in its own words', () => {
  expect(read(WORKING_TIME)).toBe(WORKING_TIME)
})

describe('understands how businesses write it:', () => {
  it.each([
    ['Mon-Fri 9-5', 'Mon-Fri 9am-5pm'],
    ['Mon–Fri 9–5', 'Mon-Fri 9am-5pm'],
    ['Mon — Fri, 9 am — 5 pm', 'Mon-Fri 9am-5pm'],
    ['9am to 5pm', 'Mon-Sun 9am-5pm'],
    ['9-17', 'Mon-Sun 9am-5pm'],
    ['Sun-Thu 9am-5pm', 'Mon-Thu 9am-5pm, Sunday 9am-5pm'],
    ['Sat-Mon 10-4', 'Monday 10am-4pm, Sat-Sun 10am-4pm'],
    ['Monday - Friday: 9:00 AM - 5:00 PM', 'Mon-Fri 9am-5pm'],
    ['Monday to Friday, 9 a.m. to 5 p.m.', 'Mon-Fri 9am-5pm'],
    ['Mon.-Fri. 8.30am-5.30pm', 'Mon-Fri 8:30am-5:30pm'],
    ['Mo-Fr 09:00-17:00', 'Mon-Fri 9am-5pm'],
    ['M-F 8:30-5', 'Mon-Fri 8:30am-5pm'],
    ['Tues & Thurs 0900 to 1700 hrs', 'Tuesday 9am-5pm, Thursday 9am-5pm'],
    ['24/7', 'Mon-Sun 24 hours'],
    ['Open 24 hours a day, 7 days a week', 'Mon-Sun 24 hours'],
    ['weekdays 9-5', 'Mon-Fri 9am-5pm'],
    ['Weekdays 9-5, weekends closed', 'Mon-Fri 9am-5pm, Sat-Sun closed'],
    ['Daily 10-6', 'Mon-Sun 10am-6pm'],
    ['Every day from 8am until 8pm', 'Mon-Sun 8am-8pm'],
    ['7 days a week, 9-6', 'Mon-Sun 9am-6pm'],
    ['Closed on Sundays', 'Sunday closed'],
    ['Mon-Sat 9-6, closed on Sundays', 'Mon-Sat 9am-6pm, Sunday closed'],
    ['Closed Sunday, Mon-Sat 9-6', 'Mon-Sat 9am-6pm, Sunday closed'],
    ['By appointment only', 'Mon-Sun by appointment'],
    ['Mon-Fri 9-5 or by appointment', 'Mon-Fri 9am-5pm, Sat-Sun by appointment'],
    ['Mon-Fri 9-5, Saturdays by appointment only', 'Mon-Fri 9am-5pm, Saturday by appointment'],
    ['Mon-Fri 9-5; other times by appointment', 'Mon-Fri 9am-5pm, Sat-Sun by appointment'],
    ['Mon, Wed & Fri 10-2', 'Monday 10am-2pm, Wednesday 10am-2pm, Friday 10am-2pm'],
    ['Mon/Wed/Fri 10am - 2pm', 'Monday 10am-2pm, Wednesday 10am-2pm, Friday 10am-2pm'],
    ['9-5 Mon-Fri, 10-2 Sat', 'Mon-Fri 9am-5pm, Saturday 10am-2pm'],
    ['Mon-Fri 9-12, 1-5', 'Mon-Fri 9am-12pm and 1pm-5pm'],
    ['Mon-Fri 9am-12:30pm and 1:30pm-6pm', 'Mon-Fri 9am-12:30pm and 1:30pm-6pm'],
    ['Mon-Fri 9-5 (closed for lunch 12-1)', 'Mon-Fri 9am-12pm and 1pm-5pm'],
    ['Mon-Thu 9h-17h30, Fri 9h-15h', 'Mon-Thu 9am-5:30pm, Friday 9am-3pm'],
    ['Mon-Fri 9 till noon', 'Mon-Fri 9am-12pm'],
    ['Fri noon to midnight', 'Friday 12pm-12am'],
    ['Fri 12pm – 11:59pm; Sat 12am-1am', 'Friday 12pm-11:59pm, Saturday 12am-1am'],
    ['Monday\n9-5\nTuesday\n10-4', 'Monday 9am-5pm, Tuesday 10am-4pm'],
    ['Opening hours: Mon-Fri 9:00-17:00 | Sat 10:00-14:00 | Sun closed', 'Mon-Fri 9am-5pm, Saturday 10am-2pm, Sunday closed'],
    ['We are open Monday thru Friday 10-2pm', 'Mon-Fri 10am-2pm'],
    ['Mon 1-5pm, Tue 9-11pm', 'Monday 1pm-5pm, Tuesday 9am-11pm'],
  ])('%s', (text, said) => {
    expect(read(text)).toBe(said)
  })
})

describe('says what it does not understand in', () => {
  it.each([
    ['', 'There are no days and times in it.'],
    ['always', '“always” is not understood.'],
    ['Mon-Fri 9-5 except public holidays', '“public” is not understood.'],
    ['Mon', '“mon” is without times.'],
    ['Sun-Thu', '“sun - thu” is without times.'],
    ['Mon 9am', '“9am” is without a time until which it is open.'],
    ['Mon 9am-9am', '“9am - 9am” is no time from which and a later one until which it is open.'],
    ['Mon 5pm-9am', '“5pm - 9am” is no time from which and a later one until which it is open.'],
    ['Mon 25:00-26:00', '“25:00 - 26:00” is no time from which and a later one until which it is open.'],
    ['Mon 13pm-2pm', '“13pm - 2pm” is no time from which and a later one until which it is open.'],
    ['Mon 9:60am-5pm', '“9:60am - 5pm” is no time from which and a later one until which it is open.'],
    ['Mon 9am-5pm, Mon-Fri 9am-5pm', 'Monday is there twice.'],
    ['Mon 9-1, 12-5', '“mon 9 - 1 , 12 - 5” holds times that overlap.'],
    ['Mon 9am-12pm-5pm', '“5pm” is without a time until which it is open.'],
    ['Mon-Fri 9-5, 10-2 Sat', '“sat” is without times.'],
    ['Mon-Fri 9-5, weekends and Sat 10-2', 'Saturday is there twice.'],
    ['9-5, Sat 10-2', '“10 - 2” is without days.'],
    ['weekdays-Sun 9-5', 'A range needs two days.'],
    ['Mon-Fri 9-5 by appointment', 'The same days have times and are by appointment.'],
    ['9-5, '.repeat(101), 'It is longer than the hours of a week can be.'],
    ['mon'.repeat(30), `“${'mon'.repeat(13)}m…” is not understood.`],
    ['__proto__', '“_” is not understood.'],
    ['constructor', '“constructor” is not understood.'],
  ])('"%s"', (text, problem) => {
    expect(read(text)).toBe(problem)
  })
})

it('tells whoever typed it what to type, and lets the text be as it was typed', () => {
  const check = openingHours('Working time')
  expect(check.safeParse('always').error?.issues[0]?.message).toBe(
    'Working time: “always” is not understood. Write days and times such as: Mon-Fri 9am-12pm and 1pm-5pm, Saturday by appointment, Sunday closed',
  )
  expect(check.parse('Mon – Fri 9-5')).toBe('Mon – Fri 9-5')
})

const minutes = fc.uniqueArray(fc.integer({ min: 0, max: 24 * 60 }), { minLength: 2, maxLength: 6 })
const shifts = minutes.map((all) => {
  const times = all.toSorted((one, other) => one - other).map(clock)
  return Array.from({ length: Math.floor(times.length / 2) }, (_, index) => ({
    opens: times[2 * index] ?? '',
    closes: times[2 * index + 1] ?? '',
  }))
})
const dayHours: fc.Arbitrary<DayHours> = fc.oneof(
  shifts,
  fc.constantFrom<DayHours>('closed', 'byAppointment', [ALL_DAY], [{ opens: '09:00', closes: '17:00' }]),
)
const weeks: fc.Arbitrary<Week> = fc
  .record(Object.fromEntries(days.map((day) => [day, dayHours])), { requiredKeys: [] })
  .filter((week) => Object.keys(week).length > 0)

it('reads every week from the text that it makes of it', () => {
  fc.assert(
    fc.property(weeks, (week) => {
      expect(readWeek(formatWeek(week))).toEqual({ week })
    }),
  )
})

it('answers any text with a week or with a sentence', () => {
  const word = fc.constantFrom(
    'mon',
    'sun',
    '-',
    ',',
    'and',
    '9',
    '12',
    '17:00',
    'am',
    'closed',
    'by appointment',
    '24/7',
    ';',
    'x',
  )
  const texts = fc.oneof(
    fc.string(),
    fc.array(word).map((words) => words.join(' ')),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const { week, problem } = readWeek(text)
      if (week) expect(readWeek(formatWeek(week))).toEqual({ week })
      else expect(problem).toMatch(/\.$/)
    }),
  )
})

it('puts days in a row together that are alike', () => {
  expect(spansOf({ Monday: 'closed', Tuesday: 'closed', Thursday: 'closed', Sunday: [ALL_DAY] })).toEqual([
    { days: ['Monday', 'Tuesday'], hours: 'closed', text: 'Mon-Tue closed' },
    { days: ['Thursday'], hours: 'closed', text: 'Thursday closed' },
    { days: ['Sunday'], hours: [ALL_DAY], text: 'Sunday 24 hours' },
  ])
})

function clock(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}
