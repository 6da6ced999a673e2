import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inferFirstOrderPerMonth, listMonthsWithMovedOrders, type SameMonthOrderSequence } from './infer-first-order-per-month.ts'

/** Makes one run per part, numbered from 1001 on. `weight` is also the number of its orders. */
function buildRuns(...parts: readonly (readonly [month: string, weight: number])[]): SameMonthOrderSequence[] {
  let first = 1001
  return parts.map(([month, weight]) => {
    const run = { month, first, weight }
    first += Math.ceil(weight)
    return run
  })
}

test('keeps months that rise with the order numbers', () => {
  const runs = buildRuns(['2026-01', 3], ['2026-03', 2], ['2026-04', 1])
  expect(inferFirstOrderPerMonth(runs)).toEqual([
    { month: '2026-01', first: 1001 },
    { month: '2026-03', first: 1004 },
    { month: '2026-04', first: 1006 },
  ])
})

test('counts an order with a wrong clock in the month of the order before it', () => {
  const ahead = buildRuns(['2026-10', 5], ['2029-01', 1], ['2026-10', 1], ['2026-11', 2])
  expect(inferFirstOrderPerMonth(ahead)).toEqual([
    { month: '2026-10', first: 1001 },
    { month: '2026-11', first: 1008 },
  ])
  const behind = buildRuns(['2026-10', 5], ['2020-01', 1], ['2026-11', 2])
  expect(inferFirstOrderPerMonth(behind)).toEqual([
    { month: '2026-10', first: 1001 },
    { month: '2026-11', first: 1007 },
  ])
})

test('one right order outweighs many orders with a future date', () => {
  const runs = buildRuns(['2029-01', 30e-6], ['2026-10', 1])
  expect(inferFirstOrderPerMonth(runs)).toEqual([{ month: '2026-10', first: 1001 }])
})

test('returns no month without orders', () => {
  expect(inferFirstOrderPerMonth([])).toEqual([])
})

test('for any clocks, months rise with the order numbers and begin with the first order', () => {
  const run = fc.tuple(
    fc.integer({ min: 2020, max: 2030 }).map((year) => `${year}-01`),
    fc.integer({ min: 1, max: 9 }),
  )
  fc.assert(
    fc.property(fc.array(run, { minLength: 1, maxLength: 40 }), (parts) => {
      const runs = buildRuns(...parts)
      const starts = inferFirstOrderPerMonth(runs)
      expect(starts[0]?.first).toBe(1001)
      for (const [index, { month, first }] of starts.entries()) {
        const next = starts[index + 1]
        if (next) expect([month < next.month, first < next.first]).toEqual([true, true])
      }
    }),
  )
})

test('lists the months whose range of orders changes', () => {
  const before = [
    { month: '2026-10', first: 1001 },
    { month: '2029-01', first: 1006 },
  ]
  const after = [
    { month: '2026-10', first: 1001 },
    { month: '2026-11', first: 1008 },
  ]
  expect(listMonthsWithMovedOrders(before, after)).toEqual(['2026-10', '2026-11', '2029-01'])
  expect(listMonthsWithMovedOrders(after, after)).toEqual([])
})
