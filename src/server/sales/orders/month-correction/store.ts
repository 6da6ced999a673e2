import type { FindCorrectionsFunction } from '#platform/db/counter-differences.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { computeLatestPlausibleTime } from '#platform/db/wrong-clock-protection.ts'
import { lockOrderCounters } from '../counters/store.ts'
import { rewriteMonthCounters } from '../recount/store.ts'
import {
  inferFirstOrderPerMonth,
  listMonthsWithMovedOrders,
  type MonthFirstOrder,
  type SameMonthOrderSequence,
} from './infer-first-order-per-month.ts'

/** How many orders one query reads, which takes a few ms. */
const BATCH_SIZE = 1_000

/** The weight of an order with a future date: it decides the month only if no other order contradicts it. */
const FUTURE_DATE_WEIGHT = 1e-6

/** Yields a correction if orders count in a wrong month, as they do after a clock was wrong. */
export const findOrderMonthCorrections: FindCorrectionsFunction = async function* (db, yieldToEventLoop) {
  const runs = createMonthRunReader()
  while (await runs.readBatch(db)) await yieldToEventLoop()
  if (listMonthsWithMovedOrders(await loadMonthStarts(db), inferFirstOrderPerMonth(runs.all)).length === 0) return
  yield async (tx) => {
    await lockOrderCounters(tx)
    // Reads only the orders placed since: a date never changes.
    while (await runs.readBatch(tx));
    const [before, after] = [await loadMonthStarts(tx), inferFirstOrderPerMonth(runs.all)]
    const changedMonths = listMonthsWithMovedOrders(before, after)
    if (changedMonths.length === 0) return undefined
    await rewriteMonths(tx, after, changedMonths)
    return `the months of orders: ${changedMonths.join(', ')}`
  }
}

/** Collects the runs of all orders, one query at a time. */
function createMonthRunReader() {
  const all: SameMonthOrderSequence[] = []
  const latest = computeLatestPlausibleTime(Date.now())
  let last = 0

  return {
    all,
    /** Returns false after the last order. */
    async readBatch(db: DatabaseReader): Promise<boolean> {
      const batch = await db
        .selectFrom('orders')
        .select(['number', 'placed_at', 'placed_on', 'month'])
        .where('number', '>', last)
        .orderBy('number')
        .limit(BATCH_SIZE)
        .execute()
      for (const { number, placed_at, placed_on, month: countedMonth } of batch) {
        const month = placed_on?.slice(0, 7) ?? countedMonth
        const [weight, run] = [placed_at > latest ? FUTURE_DATE_WEIGHT : 1, all.at(-1)]
        if (run?.month === month) run.weight += weight
        else all.push({ month, first: number, weight })
        last = number
      }
      return batch.length > 0
    },
  }
}

async function loadMonthStarts(db: DatabaseReader): Promise<MonthFirstOrder[]> {
  const months = await db.selectFrom('order_month').select(['month', 'first_number as first']).orderBy('month').execute()
  return months.map(({ month, first }) => ({ month, first: Number(first) }))
}

async function rewriteMonths(tx: Tx, months: readonly MonthFirstOrder[], changed: readonly string[]): Promise<void> {
  await tx.deleteFrom('order_month').where('month', 'in', changed).execute()
  await tx.deleteFrom('order_counter').where('month', 'in', changed).execute()
  for (const [index, { month, first }] of months.entries()) {
    if (!changed.includes(month)) continue
    const range = { from: first, to: months[index + 1]?.first ?? Number.MAX_SAFE_INTEGER }
    await tx.insertInto('order_month').values({ month, first_number: first }).execute()
    await tx
      .updateTable('orders')
      .set({ month })
      .where('number', '>=', range.from)
      .where('number', '<', range.to)
      .where('month', '!=', month)
      .execute()
    await rewriteMonthCounters(tx, month, range)
  }
  await tx
    .updateTable('order_sequence')
    .set({ last_month: months.at(-1)?.month ?? '' })
    .where('id', '=', 1)
    .execute()
}
