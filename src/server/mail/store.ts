import { type RawBuilder, sql } from 'kysely'
import { before, type Page } from '../../contract/paging.ts'
import { latestPlausible } from '../db/clock.ts'
import type { Database } from '../db/db.ts'
import type { MailOutboxTable } from '../db/tables.ts'
import type { Tx } from '../db/write.ts'
import { pausesBelowLongest, type Timing } from './timing.ts'

/** When mail that nobody could deliver is tried again. */
export const NEVER = Number.MAX_SAFE_INTEGER

/** A mail that this process alone may hand over until `due_at`. */
export type ClaimedMail = MailOutboxTable

/** A mail that could not be handed over at the last attempt. Its text may hold a link that lets its reader in, and stays inside. */
export type FailedMail = Pick<MailOutboxTable, (typeof TOLD)[number]>

const TOLD = ['id', 'recipient', 'subject', 'attempts', 'last_error', 'due_at', 'claimed_at'] as const

export type MailStore = ReturnType<typeof createMailStore>

/** The outbox. Times are epoch milliseconds. */
export function createMailStore({ read, write }: Database, timing: Timing) {
  const isDue = dueBy(timing)
  const settle = (mail: ClaimedMail, change: Partial<MailOutboxTable>) =>
    write((tx) =>
      tx
        .updateTable('mail_outbox')
        .set({ ...change, claimed_at: null })
        .where('id', '=', mail.id)
        // Whoever claimed it after our time was over decides.
        .where('due_at', '=', mail.due_at)
        .where('sent_at', 'is', null)
        .execute(),
    )

  return {
    /** Asked first, because a claim takes the write lock. */
    async isAnyDue(now: number): Promise<boolean> {
      const due = read.selectFrom('mail_outbox').select('id').where('sent_at', 'is', null).where(isDue(now)).limit(1)
      return (await due.executeTakeFirst()) !== undefined
    },

    /** Claims the oldest mail that is due, for the lease: the conditions are checked twice, so that of two processes one wins. */
    claim: (now: number, most: number): Promise<ClaimedMail[]> =>
      write((tx) =>
        tx
          .updateTable('mail_outbox')
          .set((eb) => ({ due_at: now + timing.lease, claimed_at: now, attempts: eb('attempts', '+', 1) }))
          .where('sent_at', 'is', null)
          .where(isDue(now))
          .where('id', 'in', (eb) =>
            eb
              .selectFrom('mail_outbox')
              .select('id')
              .where('sent_at', 'is', null)
              .where(isDue(now))
              .orderBy('due_at')
              .limit(most),
          )
          .returningAll()
          .execute(),
      ),

    /** Its text and links are dropped: they may let their reader in. */
    markSent: (mail: ClaimedMail, now: number) => settle(mail, { sent_at: now, body: '', unsubscribe: null, last_error: null }),

    markFailed: (mail: ClaimedMail, dueAt: number, error: string) => settle(mail, { due_at: dueAt, last_error: error }),

    /** Newest first. */
    async failed(page: { page: number; size: number }): Promise<Page<FailedMail>> {
      const records = await failedIn(read)
        .select(TOLD)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(page.size)
        .offset(before(page))
        .execute()
      const { total } = await failedIn(read)
        .select(({ fn }) => fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return { records, total }
    },

    /** Makes a failed mail due; one that is under way is left to whoever has it. Undefined where no such mail waits. */
    makeDue: (id: string, now: number): Promise<FailedMail | undefined> =>
      write(async (tx) => {
        await tx
          .updateTable('mail_outbox')
          .set({ due_at: now })
          .where('id', '=', id)
          .where('last_error', 'is not', null)
          .where('claimed_at', 'is', null)
          .execute()
        return failedIn(tx).select(TOLD).where('id', '=', id).executeTakeFirst()
      }),
  }
}

/**
 * Whether a mail's time has come, or lies further ahead than what set it could have: the lease of a claim, the pause
 * after so many failures, or nothing for new mail. What was given up is never due.
 */
function dueBy(timing: Timing) {
  const { lease, firstPause, longestPause } = timing
  const longestWait = sql`case when claimed_at is not null then ${lease} when attempts = 0 then 0
    when attempts > ${pausesBelowLongest(timing)} then ${longestPause} else ${firstPause} * (1 << (attempts - 1)) end`
  return (now: number): RawBuilder<boolean> => {
    const latest = latestPlausible(now)
    // The bare comparisons say nothing more; the index `mail_outbox_due` understands them.
    return sql`(due_at <= ${now} or (due_at > ${latest} and due_at < ${NEVER} and due_at - ${longestWait} > ${latest}))`
  }
}

/** What was sent has no error any more. In the words of the index `mail_outbox_failed`. */
function failedIn(db: Database['read'] | Tx) {
  return db.selectFrom('mail_outbox').where('last_error', 'is not', null)
}

type NewMail = Pick<MailOutboxTable, 'recipient' | 'subject' | 'body' | 'reply_to' | 'unsubscribe'>

export async function insertMail(tx: Tx, mail: NewMail): Promise<void> {
  const now = Date.now()
  const row = { id: crypto.randomUUID(), ...mail, attempts: 0, due_at: now, created_at: now }
  await tx
    .insertInto('mail_outbox')
    .values({ ...row, claimed_at: null, sent_at: null, last_error: null })
    .execute()
}
