import type { Kysely } from 'kysely'

/** Whose account may be paid: typed a second time by an admin. */
export const payeeConfirmation = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('payee_confirmation')
      .addColumn('email', 'text', (column) => column.primaryKey())
      .addColumn('confirmed_at', 'bigint', (column) => column.notNull())
      .addColumn('confirmed_by', 'text', (column) => column.notNull())
      .execute()
  },
}
