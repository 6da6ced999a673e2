/** Every time zone is a whole number of these from any other, in ms. */
export const QUARTER_HOUR = 900_000

/** The day of a moment (epoch ms) by the clocks of a zone, such as `2026-11-22`. */
export function dayIn(timeZone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).formatToParts(
    at,
  )
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}`
}

/** The last so many days, this one last. */
export function lastDays(today: string, count: number): string[] {
  const last = Date.parse(`${today}T00:00Z`)
  return Array.from({ length: count }, (_, index) => isoDay(last - (count - 1 - index) * 86_400_000))
}

/** The same day so many months ago, or the first of the month after where that had none. */
export function monthsBefore(day: string, months: number): string {
  const date = new Date(`${day}T00:00Z`)
  date.setUTCMonth(date.getUTCMonth() - months)
  return isoDay(date.getTime())
}

function isoDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}
