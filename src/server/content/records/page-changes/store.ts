import { sql } from 'kysely'
import type { Tx } from '../../../platform/db/database-writer.ts'
import type { DatabaseReader } from '../../../platform/db/tables.ts'

/** When what a public page shows was last changed, in epoch ms: a page by its name, and of a record also by its path. */
export type PageChange = { page: string; changedAt: number }

/** Notes that these pages changed. Each time is later than the one before, whatever the clock does. */
export async function savePageChanges(tx: Tx, pages: readonly string[]): Promise<void> {
  if (pages.length === 0) return
  const now = Date.now()
  await tx
    .insertInto('page_change')
    .values(pages.map((page) => ({ page, changed_at: now })))
    .onConflict((conflict) =>
      conflict.column('page').doUpdateSet({
        changed_at: sql`case when page_change.changed_at < ${now} then ${now} else page_change.changed_at + 1 end`,
      }),
    )
    .execute()
}

/** One row per page, however much was ever saved. */
export async function loadPageChanges(db: DatabaseReader): Promise<PageChange[]> {
  const rows = await db.selectFrom('page_change').selectAll().execute()
  return rows.map(({ page, changed_at }) => ({ page, changedAt: changed_at }))
}
