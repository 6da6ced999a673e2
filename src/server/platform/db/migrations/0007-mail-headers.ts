import type { Kysely } from 'kysely'

/** Whom a mail is to be answered to, and where its reader can take themselves off the list. */
export const mailHeaders = {
  async up(db: Kysely<unknown>) {
    await db.schema.alterTable('mail_outbox').addColumn('reply_to', 'text').execute()
    await db.schema.alterTable('mail_outbox').addColumn('unsubscribe', 'text').execute()
  },
}
