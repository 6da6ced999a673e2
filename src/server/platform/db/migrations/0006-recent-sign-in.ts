import type { Kysely } from 'kysely'

/** When the holder of a session gave the password again, and was seen last; and the codes of the second factor that were spent. */
export const recentSignIn = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('session').addColumn('confirmedAt', 'bigint').execute()
    await db.schema.alterTable('session').addColumn('seenAt', 'bigint').execute()
    await db.schema
      .createTable('spent_code')
      .addColumn('user_id', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('spent_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('spent_code_pk', ['user_id', 'code'])
      .execute()
  },
}
