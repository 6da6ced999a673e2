import { type Kysely, sql } from 'kysely'

/** How many messages lie where, kept with each change: counting them took longer with every message. */
export const messageTotal = {
  async up(db: Kysely<unknown>) {
    const kinds = ['inbox', 'archive', 'spam'].flatMap((place) => ['UnRead', 'Read'].map((status) => ({ place, status })))
    const columns = kinds.map(({ place, status }) => `${place}_${status.toLowerCase()}`)
    let table = db.schema.createTable('message_total').addColumn('id', 'integer', (column) => column.primaryKey())
    for (const name of columns) table = table.addColumn(name, 'bigint', (column) => column.notNull())
    await table.execute()
    const counts = kinds.map(
      ({ place, status }) => sql`(select count(*) from message where place = ${place} and status = ${status})`,
    )
    await sql`
      insert into message_total (id, ${sql.join(columns.map((name) => sql.ref(name)))}) select 1, ${sql.join(counts)}`.execute(db)
  },
}
