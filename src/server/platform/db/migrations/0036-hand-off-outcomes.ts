import type { Kysely } from 'kysely'

/** What the provider calls the payee of a hand-off, and how a hand-off ended without a payment. */
export const handOffOutcomes = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('payment_attempt').addColumn('payee_names', 'text').execute()
    await db.schema.alterTable('payment_attempt').addColumn('closed_at', 'bigint').execute()
    await db.schema.alterTable('payment_attempt').addColumn('refusal', 'text').execute()
    await db.schema.alterTable('payment_attempt').addColumn('refused_approval', 'text').execute()
  },
}
