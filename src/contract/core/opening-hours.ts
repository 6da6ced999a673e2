import * as z from 'zod/mini'
import { type OptionalTextOption, textSchema } from './text-schemas.ts'

export const daysOfWeek = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export type DayOfWeek = (typeof daysOfWeek)[number]

/** `HH:MM` on a 24-hour clock, within one day. Closing at midnight is `24:00`. */
export type OpeningTimeRange = { opens: string; closes: string }

/** One day: shifts in order with breaks between them, or a state. */
export type DayHours = readonly OpeningTimeRange[] | 'closed' | 'byAppointment'

/** The hours of a week. A day that isn't mentioned is left out. */
export type WeeklyHours = Readonly<Partial<Record<DayOfWeek, DayHours>>>

/** Consecutive days with the same hours. Hours in free text are one span without days. */
export type OpeningHoursSpan = { days: readonly DayOfWeek[]; hours: DayHours; text: string }

/** From midnight to midnight. */
export const ALL_DAY: OpeningTimeRange = { opens: '00:00', closes: '24:00' }

/** The hours until the owner enters others (P-33). */
export const DEFAULT_OPENING_HOURS = 'Mon-Sat 9am-8pm, Sunday closed'

/** Stands for the missing times of a day in the editor's table. */
export const MISSING_OPENING_HOURS_MARK = '?'

const MAX_LENGTH = 500

/** Accepts any text except a day of the editor's table without its times. */
export function openingHoursSchema(label: string, { optional }: OptionalTextOption = {}): z.ZodMiniType<string> {
  const isComplete = (text: string) => !text.split(', ').some((part) => part.endsWith(` ${MISSING_OPENING_HOURS_MARK}`))
  return textSchema(label, { optional, maxLength: MAX_LENGTH }).check(
    z.refine(isComplete, `${label}: fill in when you open and close on each open day.`),
  )
}

/** Writes a week in the site's one clock format. `parseWeeklyHours` reads it back. */
export function formatWeeklyHours(week: WeeklyHours): string {
  return groupDaysByHours(week)
    .map(({ text }) => text)
    .join(', ')
}

/**
 * Reads what `formatWeeklyHours` writes, in any case, with any dash and on either clock. It also reads the lines of a Google
 * Business Profile, such as `Monday: 9:00 AM – 5:00 PM`, whose spaces are narrow. Returns undefined for other texts.
 */
export function parseWeeklyHours(text: string): WeeklyHours | undefined {
  const week: Partial<Record<DayOfWeek, DayHours>> = {}
  const normalizedText = text
    .toLowerCase()
    .replace(/[\u2010-\u2015\u2212]| (?:to|through) /g, '-')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/\b([ap])\.m\./g, '$1m')
  for (const part of normalizedText.split(/[,;\n]/)) {
    const [first = '', ...rest] = trimAll(part.split('-')).join('-').split(/ +/)
    const namedDays = parseDays(first.replace(/:$/, ''))
    if (namedDays.length === 0 || namedDays.some((day) => week[day])) return undefined
    const hours = parseDayHours(rest.join(' '))
    if (!hours) return undefined
    for (const day of namedDays) week[day] = hours
  }
  return week
}

/** Returns the spans of a week, or one span with the text if it isn't a week. */
export function parseOpeningHours(text: string): OpeningHoursSpan[] {
  const week = parseWeeklyHours(text)
  return week ? groupDaysByHours(week) : [{ days: [], hours: [], text: text.trim() }]
}

/** Groups consecutive days with the same hours, from Monday on. */
export function groupDaysByHours(week: WeeklyHours): OpeningHoursSpan[] {
  const rows: { days: DayOfWeek[]; hours: DayHours; hoursText: string }[] = []
  for (const [index, day] of daysOfWeek.entries()) {
    const hours = week[day]
    if (hours === undefined) continue
    const hoursText = formatDayHours(hours)
    const last = rows.at(-1)
    const isNext = last?.days.at(-1) === daysOfWeek[index - 1] && last?.hoursText === hoursText
    if (last && isNext) last.days.push(day)
    else rows.push({ days: [day], hours, hoursText })
  }
  return rows.map(({ days: row, hours, hoursText }) => ({ days: row, hours, text: `${formatDayRange(row)} ${hoursText}` }))
}

/** `9am`, `12:30pm`. Midnight is `12am`, at the beginning and at the end of a day. */
function formatClockTime(time: string): string {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 || 12}${minutes}${hour % 24 < 12 ? 'am' : 'pm'}`
}

function formatDayHours(hours: DayHours): string {
  if (hours === 'closed') return 'closed'
  if (hours === 'byAppointment') return 'by appointment'
  return hours.map(formatTimeRange).join(' and ')
}

function formatTimeRange({ opens, closes }: OpeningTimeRange): string {
  const isAllDay = opens === ALL_DAY.opens && closes === ALL_DAY.closes
  return isAllDay ? '24 hours' : `${formatClockTime(opens)}-${formatClockTime(closes)}`
}

/** `Mon-Sat`, `Sunday`. */
function formatDayRange(row: readonly DayOfWeek[]): string {
  const [first = '', last = ''] = [row[0], row.at(-1)]
  return row.length === 1 ? first : `${first.slice(0, 3)}-${last.slice(0, 3)}`
}

function trimAll(parts: readonly string[]): string[] {
  return parts.map((part) => part.trim())
}

/** Reads `mon`, `monday-fri` or `sun-thu`. Returns an empty list for anything else. */
function parseDays(text: string): DayOfWeek[] {
  const indexes = text
    .split('-')
    .map((name) => (name.length < 3 ? -1 : daysOfWeek.findIndex((day) => day.toLowerCase().startsWith(name))))
  const [first = -1, last = first] = indexes
  if (indexes.length > 2 || indexes.includes(-1)) return []
  const length = ((last - first + daysOfWeek.length) % daysOfWeek.length) + 1
  return Array.from({ length }, (_, index) => daysOfWeek[(first + index) % daysOfWeek.length] as DayOfWeek)
}

function parseDayHours(text: string): DayHours | undefined {
  if (text === 'closed') return 'closed'
  if (text === 'by appointment') return 'byAppointment'
  if (text === '24 hours' || text === 'open 24 hours') return [ALL_DAY]
  const shifts = text.split(' and ').map(parseTimeRange)
  const isInOrder = shifts.every((shift, index) => shift && (shifts[index - 1]?.closes ?? '') <= shift.opens)
  return isInOrder ? (shifts as OpeningTimeRange[]) : undefined
}

function parseTimeRange(text: string): OpeningTimeRange | undefined {
  const [opens, closes, ...others] = text.split('-').map(parseTime)
  // A shift that ends at midnight ends its own day.
  const shift = { opens: opens ?? '', closes: closes === '00:00' ? ALL_DAY.closes : (closes ?? '') }
  return opens && others.length === 0 && shift.opens < shift.closes ? shift : undefined
}

/** Reads `9am`, `12:30 pm` or `17:00`. */
function parseTime(text: string): string | undefined {
  const [, hour = '', minute = '00', meridiem] = /^(\d{1,2})(?::([0-5]\d))? ?([ap]m)?$/.exec(text) ?? []
  const isValidTime = meridiem
    ? Number(hour) >= 1 && Number(hour) <= 12
    : text.includes(':') && `${hour.padStart(2, '0')}:${minute}` <= '24:00'
  if (!isValidTime) return undefined
  const hours = meridiem ? (Number(hour) % 12) + (meridiem === 'pm' ? 12 : 0) : Number(hour)
  return `${String(hours).padStart(2, '0')}:${minute}`
}
