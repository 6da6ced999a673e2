import { formatter } from './business-time.ts'
import { instantOf } from './instant.ts'

/** The day of a moment (epoch ms) in the business's time zone, such as `2026-12-24`: as files have it, and as it sorts. */
export function businessDay(timeZone: string, at: number): string {
  const { year, month, day } = digitsOf(timeZone, at)
  return `${year}-${month}-${day}`
}

/** Its month, such as `2026-12`. */
export function businessMonth(timeZone: string, at: number): string {
  return businessDay(timeZone, at).slice(0, 7)
}

/** The day as orders show it, MM/DD/YYYY. */
export function orderDate(timeZone: string, at: number): string {
  const { year, month, day } = digitsOf(timeZone, at)
  return `${month}/${day}/${year}`
}

/** So many months, oldest first, the given one last. */
export function monthsEnding(month: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addMonths(month, index + 1 - count))
}

/** The first moment of a month, such as `2026-12`, in epoch ms. */
export function monthStart(timeZone: string, month: string): number {
  return instantOf(`${month}-01T00:00`, timeZone) ?? Date.parse(`${month}-01T00:00Z`)
}

/** The month so many later, or earlier. */
export function addMonths(month: string, count: number): string {
  const first = new Date(`${month}-01T00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + count)
  return first.toISOString().slice(0, 7)
}

function digitsOf(timeZone: string, at: number) {
  const parts = formatter({ timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return { year: part('year').padStart(4, '0'), month: part('month'), day: part('day') }
}
