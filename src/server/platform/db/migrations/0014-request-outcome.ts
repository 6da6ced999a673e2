import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'

/** What became of requests that came with an Idempotency-Key; messages need no memory of their own for that any more. */
export function requestOutcome(type: Database['type']) {
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('request_outcome')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('fingerprint', 'text', (column) => column.notNull())
        .addColumn('outcome', 'text')
        .addColumn('kept_until', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('request_outcome_kept').on('request_outcome').column('kept_until').execute()
      if (type === 'postgres') await db.schema.alterTable('message').dropColumn('once').execute()
      else await rebuildMessages(db)
    },
  }
}

const COLUMNS = ['id', 'name', 'email', 'number', 'subject', 'body', 'searched', 'status', 'place', 'received_at']

/** SQLite drops no column that is unique: the table is written anew without it. */
async function rebuildMessages(db: Kysely<unknown>): Promise<void> {
  const table = COLUMNS.reduce(
    (built, name) =>
      built.addColumn(name, name === 'received_at' ? 'bigint' : 'text', (column) =>
        name === 'id' ? column.primaryKey() : column.notNull(),
      ),
    db.schema.createTable('message_anew'),
  )
  await table.execute()
  const columns = sql.join(COLUMNS.map((name) => sql.ref(name)))
  await sql`insert into message_anew (${columns}) select ${columns} from message`.execute(db)
  await db.schema.dropTable('message').execute()
  await db.schema.alterTable('message_anew').renameTo('message').execute()
  const newest = db.schema.createIndex('message_newest').on('message')
  await newest.columns(['place', 'received_at', 'id']).execute()
  const ofStatus = db.schema.createIndex('message_newest_of_status').on('message')
  await ofStatus.columns(['place', 'status', 'received_at', 'id']).execute()
}
