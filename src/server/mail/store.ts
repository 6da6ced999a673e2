import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { before, type Page } from '../../contract/grammar/paging.ts'
import { statement } from '../platform/db/statement.ts'
import type { MailOutboxTable, Reader } from '../platform/db/tables.ts'
import type { Tx } from '../platform/db/write.ts'
import { type JobTable, NEVER } from '../platform/queue/queue.ts'

/** A mail that this process alone may hand over until `due_at`. */
export type ClaimedMail = MailOutboxTable

/** A mail that could not be handed over at the last attempt. Its text may hold a link that lets its reader in, and stays inside. */
export type FailedMail = Pick<MailOutboxTable, (typeof FAILURE_COLUMNS)[number]>

const FAILURE_COLUMNS = ['id', 'recipient', 'subject', 'attempts', 'last_error', 'due_at', 'claimed_at'] as const

/** Times are epoch milliseconds. In the words of the index `mail_outbox_due`. */
export const outbox: JobTable = { name: 'mail_outbox', isOpen: sql`sent_at is null` }

/** Mail that was given up: never due again. Worded so that the index of failed mail leads to the oldest. */
export const givenUp = sql`last_error is not null and coalesce(sent_at, 0) = 0 and due_at + 0 = ${NEVER}`

/** Its text and links are dropped: they may let their reader in. */
export async function markSent(tx: Tx, { id }: ClaimedMail): Promise<void> {
  const sent = { sent_at: Date.now(), body: '', unsubscribe: null, last_error: null }
  await tx.updateTable('mail_outbox').set(sent).where('id', '=', id).execute()
}

export async function noteFailure(tx: Tx, { id }: ClaimedMail, last_error: string): Promise<void> {
  await tx.updateTable('mail_outbox').set({ last_error }).where('id', '=', id).execute()
}

/** Newest first. */
export async function listFailedMail(db: Reader, page: { page: number; size: number }): Promise<Page<FailedMail>> {
  const records = await failedIn(db)
    .select(FAILURE_COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.size)
    .offset(before(page))
    .execute()
  const { total } = await failedIn(db)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { records, total }
}

/** Makes a failed mail due; one that is under way is left to whoever has it. Undefined where no such mail waits. */
export async function makeDue(tx: Tx, id: string, now: number): Promise<FailedMail | undefined> {
  await tx
    .updateTable('mail_outbox')
    .set({ due_at: now })
    .where('id', '=', id)
    .where('last_error', 'is not', null)
    .where('claimed_at', 'is', null)
    .execute()
  return failedIn(tx).select(FAILURE_COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** What was sent has no error any more. In the words of the index `mail_outbox_failed`. */
function failedIn(db: Reader) {
  return db.selectFrom('mail_outbox').where('last_error', 'is not', null)
}

type NewMail = Pick<MailOutboxTable, 'recipient' | 'subject' | 'body' | 'reply_to' | 'unsubscribe'>

const insertRow = statement((db, { id, now, ...mail }: NewMail & { id: string; now: number }) =>
  db
    .insertInto('mail_outbox')
    .values({ id, ...mail, attempts: 0, due_at: now, created_at: now, claimed_at: null, sent_at: null, last_error: null }),
)

export async function insertMail(tx: Tx, mail: NewMail): Promise<void> {
  await insertRow(tx, { ...mail, id: randomUUIDv7(), now: Date.now() })
}
