import { getDateTimeFormat } from './format-date-time.ts'
import { parseLocalTime } from './parse-local-time.ts'

/** Returns the day of `at` (epoch ms) in the business's time zone, such as `2026-12-24`. Files use this form because it sorts. */
export function toBusinessDay(timeZone: string, at: number): string {
  const { year, month, day } = getDateParts(timeZone, at)
  return `${year}-${month}-${day}`
}

/** Returns the month of `at`, such as `2026-12`. */
export function toBusinessMonth(timeZone: string, at: number): string {
  return toBusinessDay(timeZone, at).slice(0, 7)
}

/** Returns the day as orders show it, MM/DD/YYYY. */
export function formatOrderDate(timeZone: string, at: number): string {
  const { year, month, day } = getDateParts(timeZone, at)
  return `${month}/${day}/${year}`
}

/** Lists `count` months, oldest first, ending with `month`. */
export function listMonthsUpTo(month: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => shiftMonth(month, index + 1 - count))
}

/**
 * Returns when the clocks of a zone show `time`, such as `08:00`, on `day`, such as `2026-12-24`, in epoch ms. Reads it as
 * UTC if the zone is unknown.
 */
export function getInstantOfLocalTime(timeZone: string, day: string, time: string): number {
  return parseLocalTime(`${day}T${time}`, timeZone) ?? Date.parse(`${day}T${time}Z`)
}

/** Returns the first moment of a month such as `2026-12`, in epoch ms. */
export function getCalendarMonthStart(timeZone: string, month: string): number {
  return getInstantOfLocalTime(timeZone, `${month}-01`, '00:00')
}

/** Returns the month that lies `count` months later, or earlier if `count` is negative. */
export function shiftMonth(month: string, count: number): string {
  const first = new Date(`${month}-01T00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + count)
  return first.toISOString().slice(0, 7)
}

function getDateParts(timeZone: string, at: number) {
  const parts = getDateTimeFormat({ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return { year: part('year').padStart(4, '0'), month: part('month'), day: part('day') }
}
