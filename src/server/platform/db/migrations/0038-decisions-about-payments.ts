import type { Kysely } from 'kysely'

/**
 * Adds what an admin says about a payment: the transaction of the decision, how the money arrived, its reference and the
 * day. Also adds the case id and the deadline of a dispute.
 */
export const decisionsAboutPayments = {
  async up(db: Kysely<unknown>) {
    for (const column of ['subject', 'method', 'reference', 'paid_on'])
      await db.schema.alterTable('order_intent').addColumn(column, 'text').execute()
    await db.schema.alterTable('payment_fact').addColumn('case_id', 'text').execute()
    await db.schema.alterTable('payment_fact').addColumn('due_at', 'bigint').execute()
  },
}
