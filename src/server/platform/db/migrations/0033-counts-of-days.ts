import { type Kysely, sql } from 'kysely'

const DAY = sql.raw(String(24 * 60 * 60 * 1000))

/** How many messages and subscribers each day has in its lists, by which a page far back is found without walking there. */
export const countsOfDays = {
  async up(db: Kysely<unknown>) {
    const kinds = ['inbox', 'archive', 'spam'].flatMap((place) => ['UnRead', 'Read'].map((status) => ({ place, status })))
    const columns = kinds.map(({ place, status }) => `${place}_${status.toLowerCase()}`)
    let table = db.schema.createTable('message_day').addColumn('day', 'bigint', (column) => column.primaryKey())
    for (const name of columns) table = table.addColumn(name, 'bigint', (column) => column.notNull())
    await table.execute()
    const counts = kinds.map(({ place, status }) => sql`count(case when place = ${place} and status = ${status} then 1 end)`)
    await sql`
      insert into message_day (day, ${sql.join(columns.map((name) => sql.ref(name)))})
      select received_at / ${DAY}, ${sql.join(counts)} from message group by 1`.execute(db)

    await db.schema
      .createTable('subscriber_day')
      .addColumn('day', 'bigint', (column) => column.primaryKey())
      .addColumn('listed', 'bigint', (column) => column.notNull())
      .execute()
    await sql`
      insert into subscriber_day (day, listed)
      select created_at / ${DAY}, count(*) from subscriber where ended_at is null group by 1`.execute(db)
  },
}
