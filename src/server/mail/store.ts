import type { Database } from '../db/db.ts'
import type { MailOutboxTable } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'

/** When mail that nobody could deliver is tried again. */
export const NEVER = Number.MAX_SAFE_INTEGER

/** A mail that this process alone may hand over until `due_at`. */
export type ClaimedMail = MailOutboxTable

export type MailStore = ReturnType<typeof createMailStore>

/** The outbox. Times are epoch milliseconds. */
export function createMailStore({ read, write }: Database) {
  const settle = (mail: ClaimedMail, change: Partial<MailOutboxTable>) =>
    write((tx) =>
      tx
        .updateTable('mail_outbox')
        .set(change)
        .where('id', '=', mail.id)
        // Whoever claimed it after our time was over decides.
        .where('due_at', '=', mail.due_at)
        .where('sent_at', 'is', null)
        .execute(),
    )

  return {
    /** Asked first, because a claim takes the write lock. */
    async isAnyDue(now: number): Promise<boolean> {
      const due = read.selectFrom('mail_outbox').select('id').where('sent_at', 'is', null).where('due_at', '<=', now).limit(1)
      return (await due.executeTakeFirst()) !== undefined
    },

    /** Claims the oldest mail that is due, for `lease` ms: the conditions are checked twice, so that of two processes one wins. */
    claim: (now: number, lease: number, most: number): Promise<ClaimedMail[]> =>
      write((tx) =>
        tx
          .updateTable('mail_outbox')
          .set((eb) => ({ due_at: now + lease, attempts: eb('attempts', '+', 1) }))
          .where('sent_at', 'is', null)
          .where('due_at', '<=', now)
          .where('id', 'in', (eb) =>
            eb
              .selectFrom('mail_outbox')
              .select('id')
              .where('sent_at', 'is', null)
              .where('due_at', '<=', now)
              .orderBy('due_at')
              .limit(most),
          )
          .returningAll()
          .execute(),
      ),

    /** Its text is dropped: it may hold a link that lets its reader in. */
    markSent: (mail: ClaimedMail, now: number) => settle(mail, { sent_at: now, body: '', last_error: null }),

    markFailed: (mail: ClaimedMail, dueAt: number, error: string) => settle(mail, { due_at: dueAt, last_error: error }),
  }
}

type NewMail = Pick<MailOutboxTable, 'recipient' | 'subject' | 'body' | 'reply_to' | 'unsubscribe'>

export async function insertMail(tx: Tx, mail: NewMail): Promise<void> {
  const now = Date.now()
  const row = { id: crypto.randomUUID(), ...mail, attempts: 0, due_at: now, created_at: now }
  await tx
    .insertInto('mail_outbox')
    .values({ ...row, sent_at: null, last_error: null })
    .execute()
}
