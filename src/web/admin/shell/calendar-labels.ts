/** Formats a month such as `2026-01` as `Jan` or `January 2026`. */
export function formatMonthLabel(month: string, style: 'short' | 'long'): string {
  return (style === 'short' ? shortMonth : longMonth).format(new Date(`${month}-01T00:00:00Z`))
}

/** Formats a day such as `2026-11-22` as `Nov 22`. */
export function formatMonthAndDay(day: string): string {
  return shortDay.format(new Date(`${day}T00:00:00Z`))
}

// Created once, because creating a formatter is far slower than using it.
const shortMonth = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const longMonth = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
