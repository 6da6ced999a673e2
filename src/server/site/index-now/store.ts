import { sql } from 'kysely'
import { latestPlausible } from '../../platform/db/clock.ts'
import type { Reader } from '../../platform/db/tables.ts'
import type { Tx } from '../../platform/db/write.ts'
import type { JobTable } from '../../platform/queue/queue.ts'

/** A page whose last change was not submitted, by name, with the time of that change in epoch ms. */
export type Unsubmitted = { page: string; change: number }

/** One row, which is never done for good: whoever claims it may submit. */
export const indexNowJobs: JobTable = { name: 'index_now_turn' }

/** The pages that changed since they were submitted, and not within the last `debounce` ms; or seem to change in times to come. */
export async function unsubmittedPages(db: Reader, now: number, debounce: number): Promise<Unsubmitted[]> {
  return db
    .selectFrom('page_change')
    .leftJoin('index_now_page', 'index_now_page.page', 'page_change.page')
    .select(['page_change.page', 'page_change.changed_at as change'])
    .where(({ eb, or }) =>
      or([eb('page_change.changed_at', '<=', now - debounce), eb('page_change.changed_at', '>', latestPlausible(now))]),
    )
    .where(sql<boolean>`page_change.changed_at > coalesce(index_now_page.told_change, 0)`)
    .orderBy('page_change.page')
    .execute()
}

/** What was submitted, in the database: a restart neither forgets nor repeats it. */
export async function markSubmitted(tx: Tx, submitted: readonly Unsubmitted[]): Promise<void> {
  const rows = submitted.map(({ page, change }) => ({ page, told_change: change }))
  await tx
    .insertInto('index_now_page')
    .values(rows)
    .onConflict((conflict) => conflict.column('page').doUpdateSet((eb) => ({ told_change: eb.ref('excluded.told_change') })))
    .execute()
}

/** The next run may begin at once. */
export async function makeDue(tx: Tx): Promise<void> {
  await tx.updateTable('index_now_turn').set({ due_at: 0, attempts: 0 }).execute()
}
