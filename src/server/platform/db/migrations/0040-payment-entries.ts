import type { Kysely } from 'kysely'

/** Keeps with each payment fact what it adds to the books. The recount fills in the facts that are there already. */
export const paymentEntries = {
  async up(db: Kysely<unknown>) {
    for (const column of ['received_cents', 'refunded_cents'])
      await db.schema
        .alterTable('payment_fact')
        .addColumn(column, 'bigint', (definition) => definition.notNull().defaultTo(0))
        .execute()
    // Holds all that the sums of months need.
    await db.schema
      .createIndex('payment_fact_sums')
      .on('payment_fact')
      .columns(['live', 'at', 'received_cents', 'refunded_cents'])
      .execute()
  },
}
