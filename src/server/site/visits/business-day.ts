/** Every time zone is a whole number of these from any other, in ms. */
export const QUARTER_HOUR = 900_000

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
