import type { OrderBriefQuestion, SentBriefVersion } from '#contract/work/brief.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { takeLock } from '#platform/db/lock-order.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { joinableOrders, selectOrderIdsOfCustomer } from '#server/sales/orders/queries.ts'
import type { BriefTable } from './tables.ts'

export type StoredBriefQuestion = Omit<OrderBriefQuestion, 'answer'>
export type Answers = Readonly<Record<string, string>>

export type StoredBrief = {
  orderId: string
  questions: readonly StoredBriefQuestion[]
  answers: Answers
  version: number
  sentAt: number | null
  reopenedReason: string | null
}

export async function findBrief(db: DatabaseReader, orderId: string): Promise<StoredBrief | undefined> {
  const row = await db.selectFrom('brief').selectAll().where('order_id', '=', orderId).executeTakeFirst()
  return row && toStoredBrief(row)
}

/** Returns the orders whose answers weren't sent and that have questions. */
export async function listOrdersWithOpenBrief(db: DatabaseReader, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('brief')
    .select('order_id')
    .where('order_id', 'in', orderIds)
    .where('sent_at', 'is', null)
    .where('questions', '!=', '[]')
    .execute()
  return new Set(rows.map(({ order_id }) => order_id))
}

/** Locks the brief until the end of the transaction. */
export async function lockBrief(tx: Tx, orderId: string): Promise<StoredBrief | undefined> {
  const lock = tx.updateTable('brief').set({ order_id: orderId }).where('order_id', '=', orderId)
  const row = await takeLock(tx, 'brief', () => lock.returningAll().executeTakeFirst())
  return row && toStoredBrief(row)
}

/** Returns the brief that a customer sent for the newest order with one. */
export async function findLastBriefOfCustomer(db: DatabaseReader, customerEmail: string): Promise<SentBriefVersion | undefined> {
  const row = await db
    .selectFrom(joinableOrders)
    .innerJoin('sent_brief', 'sent_brief.order_id', 'orders.id')
    .select(['sent_brief.sent_at', 'sent_brief.answers'])
    .where('orders.customer_email', '=', customerEmail)
    .orderBy('orders.customer_number', 'desc')
    .orderBy('sent_brief.sent_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toSentBrief(row)
}

type NewBrief = Pick<StoredBrief, 'orderId' | 'questions' | 'answers'>

export async function insertBrief(tx: Tx, { orderId, questions, answers }: NewBrief): Promise<void> {
  const values = { questions: JSON.stringify(questions), answers: JSON.stringify(answers) }
  const row = { order_id: orderId, ...values, version: 1, sent_at: null, reopened_reason: null }
  await tx.insertInto('brief').values(row).execute()
}

type BriefChange = Partial<Pick<StoredBrief, 'answers' | 'sentAt' | 'reopenedReason'>>

/** Saves a change as the next version. */
export async function updateBrief(tx: Tx, brief: StoredBrief, change: BriefChange): Promise<StoredBrief> {
  const after = { ...brief, ...change, version: brief.version + 1 }
  const { answers, sentAt, reopenedReason, version } = after
  await tx
    .updateTable('brief')
    .set({ answers: JSON.stringify(answers), sent_at: sentAt, reopened_reason: reopenedReason, version })
    .where('order_id', '=', brief.orderId)
    .execute()
  return after
}

export async function insertSentBrief(
  tx: Tx,
  { orderId, version }: StoredBrief,
  { sentAt, answers }: SentBriefVersion,
): Promise<void> {
  const row = { order_id: orderId, version, sent_at: sentAt, answers: JSON.stringify(answers) }
  await tx.insertInto('sent_brief').values(row).execute()
}

/** Returns the oldest first. */
export async function listSentBriefVersions(db: DatabaseReader, orderId: string): Promise<SentBriefVersion[]> {
  const rows = await db.selectFrom('sent_brief').selectAll().where('order_id', '=', orderId).orderBy('version').execute()
  return rows.map(toSentBrief)
}

/** Deletes the answers of a customer's orders, sent or not. Returns how many orders had any. */
export async function deleteAnswersOfCustomer(tx: Tx, email: string): Promise<number> {
  const orders = selectOrderIdsOfCustomer(email)
  // Waits for answers that are being sent, so that none outlives their deletion.
  const briefs = tx.updateTable('brief').where('order_id', 'in', orders)
  await takeLock(tx, 'brief', () => briefs.set(({ ref }) => ({ order_id: ref('order_id') })).execute())
  await tx.deleteFrom('sent_brief').where('order_id', 'in', orders).execute()
  const erased = await tx
    .updateTable('brief')
    .set(({ eb }) => ({ answers: NO_ANSWERS, reopened_reason: null, version: eb('version', '+', 1) }))
    .where('order_id', 'in', orders)
    .where('answers', '!=', NO_ANSWERS)
    .returning('order_id')
    .execute()
  return erased.length
}

const NO_ANSWERS = JSON.stringify({})

function toSentBrief({ sent_at, answers }: { sent_at: number; answers: string }): SentBriefVersion {
  return { sentAt: sent_at, answers: JSON.parse(answers) as SentBriefVersion['answers'] }
}

function toStoredBrief(row: BriefTable): StoredBrief {
  return {
    orderId: row.order_id,
    questions: JSON.parse(row.questions) as StoredBriefQuestion[],
    answers: JSON.parse(row.answers) as Answers,
    version: row.version,
    sentAt: row.sent_at,
    reopenedReason: row.reopened_reason,
  }
}
