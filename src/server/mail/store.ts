import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { getOffset, type ListPage } from '../../contract/core/paging.ts'
import type { Tx } from '../platform/db/database-writer.ts'
import { definePreparedStatement } from '../platform/db/prepared-statement.ts'
import type { DatabaseReader, EmailOutboxTable } from '../platform/db/tables.ts'
import { type JobQueueTable, NEVER_DUE } from '../platform/queue/queue.ts'

/** A mail that this process alone may hand over until `due_at`. */
export type ClaimedEmail = EmailOutboxTable

/** A mail that could not be handed over at the last attempt. Its text may hold a link that lets its reader in, and stays inside. */
export type StoredFailedEmail = Pick<EmailOutboxTable, (typeof FAILED_EMAIL_COLUMNS)[number]>

const FAILED_EMAIL_COLUMNS = ['id', 'recipient', 'subject', 'attempts', 'last_error', 'due_at', 'claimed_at'] as const

/** Times are epoch milliseconds. In the words of the index `email_outbox_due`. */
export const emailOutboxTable: JobQueueTable = { name: 'email_outbox', openCondition: sql`sent_at is null` }

/** Mail that was given up: never due again. Worded so that the index of failed mail leads to the oldest. */
export const abandonedEmailCondition = sql`last_error is not null and coalesce(sent_at, 0) = 0 and due_at + 0 = ${NEVER_DUE}`

/** Its text and links are dropped: they may let their reader in. */
export async function markEmailSent(tx: Tx, { id }: ClaimedEmail): Promise<void> {
  const sent = { sent_at: Date.now(), body: '', unsubscribe: null, last_error: null }
  await tx.updateTable('email_outbox').set(sent).where('id', '=', id).execute()
}

export async function recordEmailFailure(tx: Tx, { id }: ClaimedEmail, last_error: string): Promise<void> {
  await tx.updateTable('email_outbox').set({ last_error }).where('id', '=', id).execute()
}

/** Newest first. */
export async function listFailedEmails(
  db: DatabaseReader,
  page: { page: number; size: number },
): Promise<ListPage<StoredFailedEmail>> {
  const records = await selectFailed(db)
    .select(FAILED_EMAIL_COLUMNS)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.size)
    .offset(getOffset(page))
    .execute()
  const { total } = await selectFailed(db)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return { records, total }
}

/** Makes a failed mail due; one that is under way is left to whoever has it. Undefined where no such mail waits. */
export async function rescheduleFailedEmail(tx: Tx, id: string, now: number): Promise<StoredFailedEmail | undefined> {
  await tx
    .updateTable('email_outbox')
    .set({ due_at: now })
    .where('id', '=', id)
    .where('last_error', 'is not', null)
    .where('claimed_at', 'is', null)
    .execute()
  return selectFailed(tx).select(FAILED_EMAIL_COLUMNS).where('id', '=', id).executeTakeFirst()
}

/** What was sent has no error any more. In the words of the index `email_outbox_failed`. */
function selectFailed(db: DatabaseReader) {
  return db.selectFrom('email_outbox').where('last_error', 'is not', null)
}

type NewEmail = Pick<EmailOutboxTable, 'recipient' | 'subject' | 'body' | 'reply_to' | 'unsubscribe'>

const insertRow = definePreparedStatement((db, { id, now, ...mail }: NewEmail & { id: string; now: number }) =>
  db
    .insertInto('email_outbox')
    .values({ id, ...mail, attempts: 0, due_at: now, created_at: now, claimed_at: null, sent_at: null, last_error: null }),
)

export async function insertEmail(tx: Tx, mail: NewEmail): Promise<void> {
  await insertRow(tx, { ...mail, id: randomUUIDv7(), now: Date.now() })
}
