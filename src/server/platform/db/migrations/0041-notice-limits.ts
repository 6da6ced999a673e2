import type { Kysely } from 'kysely'

/** Adds the hand-off and the customer of each payment notice. Each has a limit of waiting notices. */
export const noticeLimits = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('payment_notice').addColumn('attempt_id', 'text').execute()
    await db.schema.alterTable('payment_notice').addColumn('account', 'text').execute()
    await db.schema.createIndex('payment_notice_by_attempt').on('payment_notice').columns(['attempt_id', 'state']).execute()
    await db.schema.createIndex('payment_notice_by_account').on('payment_notice').columns(['account', 'state']).execute()
  },
}
