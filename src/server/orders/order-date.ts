/** A day as orders show it, MM/DD/YYYY (spec section 3), by the clock on the server's wall; `at` in epoch ms. */
export function orderDate(at: number): string {
  const { month, day, year } = partsOf(at)
  return `${month}/${day}/${year}`
}

/** The month that an order is counted in, such as `2026-01`. */
export function monthOf(at: number): string {
  const { month, year } = partsOf(at)
  return `${year}-${month}`
}

/** The last so many months, this one last. */
export function lastMonths(now: number, count: number): string[] {
  const date = new Date(now)
  const first = (ago: number) => new Date(date.getFullYear(), date.getMonth() - ago, 1).getTime()
  return Array.from({ length: count }, (_, index) => monthOf(first(count - 1 - index)))
}

function partsOf(at: number) {
  const date = new Date(at)
  const padded = (part: number, length = 2) => String(part).padStart(length, '0')
  return { month: padded(date.getMonth() + 1), day: padded(date.getDate()), year: padded(date.getFullYear(), 4) }
}
