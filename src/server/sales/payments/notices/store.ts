import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { RawPaymentNotice } from '../payment-gateway.ts'
import type { PaymentNoticeTable } from '../tables.ts'

export type StoredPaymentNotice = PaymentNoticeTable

/** How many old forged notices one new forged notice may delete. */
const DELETE_BATCH_SIZE = 8

export const noticeQueueTable = { name: 'payment_notice', openCondition: sql`state = 'waiting'` } as const

/** Counts a copy of a stored notice. Returns false if the notice is new. */
export async function incrementPaymentNoticeCopies(tx: Tx, gateway: string, key: string): Promise<boolean> {
  const update = tx.updateTable('payment_notice').set(({ eb }) => ({ copies: eb('copies', '+', 1) }))
  const row = await update.where('gateway', '=', gateway).where('key', '=', key).returning('id').executeTakeFirst()
  return row !== undefined
}

type NewNotice = Pick<StoredPaymentNotice, 'gateway' | 'key' | 'attempt_id' | 'account'>

/** Stores a notice, or counts a copy if another process stored the same notice at the same time. */
export async function insertPaymentNotice(tx: Tx, notice: NewNotice, { bytes, headers }: RawPaymentNotice): Promise<void> {
  const now = Date.now()
  await tx
    .insertInto('payment_notice')
    .values({
      id: randomUUIDv7(),
      ...notice,
      bytes,
      headers: JSON.stringify([...headers]),
      received_at: now,
      copies: 1,
      state: 'waiting',
      reason: null,
      order_id: null,
      attempts: 0,
      due_at: now,
      claimed_at: null,
    })
    .onConflict((conflict) =>
      conflict.columns(['gateway', 'key']).doUpdateSet((eb) => ({ copies: eb('payment_notice.copies', '+', 1) })),
    )
    .execute()
}

/** Selects waiting notices by attempt (null: without one), by customer or by reason. */
export type WaitingPaymentNoticeFilter = Partial<Pick<StoredPaymentNotice, 'attempt_id' | 'account' | 'reason'>>

/** Returns whether at least `count` such notices wait for verification. */
export async function hasWaitingPaymentNotices(
  db: DatabaseReader,
  filter: WaitingPaymentNoticeFilter,
  count: number,
): Promise<boolean> {
  let waiting = db.selectFrom('payment_notice').select('id').where('state', '=', 'waiting')
  for (const [column, value] of Object.entries(filter) as [keyof WaitingPaymentNoticeFilter, string | null][])
    waiting = value === null ? waiting.where(column, 'is', null) : waiting.where(column, '=', value)
  const last = waiting.limit(1).offset(count - 1)
  return (await last.executeTakeFirst()) !== undefined
}

/** Deletes up to `DELETE_BATCH_SIZE` forged notices beyond the newest `maxForged`. */
export async function deleteExcessForgedPaymentNotices(tx: Tx, maxForged: number): Promise<void> {
  const forged = tx.selectFrom('payment_notice').select('id').where('state', '=', 'forged').orderBy('due_at', 'desc')
  const outdated = await forged.limit(DELETE_BATCH_SIZE).offset(maxForged).execute()
  if (outdated.length === 0) return
  await tx
    .deleteFrom('payment_notice')
    .where(
      'id',
      'in',
      outdated.map(({ id }) => id),
    )
    .execute()
}

export function toRawPaymentNotice({ bytes, headers }: Pick<StoredPaymentNotice, 'bytes' | 'headers'>): RawPaymentNotice {
  return { bytes: Buffer.from(bytes), headers: new Headers(JSON.parse(headers) as [string, string][]) }
}

/** Stores the result of a notice, which ends its wait. */
export async function saveNoticeVerificationResult(
  tx: Tx,
  id: string,
  outcome: Pick<StoredPaymentNotice, 'state' | 'reason'>,
): Promise<void> {
  await tx.updateTable('payment_notice').set(outcome).where('id', '=', id).execute()
}

/** Stores why a notice still waits. */
export async function saveNoticeWaitReason(tx: Tx, id: string, reason: string): Promise<void> {
  await tx.updateTable('payment_notice').set({ reason }).where('id', '=', id).execute()
}

/** Returns the oldest notice first. */
export async function listPaymentNoticesOfOrder(db: DatabaseReader, orderId: string): Promise<StoredPaymentNotice[]> {
  const all = db.selectFrom('payment_notice').selectAll().where('order_id', '=', orderId)
  return all.orderBy('received_at').orderBy('id').execute()
}

export async function linkPaymentNoticeToOrder(tx: Tx, id: string, orderId: string): Promise<void> {
  await tx.updateTable('payment_notice').set({ order_id: orderId }).where('id', '=', id).execute()
}
