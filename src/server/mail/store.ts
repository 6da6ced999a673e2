import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { ListPage } from '#contract/core/paging.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { definePreparedStatement } from '#platform/db/prepared-statement.ts'
import { countRows, readListPage } from '#platform/db/read-list-page.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { type JobQueueTableDefinition, NEVER_DUE } from '#platform/queue/queue.ts'
import type { EmailOutboxTable } from './tables.ts'

/** An email that only this process may send until `due_at`. */
export type ClaimedOutboxEmail = EmailOutboxTable

/** An email whose last attempt failed, without its text. The text may hold a log-in link. */
export type StoredFailedEmail = Pick<EmailOutboxTable, (typeof FAILED_EMAIL_COLUMNS)[number]>

const FAILED_EMAIL_COLUMNS = ['id', 'recipient', 'subject', 'attempts', 'last_error', 'due_at', 'claimed_at'] as const

/** The outbox as a job queue. `openCondition` matches the index `email_outbox_due`. */
export const emailQueueTable: JobQueueTableDefinition = { name: 'email_outbox', openCondition: sql`sent_at is null` }

/** Selects emails that the server has given up. The expression matches the index of failed emails. */
export const permanentlyFailedEmailCondition = sql`last_error is not null and coalesce(sent_at, 0) = 0 and due_at + 0 = ${NEVER_DUE}`

/** Also deletes the content, because its links may let a reader log in. */
export async function markEmailSent(tx: Tx, { id }: ClaimedOutboxEmail): Promise<void> {
  const changes = { sent_at: Date.now(), body: '', last_error: null }
  await tx.updateTable('email_outbox').set(changes).where('id', '=', id).execute()
}

export async function recordEmailFailure(tx: Tx, { id }: ClaimedOutboxEmail, last_error: string): Promise<void> {
  await tx.updateTable('email_outbox').set({ last_error }).where('id', '=', id).execute()
}

export async function listEmailsWithFailedAttempt(
  db: DatabaseReader,
  page: { page: number; size: number },
): Promise<ListPage<StoredFailedEmail>> {
  return readListPage(selectFailed(db).select(FAILED_EMAIL_COLUMNS).orderBy('created_at', 'desc').orderBy('id', 'desc'), page)
}

/** Makes a failed email due. Skips emails that a process is sending. Returns undefined if no failed email has this id. */
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

/** Sent emails have no error. The condition matches the index `email_outbox_failed`. */
function selectFailed(db: DatabaseReader) {
  return db.selectFrom('email_outbox').where('last_error', 'is not', null)
}

export type NewEmail = Pick<EmailOutboxTable, 'recipient' | 'subject' | 'body'>

type EmailTimes = { now: number; due: number }

const insertRow = definePreparedStatement((db, { id, now, due, ...mail }: NewEmail & EmailTimes & { id: string }) =>
  db
    .insertInto('email_outbox')
    .values({ id, ...mail, attempts: 0, due_at: due, created_at: now, claimed_at: null, sent_at: null, last_error: null }),
)

/** Returns the new id. The email is due after `delay` ms. */
export async function insertEmail(tx: Tx, mail: NewEmail, delay: number): Promise<string> {
  const [id, now] = [randomUUIDv7(), Date.now()]
  await insertRow(tx, { ...mail, id, now, due: now + delay })
  return id
}

/** Changes what an email says. Returns false if a process sends it now or tried to. */
export async function replaceUnsentEmail(tx: Tx, id: string, mail: NewEmail): Promise<boolean> {
  const unsent = tx.updateTable('email_outbox').set(mail).where('id', '=', id).where('sent_at', 'is', null)
  const untried = unsent.where('claimed_at', 'is', null).where('attempts', '=', 0)
  return (await untried.returning('id').executeTakeFirst()) !== undefined
}

/** Deletes an email unless a process sends it now or has sent it. Returns undefined if it deleted nothing. */
export async function deleteUnsentEmail(tx: Tx, id: string): Promise<{ attempts: number } | undefined> {
  const unsent = tx.deleteFrom('email_outbox').where('id', '=', id).where('sent_at', 'is', null)
  return unsent.where('claimed_at', 'is', null).returning('attempts').executeTakeFirst()
}

/**
 * Deletes the unsent emails with this text in their stored body. Leaves those with an invoice. Returns the recipients of
 * those that no process has tried to send.
 */
export async function deleteUnsentEmailsWithText(tx: Tx, text: string): Promise<string[]> {
  const unsent = tx.deleteFrom('email_outbox').where('sent_at', 'is', null).where('body', 'like', `%${text}%`)
  const withoutInvoice = unsent.where('body', 'not like', '%"attachment":%')
  const deleted = await withoutInvoice.returning(['recipient', 'attempts', 'claimed_at']).execute()
  return deleted.filter(({ attempts, claimed_at }) => attempts === 0 && claimed_at === null).map(({ recipient }) => recipient)
}

export async function isEmailUnsent(tx: Tx, id: string): Promise<boolean> {
  const unsent = tx.selectFrom('email_outbox').select('id').where('id', '=', id).where('sent_at', 'is', null)
  return (await unsent.executeTakeFirst()) !== undefined
}

export function countFailedEmails(db: DatabaseReader): Promise<number> {
  return countRows(selectFailed(db))
}
