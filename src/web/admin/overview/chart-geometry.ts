import { formatDollars } from '#contract/core/money.ts'
import { formatMonthLabel } from '../shell/calendar-labels.ts'

/** `month` is like `2026-01`. Amounts are dollars with two decimals. */
export type SalesMonth = { month: string } & Record<'sales' | 'received' | 'refunded' | 'net', string> & { orders: number }

/** Returns few, round axis ticks from 0. The last tick is at least `maxValue`. */
export function computeAxisTicks(maxValue: number): number[] {
  const step = roundUpToNiceStep(Math.max(maxValue / MAX_TICKS, 1))
  const count = Math.max(1, Math.ceil(maxValue / step))
  return Array.from({ length: count + 1 }, (_, index) => index * step)
}

const MAX_TICKS = 4

/** Returns the smallest of 1, 2, 2.5, 5, 10, 20, … that is at least `minStep`. */
function roundUpToNiceStep(minStep: number): number {
  const power = 10 ** Math.floor(Math.log10(minStep))
  return (NICE_STEPS.find((step) => step * power >= minStep) ?? 10) * power
}

const NICE_STEPS = [1, 2, 2.5, 5, 10]

/** Returns the SVG path along the tops of columns that are 1 wide. */
export function buildSteppedLineSvgPath(tops: readonly number[]): string {
  return tops.map((top, index) => `${index === 0 ? `M0 ${top}` : `V${top}`}H${index + 1}`).join('')
}

/** Returns the SVG path of the area between the tops and `bottom`. */
export function buildSteppedAreaSvgPath(tops: readonly number[], bottom: number): string {
  return `${buildSteppedLineSvgPath(tops)}V${bottom}H0Z`
}

/** Formats an amount such as `$1.5k`. */
export function formatShortAmount(dollars: number): string {
  if (dollars === 0) return '0'
  const unit = UNITS.find(({ size }) => dollars >= size)
  return unit ? `$${dollars / unit.size}${unit.sign}` : `$${dollars}`
}

const UNITS = [
  { size: 1_000_000, sign: 'm' },
  { size: 1_000, sign: 'k' },
]

/** Returns the index of the best month, the latest of equals. Returns -1 without sales. */
export function findBestMonthIndex(months: readonly SalesMonth[]): number {
  const maxValue = Math.max(0, ...months.map(({ sales }) => Number(sales)))
  return maxValue === 0 ? -1 : months.findLastIndex(({ sales }) => Number(sales) === maxValue)
}

/** Describes the chart for screen readers. */
export function describeSalesChart(months: readonly SalesMonth[]): string {
  const [first, last, best] = [months.at(0), months.at(-1), months[findBestMonthIndex(months)]]
  if (!first || !last) return 'Paid sales by month.'
  const span = `Paid sales by month, ${formatMonthLabel(first.month, 'long')} to ${formatMonthLabel(last.month, 'long')}.`
  if (!best) return `${span} No paid sales in these months.`
  return `${span} Most in ${formatMonthLabel(best.month, 'long')}: ${formatDollars(best.sales)}.`
}
