import { sql } from 'kysely'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { computeLatestPlausibleTime } from '#platform/db/wrong-clock-protection.ts'
import type { JobQueueTableDefinition } from '#platform/queue/queue.ts'
import { pageChanges } from '#server/content/records/queries.ts'

/** `change` is the time of the last change, in epoch ms. */
type UnsubmittedPage = { page: string; change: number }

/** The table has one permanent row. The process that claims it may submit. */
export const indexNowJobTable: JobQueueTableDefinition = { name: 'index_now_job' }

/** Lists pages that changed since their submission, but not in the last `debounce` ms. Includes implausible future times. */
export async function listUnsubmittedPages(db: DatabaseReader, now: number, debounce: number): Promise<UnsubmittedPage[]> {
  return db
    .selectFrom(pageChanges)
    .leftJoin('index_now_page', 'index_now_page.page', 'page_change.page')
    .select(['page_change.page', 'page_change.changed_at as change'])
    .where(({ eb, or }) =>
      or([
        eb('page_change.changed_at', '<=', now - debounce),
        eb('page_change.changed_at', '>', computeLatestPlausibleTime(now)),
      ]),
    )
    .where(sql<boolean>`page_change.changed_at > coalesce(index_now_page.submitted_changed_at, 0)`)
    .orderBy('page_change.page')
    .execute()
}

/** Stores the submission, so that a restart doesn't repeat it. */
export async function markPagesSubmitted(tx: Tx, submitted: readonly UnsubmittedPage[]): Promise<void> {
  const rows = submitted.map(({ page, change }) => ({ page, submitted_changed_at: change }))
  await tx
    .insertInto('index_now_page')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('page').doUpdateSet((eb) => ({ submitted_changed_at: eb.ref('excluded.submitted_changed_at') })),
    )
    .execute()
}

export async function makeIndexNowJobDueAgain(tx: Tx): Promise<void> {
  await tx.updateTable('index_now_job').set({ due_at: 0, attempts: 0 }).execute()
}
