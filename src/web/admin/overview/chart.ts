import { dollarsAndCents } from '../../../contract/grammar/money.ts'
import { monthName } from '../shell/months.ts'

/** A month of sales: `2026-01`, and dollars with two decimals. */
export type Month = { month: string } & Record<'sales' | 'received' | 'refunded' | 'net', string> & { orders: number }

/** Where the lines of a chart stand, from nothing to its top, in dollars: few, round, and the last one not below `most`. */
export function ticksFor(most: number): number[] {
  const step = niceStep(Math.max(most / MOST_TICKS, 1))
  const count = Math.max(1, Math.ceil(most / step))
  return Array.from({ length: count + 1 }, (_, nth) => nth * step)
}

const MOST_TICKS = 4

/** The next of 1, 2, 2.5, 5, 10, 20, … that is not below `least`. */
function niceStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least))
  return (STEPS.find((step) => step * power >= least) ?? 10) * power
}

const STEPS = [1, 2, 2.5, 5, 10]

/** The way along the tops of columns that are 1 wide, as an SVG path: across each, and up or down to the next. */
export function stepPath(tops: readonly number[]): string {
  return tops.map((top, index) => `${index === 0 ? `M0 ${top}` : `V${top}`}H${index + 1}`).join('')
}

/** The same as an area down to `bottom`. */
export function stepArea(tops: readonly number[], bottom: number): string {
  return `${stepPath(tops)}V${bottom}H0Z`
}

/** An amount beside a line of the chart: `$1.5k`. */
export function shortAmount(dollars: number): string {
  if (dollars === 0) return '0'
  const unit = UNITS.find(({ size }) => dollars >= size)
  return unit ? `$${dollars / unit.size}${unit.sign}` : `$${dollars}`
}

const UNITS = [
  { size: 1_000_000, sign: 'm' },
  { size: 1_000, sign: 'k' },
]

/** The place of the best month; -1 where nothing was sold. The latest of several. */
export function bestMonth(months: readonly Month[]): number {
  const most = Math.max(0, ...months.map(({ sales }) => Number(sales)))
  return most === 0 ? -1 : months.findLastIndex(({ sales }) => Number(sales) === most)
}

/** The chart in a sentence, for those who hear it. */
export function chartInWords(months: readonly Month[]): string {
  const [first, last, best] = [months.at(0), months.at(-1), months[bestMonth(months)]]
  if (!first || !last) return 'Paid sales by month.'
  const span = `Paid sales by month, ${monthName(first.month, 'long')} to ${monthName(last.month, 'long')}.`
  if (!best) return `${span} Nothing was paid in these months.`
  return `${span} Most in ${monthName(best.month, 'long')}: ${dollarsAndCents(best.sales)}.`
}
