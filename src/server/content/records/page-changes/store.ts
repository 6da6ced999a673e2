import { sql } from 'kysely'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'

/** `page` is a page's name, or the path of a record's own page. Times are epoch ms. */
export type PageChangeTime = { page: string; changedAt: number }

/** Sets the pages' change time. Each time is later than the one before, even if the clock goes back. */
export async function savePageChangeTimes(tx: Tx, pages: readonly string[]): Promise<void> {
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

export async function listPageChangeTimes(db: DatabaseReader): Promise<PageChangeTime[]> {
  const rows = await db.selectFrom('page_change').selectAll().execute()
  return rows.map(({ page, changed_at }) => ({ page, changedAt: changed_at }))
}
