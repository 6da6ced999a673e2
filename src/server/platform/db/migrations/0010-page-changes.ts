import { type Kysely, sql } from 'kysely'

/** When each public page last changed, and what of it search engines were told. */
export const pageChanges = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('page_change')
      .addColumn('page', 'text', (column) => column.primaryKey())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .execute()
    // Until now nobody knew which page a save changed: any may have been the last.
    for (const page of ['Home', 'Services', 'Pricing', 'Contact', 'Privacy', 'Terms']) {
      await sql`
        insert into page_change (page, changed_at)
        select ${sql.lit(page)}, max(saved_at) from content_revision having count(*) > 0`.execute(db)
    }
    await db.schema
      .createTable('index_now_page')
      .addColumn('page', 'text', (column) => column.primaryKey())
      .addColumn('told_change', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema
      .createTable('index_now_turn')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('failures', 'integer', (column) => column.notNull())
      .execute()
    await sql`insert into index_now_turn (id, due_at, failures) values (1, 0, 0)`.execute(db)
  },
}
