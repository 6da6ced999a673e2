import { sql } from 'kysely'
import { computeLatestPlausibleTime } from '../../platform/db/clock-checks.ts'
import type { Tx } from '../../platform/db/database-writer.ts'
import type { DatabaseReader } from '../../platform/db/tables.ts'
import type { JobQueueTable } from '../../platform/queue/queue.ts'

/** A page whose last change was not submitted, by name, with the time of that change in epoch ms. */
export type UnsubmittedPage = { page: string; change: number }

/** One row, which is never done for good: whoever claims it may submit. */
export const indexNowJobs: JobQueueTable = { name: 'index_now_job' }

/** The pages that changed since they were submitted, and not within the last `debounce` ms; or seem to change in times to come. */
export async function listUnsubmittedPages(db: DatabaseReader, now: number, debounce: number): Promise<UnsubmittedPage[]> {
  return db
    .selectFrom('page_change')
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

/** What was submitted, in the database: a restart neither forgets nor repeats it. */
export async function markSubmitted(tx: Tx, submitted: readonly UnsubmittedPage[]): Promise<void> {
  const rows = submitted.map(({ page, change }) => ({ page, submitted_changed_at: change }))
  await tx
    .insertInto('index_now_page')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('page').doUpdateSet((eb) => ({ submitted_changed_at: eb.ref('excluded.submitted_changed_at') })),
    )
    .execute()
}

/** The next run may begin at once. */
export async function rescheduleNow(tx: Tx): Promise<void> {
  await tx.updateTable('index_now_job').set({ due_at: 0, attempts: 0 }).execute()
}
