import { sql } from 'kysely'
import { latestPlausible } from '../db/clock.ts'
import type { Reader } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'
import type { JobTable } from '../queue/queue.ts'

/** A page whose last change nobody was told of, by name, with the time of that change in epoch ms. */
export type Untold = { page: string; change: number }

/** One row, which is never done for good: whoever claims it may tell. */
export const turns: JobTable = { name: 'index_now_turn' }

/** The pages that changed since they were told, and have rested for `rest` ms; or seem to change in times to come. */
export async function untoldPages(db: Reader, now: number, rest: number): Promise<Untold[]> {
  return db
    .selectFrom('page_change')
    .leftJoin('index_now_page', 'index_now_page.page', 'page_change.page')
    .select(['page_change.page', 'page_change.changed_at as change'])
    .where(({ eb, or }) =>
      or([eb('page_change.changed_at', '<=', now - rest), eb('page_change.changed_at', '>', latestPlausible(now))]),
    )
    .where(sql<boolean>`page_change.changed_at > coalesce(index_now_page.told_change, 0)`)
    .orderBy('page_change.page')
    .execute()
}

/** What search engines were told, in the database: a restart neither forgets nor repeats it. */
export async function markTold(tx: Tx, told: readonly Untold[]): Promise<void> {
  const rows = told.map(({ page, change }) => ({ page, told_change: change }))
  await tx
    .insertInto('index_now_page')
    .values(rows)
    .onConflict((conflict) => conflict.column('page').doUpdateSet((eb) => ({ told_change: eb.ref('excluded.told_change') })))
    .execute()
}

/** The next turn may be taken at once. */
export async function openTurn(tx: Tx): Promise<void> {
  await tx.updateTable('index_now_turn').set({ due_at: 0, attempts: 0 }).execute()
}
