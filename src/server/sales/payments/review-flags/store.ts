import { randomUUIDv7 } from 'node:crypto'
import type { ListPage, PageAndSize } from '#contract/core/paging.ts'
import type { ReviewFlagClosingAction, ReviewFlagKind } from '#contract/sales/payment-kinds.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { readListPage } from '#platform/db/read-list-page.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { ReviewFlagTable } from '../tables.ts'

/** A flag to raise. Kind and subject identify it. `dueAt` is the owner's deadline, epoch ms. */
export type NewReviewFlag = { kind: ReviewFlagKind; subject: string; dueAt?: number | undefined }

/** The stored actor of a flag that closed because its reason ended. */
const SYSTEM_ACTOR = 'nobody'
const SYSTEM_FLAG_CLOSING: FlagClosing = { by: SYSTEM_ACTOR, action: 'over', note: '' }

type FlagClosing = { by: string; action: ReviewFlagClosingAction; note: string }

/** Raises a flag once. A flag that an admin closed stays closed. Returns whether the flag is new or open again. */
export async function raiseReviewFlag(tx: Tx, orderId: string | null, { kind, subject }: NewReviewFlag): Promise<boolean> {
  const row = { id: randomUUIDv7(), order_id: orderId, kind, subject, raised_at: Date.now() }
  const raisedRow = await tx
    .insertInto('review_flag')
    .values({ ...row, closed_at: null, closed_by: null, action: null, note: null })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet({ closed_at: null, closed_by: null, action: null })
        .where('review_flag.closed_by', '=', SYSTEM_ACTOR),
    )
    .returning('id')
    .executeTakeFirst()
  return raisedRow !== undefined
}

/** Raises the current flags of an order, and closes its other flags of the given kinds. Returns the raised ones. */
export async function syncReviewFlags(
  tx: Tx,
  orderId: string,
  currentFlags: readonly NewReviewFlag[],
  kinds: readonly ReviewFlagKind[],
): Promise<NewReviewFlag[]> {
  const isSame = (one: NewReviewFlag) => (other: NewReviewFlag) => other.kind === one.kind && other.subject === one.subject
  const orderFlags = (await listReviewFlagsOfOrder(tx, orderId)).filter(({ kind }) => kinds.includes(kind))
  const outdated = orderFlags.filter((flag) => flag.closed_at === null && !currentFlags.some(isSame(flag)))
  for (const { id } of outdated) await closeReviewFlag(tx, id, SYSTEM_FLAG_CLOSING)
  const newFlags: NewReviewFlag[] = []
  for (const flag of currentFlags) {
    const same = orderFlags.find(isSame(flag))
    if ((!same || same.closed_by === SYSTEM_ACTOR) && (await raiseReviewFlag(tx, orderId, flag))) newFlags.push(flag)
  }
  return newFlags
}

/** Returns false if the flag is unknown or closed already. */
export async function closeReviewFlag(tx: Tx, id: string, { by, action, note }: FlagClosing): Promise<boolean> {
  const closedRow = await tx
    .updateTable('review_flag')
    .set({ closed_at: Date.now(), closed_by: by, action, note })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return closedRow !== undefined
}

export async function reopenReviewFlag(tx: Tx, id: string): Promise<void> {
  const open = { closed_at: null, closed_by: null, action: null, note: null }
  await tx.updateTable('review_flag').set(open).where('id', '=', id).execute()
}

/** Closes the open flag of a kind and subject for the system. Does nothing if there is none. */
export async function closeReviewFlagBySubject(tx: Tx, { kind, subject }: NewReviewFlag): Promise<void> {
  const open = tx.selectFrom('review_flag').select('id').where('kind', '=', kind).where('subject', '=', subject)
  const row = await open.where('closed_at', 'is', null).executeTakeFirst()
  if (row) await closeReviewFlag(tx, row.id, SYSTEM_FLAG_CLOSING)
}

/** Returns open and closed flags, oldest first. */
export async function listReviewFlagsOfOrder(db: DatabaseReader, orderId: string): Promise<ReviewFlagTable[]> {
  const all = db.selectFrom('review_flag').selectAll().where('order_id', '=', orderId)
  return all.orderBy('raised_at').orderBy('id').execute()
}

/** Returns the kinds of open flags by order id, for the orders that have any. */
export async function listOpenReviewFlagKinds(
  db: DatabaseReader,
  orderIds: readonly string[],
): Promise<Map<string, ReviewFlagKind[]>> {
  const kinds = new Map<string, ReviewFlagKind[]>()
  if (orderIds.length === 0) return kinds
  const open = db.selectFrom('review_flag').select(['order_id', 'kind']).distinct().where('closed_at', 'is', null)
  for (const { order_id, kind } of await open.where('order_id', 'in', orderIds).orderBy('kind').execute())
    if (order_id !== null) kinds.set(order_id, [...(kinds.get(order_id) ?? []), kind])
  return kinds
}

/** Returns a page of the open flags, oldest first, or of all flags, newest first. */
export async function listReviewFlags(
  db: DatabaseReader,
  isOpen: boolean,
  page: PageAndSize,
): Promise<ListPage<ReviewFlagTable>> {
  const all = isOpen ? db.selectFrom('review_flag').where('closed_at', 'is', null) : db.selectFrom('review_flag')
  const sorted = all
    .selectAll()
    .orderBy('raised_at', isOpen ? 'asc' : 'desc')
    .orderBy('id')
  return readListPage(sorted, page)
}

export async function findReviewFlag(db: DatabaseReader, id: string): Promise<ReviewFlagTable | undefined> {
  return db.selectFrom('review_flag').selectAll().where('id', '=', id).executeTakeFirst()
}
