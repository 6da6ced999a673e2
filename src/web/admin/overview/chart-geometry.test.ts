import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  buildSteppedAreaSvgPath,
  buildSteppedLineSvgPath,
  computeAxisTicks,
  describeSalesChart,
  findBestMonthIndex,
  formatShortAmount,
} from './chart-geometry.ts'
import { describeVisitsChart } from './visits-panel.tsx'

test('a chart has few and round axis ticks, and the last one is at least the highest value', () => {
  expect(computeAxisTicks(3895)).toEqual([0, 1000, 2000, 3000, 4000])
  expect(computeAxisTicks(499)).toEqual([0, 200, 400, 600])
  expect(computeAxisTicks(9994)).toEqual([0, 2500, 5000, 7500, 10_000])
  expect(computeAxisTicks(0)).toEqual([0, 1])
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), (maxValue) => {
      const ticks = computeAxisTicks(maxValue)
      return ticks.length <= 6 && (ticks.at(-1) ?? 0) >= maxValue
    }),
  )
})

test('the stepped line runs across each month, then vertically to the next', () => {
  expect(buildSteppedLineSvgPath([4, 1, 3])).toBe('M0 4H1V1H2V3H3')
  expect(buildSteppedAreaSvgPath([4, 1], 10)).toBe('M0 4H1V1H2V10H0Z')
})

test('amounts at axis ticks are short', () => {
  expect([0, 50, 1000, 1500, 20_000, 2_500_000].map(formatShortAmount)).toEqual(['0', '$50', '$1k', '$1.5k', '$20k', '$2.5m'])
})

test('a sentence describes the sales chart and its best month', () => {
  const month = (name: string, sales: string) => ({
    month: name,
    sales,
    orders: 1,
    received: sales,
    refunded: '0.00',
    net: sales,
  })
  const months = [month('2025-12', '499.00'), month('2026-01', '3895.00'), month('2026-02', '0.00')]
  expect(findBestMonthIndex(months)).toBe(1)
  expect(describeSalesChart(months)).toBe('Paid sales by month, December 2025 to February 2026. Most in January 2026: $3,895.00.')
  const emptyMonths = [month('2026-01', '0.00')]
  expect([findBestMonthIndex(emptyMonths), describeSalesChart(emptyMonths)]).toEqual([
    -1,
    'Paid sales by month, January 2026 to January 2026. No paid sales in these months.',
  ])
})

test('a sentence describes the visits chart and the latest of its best days', () => {
  const day = (name: string, visits: number) => ({ day: name, visits, messages: 0, ordersStarted: 0, ordersPaid: 0 })
  const days = [day('2026-10-24', 3), day('2026-10-25', 7), day('2026-10-26', 7), day('2026-10-27', 0)]
  expect(describeVisitsChart(days)).toBe('Visits by day, Oct 24 to Oct 27. Most on Oct 26: 7.')
  const emptyDays = days.map((values) => ({ ...values, visits: 0 }))
  expect(describeVisitsChart(emptyDays)).toBe('Visits by day, Oct 24 to Oct 27. No visits.')
})
