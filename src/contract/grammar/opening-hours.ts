import * as z from 'zod/mini'
import { type Presence, plainText } from './text.ts'

export const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export type Day = (typeof days)[number]

/** `HH:MM` on a 24-hour clock, on one day: closing at midnight is `24:00`. */
export type Shift = { opens: string; closes: string }

/** One day: shifts in order with breaks between them, or a state. */
export type DayHours = readonly Shift[] | 'closed' | 'byAppointment'

/** The hours of a week; a day that isn't mentioned is left out. */
export type Week = Readonly<Partial<Record<Day, DayHours>>>

/** Consecutive days with the same hours. Hours that the owner wrote freely are one span without days. */
export type Span = { days: readonly Day[]; hours: DayHours; text: string }

/** From midnight to midnight. */
export const ALL_DAY: Shift = { opens: '00:00', closes: '24:00' }

/** The hours until the owner enters others (spec section 9). */
export const WORKING_TIME = 'Mon-Sat 9am-8pm, Sunday closed'

/** Stands for the times of a day that the editor's table lacks. */
export const MISSING_TIMES = '?'

const MAX_LENGTH = 500

/** Takes any text, but no day of the editor's table without its times. */
export function openingHours(label: string, { optional }: Presence = {}): z.ZodMiniType<string> {
  const isComplete = (text: string) => !text.split(', ').some((part) => part.endsWith(` ${MISSING_TIMES}`))
  return plainText(label, { optional, most: MAX_LENGTH }).check(
    z.refine(isComplete, `${label}: fill in when you open and close on each open day.`),
  )
}

/** Writes a week in the site's one clock format; `readWeek` returns the same week. */
export function formatWeek(week: Week): string {
  return spansOf(week)
    .map(({ text }) => text)
    .join(', ')
}

/** Reads a text such as `formatWeek` writes, in any case, with any dash and on either clock. Undefined for other texts. */
export function readWeek(text: string): Week | undefined {
  const week: Partial<Record<Day, DayHours>> = {}
  const plain = text.toLowerCase().replace(/[\u2010-\u2015\u2212]/g, '-')
  for (const part of plain.split(/[,;\n]/)) {
    const [first = '', ...rest] = trimmed(part.split('-')).join('-').split(/ +/)
    const named = daysFrom(first)
    const hours = hoursFrom(rest.join(' '))
    if (named.length === 0 || !hours || named.some((day) => week[day])) return undefined
    for (const day of named) week[day] = hours
  }
  return week
}

/** The spans of a week, or the text itself where it isn't a week. */
export function spansFrom(text: string): Span[] {
  const week = readWeek(text)
  return week ? spansOf(week) : [{ days: [], hours: [], text: text.trim() }]
}

/** The week from Monday on, consecutive days with the same hours together. */
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

function trimmed(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim())
}

/** `mon`, `monday-fri`, `sun-thu`; empty for anything else. */
function daysFrom(text: string): Day[] {
  const indexes = text
    .split('-')
    .map((name) => (name.length < 3 ? -1 : days.findIndex((day) => day.toLowerCase().startsWith(name))))
  const [first = -1, last = first] = indexes
  if (indexes.length > 2 || indexes.includes(-1)) return []
  const length = ((last - first + days.length) % days.length) + 1
  return Array.from({ length }, (_, index) => days[(first + index) % days.length] as Day)
}

function hoursFrom(text: string): DayHours | undefined {
  if (text === 'closed') return 'closed'
  if (text === 'by appointment') return 'byAppointment'
  if (text === '24 hours') return [ALL_DAY]
  const shifts = text.split(' and ').map(shiftFrom)
  const isInOrder = shifts.every((shift, index) => shift && (shifts[index - 1]?.closes ?? '') <= shift.opens)
  return isInOrder ? (shifts as Shift[]) : undefined
}

function shiftFrom(text: string): Shift | undefined {
  const [opens, closes, ...others] = text.split('-').map(timeFrom)
  // Midnight ends the day that it closes.
  const shift = { opens: opens ?? '', closes: closes === '00:00' ? ALL_DAY.closes : (closes ?? '') }
  return opens && others.length === 0 && shift.opens < shift.closes ? shift : undefined
}

/** `9am`, `12:30 pm`, `17:00`. */
function timeFrom(text: string): string | undefined {
  const [, hour = '', minute = '00', half] = /^(\d{1,2})(?::([0-5]\d))? ?([ap]m)?$/.exec(text) ?? []
  const isWritten = half
    ? Number(hour) >= 1 && Number(hour) <= 12
    : text.includes(':') && `${hour.padStart(2, '0')}:${minute}` <= '24:00'
  if (!isWritten) return undefined
  const hours = half ? (Number(hour) % 12) + (half === 'pm' ? 12 : 0) : Number(hour)
  return `${String(hours).padStart(2, '0')}:${minute}`
}
