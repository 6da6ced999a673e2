import { addMonths, businessMonth, monthStart } from '../../../../contract/grammar/business-days.ts'
import { latestPlausible } from '../../../platform/db/clock.ts'
import type { Suspect } from '../../../platform/db/kept-totals.ts'
import type { Reader } from '../../../platform/db/tables.ts'
import type { Tx } from '../../../platform/db/write.ts'
import { takeBooks } from '../books/store.ts'
import { rewriteTallies } from '../recount/store.ts'
import { changedMonths, inferMonthStarts, type MonthStart, type Run } from './infer-month-starts.ts'

/** How many orders one query reads: a few ms of work. */
const AT_ONCE = 1_000

/** The weight of an order with a future date: it decides the month only if no other order contradicts it. */
const UNLIKELY = 1e-6

/**
 * Yields a correction if orders count in a wrong month. That happens after the owner changed the time zone, or while a
 * clock was wrong.
 */
export async function* suspectMonths(db: Reader, rest: () => Promise<void>, timeZone: string): AsyncGenerator<Suspect> {
  const runs = createRuns(timeZone)
  while (await runs.readSome(db)) await rest()
  if (changedMonths(await keptMonths(db), inferMonthStarts(runs.all)).length === 0) return
  yield async (tx) => {
    await takeBooks(tx)
    // Reads only the orders placed since: a date never changes.
    while (await runs.readSome(tx));
    const [before, after] = [await keptMonths(tx), inferMonthStarts(runs.all)]
    const changed = changedMonths(before, after)
    if (changed.length === 0) return undefined
    await moveMonths(tx, after, changed)
    return `the months of orders: ${changed.join(', ')}`
  }
}

/** Collects the runs of all orders, one query at a time. */
function createRuns(timeZone: string) {
  const all: Run[] = []
  const monthOf = createMonthOf(timeZone)
  const latest = latestPlausible(Date.now())
  let last = 0

  return {
    all,
    /** Returns false after the last order. */
    async readSome(db: Reader): Promise<boolean> {
      const some = await db
        .selectFrom('orders')
        .select(['number', 'placed_at'])
        .where('number', '>', last)
        .orderBy('number')
        .limit(AT_ONCE)
        .execute()
      for (const { number, placed_at } of some) {
        const [month, weight, run] = [monthOf(placed_at), placed_at > latest ? UNLIKELY : 1, all.at(-1)]
        if (run?.month === month) run.weight += weight
        else all.push({ month, first: number, weight })
        last = number
      }
      return some.length > 0
    },
  }
}

/** Returns a function for the month of a time. It computes a month's bounds once, because consecutive orders share them. */
function createMonthOf(timeZone: string): (at: number) => string {
  let known = { month: '', from: 0, to: 0 }
  return (at) => {
    if (at < known.from || at >= known.to) {
      const month = businessMonth(timeZone, at)
      known = { month, from: monthStart(timeZone, month), to: monthStart(timeZone, addMonths(month, 1)) }
    }
    return known.month
  }
}

async function keptMonths(db: Reader): Promise<MonthStart[]> {
  const months = await db.selectFrom('order_month').select(['month', 'first_number as first']).orderBy('month').execute()
  return months.map(({ month, first }) => ({ month, first: Number(first) }))
}

async function moveMonths(tx: Tx, months: readonly MonthStart[], changed: readonly string[]): Promise<void> {
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
    await rewriteTallies(tx, month, range)
  }
  await tx
    .updateTable('order_books')
    .set({ last_month: months.at(-1)?.month ?? '' })
    .where('id', '=', 1)
    .execute()
}
