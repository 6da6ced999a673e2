import type { Kysely } from 'kysely'

/**
 * What an admin says about a payment: what the decision is about (a mark by hand, a payment that does not match), how the
 * money came, its reference and the day. And the case and the deadline of a dispute.
 */
export const decisionsAboutPayments = {
  async up(db: Kysely<unknown>) {
    for (const column of ['subject', 'method', 'reference', 'paid_on'])
      await db.schema.alterTable('order_intent').addColumn(column, 'text').execute()
    await db.schema.alterTable('payment_fact').addColumn('case_id', 'text').execute()
    await db.schema.alterTable('payment_fact').addColumn('due_at', 'bigint').execute()
  },
}
