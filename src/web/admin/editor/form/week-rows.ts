import { type Day, days, formatWeek, MISSING_TIMES, type Shift, type Week } from '../../../../contract/grammar/opening-hours.ts'

/** What a row says of its day. */
export type DayState = 'unsaid' | 'open' | 'allDay' | 'byAppointment' | 'closed'

/** A day while it is edited: its times stay when it is closed for a moment, and may be unfinished. */
export type Row = { state: DayState; shifts: readonly Shift[] }
export type WeekRows = Record<Day, Row>

/** What a day is open that nothing else is known of. */
const USUAL: Shift = { opens: '09:00', closes: '17:00' }
const BREAK: Shift = { opens: '12:00', closes: '13:00' }

/** As a time of day is entered: midnight at the end of a day is that at its beginning. */
const END_OF_DAY = '24:00'

export function rowsOf(week: Week): WeekRows {
  return byDay((day) => {
    const hours = week[day]
    if (hours === undefined) return { state: 'unsaid', shifts: [USUAL] }
    if (typeof hours === 'string') return { state: hours, shifts: [USUAL] }
    const [first] = hours
    const isAllDay = hours.length === 1 && first?.opens === '00:00' && first.closes === END_OF_DAY
    return isAllDay ? { state: 'allDay', shifts: [USUAL] } : { state: 'open', shifts: hours }
  })
}

/** The text of the field; what is unfinished in a row stays visible in it, and is refused. */
export function textOf(rows: WeekRows): string {
  const weekOf = (part: readonly Day[]): Week => Object.fromEntries(part.flatMap((day) => entryOf(day, rows[day])))
  const faults = days.filter((day) => problemOf(rows[day]) !== undefined)
  const unfinished = faults.map((day) => `${day} ${MISSING_TIMES}`)
  return [formatWeek(weekOf(days.filter((day) => !faults.includes(day)))), ...unfinished].filter(Boolean).join(', ')
}

/** What is wrong with the times of a row. */
export function problemOf({ state, shifts }: Row): string | undefined {
  if (state !== 'open') return undefined
  if (shifts.some(({ opens, closes }) => opens === '' || closes === '')) return 'Fill in both times.'
  if (shifts.some(({ opens, closes }) => opens >= closes)) return 'The end must come after the beginning.'
  const isInOrder = shifts.every(({ opens }, index) => index === 0 || (shifts[index - 1]?.closes ?? '') <= opens)
  return isInOrder ? undefined : 'The times overlap.'
}

/** A break in the last of the times, at noon where that lies within. */
export function withBreak({ state, shifts }: Row): Row {
  const last = shifts.at(-1) ?? USUAL
  const isAroundNoon = last.opens < BREAK.opens && BREAK.closes < last.closes
  const parts = isAroundNoon
    ? [
        { opens: last.opens, closes: BREAK.opens },
        { opens: BREAK.closes, closes: last.closes },
      ]
    : [last, { opens: '', closes: '' }]
  return { state, shifts: [...shifts.slice(0, -1), ...parts] }
}

/** Without the break before this one of the times: it goes on until the end of that. */
export function withoutBreak({ state, shifts }: Row, index: number): Row {
  const [before, after] = [shifts[index - 1], shifts[index]]
  if (!before || !after) return { state, shifts }
  const joined = { opens: before.opens, closes: after.closes || before.closes }
  return { state, shifts: [...shifts.slice(0, index - 1), joined, ...shifts.slice(index + 1)] }
}

/** One time of a row, as a control of the browser says it. */
export function withTime({ state, shifts }: Row, index: number, end: keyof Shift, value: string): Row {
  const time = end === 'closes' && value === '00:00' ? END_OF_DAY : value
  return { state, shifts: shifts.map((shift, at) => (at === index ? { ...shift, [end]: time } : shift)) }
}

/** As a control of the browser takes it. */
export function inputTime(time: string): string {
  return time === END_OF_DAY ? '00:00' : time
}

/** The first day's row on the days after it, up to Friday. */
export function withWeekdaysAlike(rows: WeekRows): WeekRows {
  return byDay((day) => (days.indexOf(day) < 5 ? rows.Monday : rows[day]))
}

function entryOf(day: Day, { state, shifts }: Row): [Day, NonNullable<Week[Day]>][] {
  if (state === 'unsaid') return []
  if (state === 'allDay') return [[day, [{ opens: '00:00', closes: END_OF_DAY }]]]
  return [[day, state === 'open' ? shifts : state]]
}

function byDay(rowOf: (day: Day) => Row): WeekRows {
  return Object.fromEntries(days.map((day) => [day, rowOf(day)])) as WeekRows
}
