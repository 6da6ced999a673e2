export const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export type Day = (typeof days)[number]

/** `HH:MM` on a 24-hour clock, on one day: closing at midnight is `24:00`. */
export type Shift = { opens: string; closes: string }

/** One day: from when to when, one after the other with breaks between them, or not so. */
export type DayHours = readonly Shift[] | 'closed' | 'byAppointment'

/** The hours of a week; a day that nothing is said of is left out. */
export type Week = Readonly<Partial<Record<Day, DayHours>>>

/** Days in a row with the same hours, and both in words. */
export type Span = { days: readonly Day[]; hours: DayHours; text: string }

/** From midnight to midnight. */
export const ALL_DAY: Shift = { opens: '00:00', closes: '24:00' }

/** Spec section 9: what holds until the owner says otherwise. */
export const WORKING_TIME = 'Mon-Sat 9am-8pm, Sunday closed'

/** The text of a week, in the one clock format of the site; `readWeek` reads the same week from it. */
export function formatWeek(week: Week): string {
  return spansOf(week)
    .map(({ text }) => text)
    .join(', ')
}

/** The week from Monday on, days in a row that are alike together. */
export function spansOf(week: Week): Span[] {
  const rows: { days: Day[]; hours: DayHours; words: string }[] = []
  for (const [index, day] of days.entries()) {
    const hours = week[day]
    if (hours === undefined) continue
    const words = hoursInWords(hours)
    const last = rows.at(-1)
    const isNext = last?.days.at(-1) === days[index - 1] && last?.words === words
    if (last && isNext) last.days.push(day)
    else rows.push({ days: [day], hours, words })
  }
  return rows.map(({ days: row, hours, words }) => ({ days: row, hours, text: `${daysInWords(row)} ${words}` }))
}

/** `9am`, `12:30pm`; midnight is `12am`, at the beginning of a day and at its end. */
function clockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 || 12}${minutes}${hour % 24 < 12 ? 'am' : 'pm'}`
}

function hoursInWords(hours: DayHours): string {
  if (hours === 'closed') return 'closed'
  if (hours === 'byAppointment') return 'by appointment'
  return hours.map(shiftInWords).join(' and ')
}

function shiftInWords({ opens, closes }: Shift): string {
  const isAllDay = opens === ALL_DAY.opens && closes === ALL_DAY.closes
  return isAllDay ? '24 hours' : `${clockTime(opens)}-${clockTime(closes)}`
}

/** `Mon-Sat`, `Sunday`. */
function daysInWords(row: readonly Day[]): string {
  const [first = '', last = ''] = [row[0], row.at(-1)]
  return row.length === 1 ? first : `${first.slice(0, 3)}-${last.slice(0, 3)}`
}
