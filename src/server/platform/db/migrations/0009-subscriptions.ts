import { type Kysely, sql } from 'kysely'

/** Who was asked, who confirmed and who left. Whoever subscribed before was never asked, so none has confirmed yet. */
export const subscriptions = {
  async up(db: Kysely<unknown>) {
    for (const column of ['asked_at', 'mailed_at', 'link_ends_at', 'confirmed_at', 'ended_at'])
      await db.schema.alterTable('subscriber').addColumn(column, 'bigint').execute()
    await db.schema.alterTable('subscriber').addColumn('link_hash', 'text').execute()
    await db.schema.createIndex('subscriber_link').on('subscriber').column('link_hash').unique().execute()
    await db.schema.dropIndex('subscriber_newest').execute()
    await db.schema
      .createIndex('subscriber_listed')
      .on('subscriber')
      .columns(['created_at', 'id'])
      .where(sql.ref('ended_at'), 'is', null)
      .execute()
    await db.schema
      .createIndex('subscriber_confirmed')
      .on('subscriber')
      .columns(['confirmed_at', 'id'])
      .where(sql.ref('confirmed_at'), 'is not', null)
      .where(sql.ref('ended_at'), 'is', null)
      .execute()
    await db.schema
      .createTable('subscriber_total')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('listed', 'bigint', (column) => column.notNull())
      .execute()
    await sql`insert into subscriber_total (id, listed) select 1, count(*) from subscriber`.execute(db)
  },
}
