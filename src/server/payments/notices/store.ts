import { sql } from 'kysely'
import type { PaymentNoticeTable, Reader } from '../../db/tables.ts'
import type { Tx } from '../../db/write.ts'
import type { RawNotice } from '../gateway.ts'

export type StoredNotice = PaymentNoticeTable

/** The inbox of notices is a queue: those that wait are verified, each by one process at a time. */
export const inbox = { name: 'payment_notice', isOpen: sql`state = 'waiting'` } as const

/** Keeps a notice as it came; a copy of one that is there is counted and changes nothing else. */
export async function insertNotice(tx: Tx, gateway: string, key: string, { bytes, headers }: RawNotice): Promise<void> {
  const now = Date.now()
  await tx
    .insertInto('payment_notice')
    .values({
      id: crypto.randomUUID(),
      gateway,
      key,
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

export function rawOf({ bytes, headers }: Pick<StoredNotice, 'bytes' | 'headers'>): RawNotice {
  return { bytes: Buffer.from(bytes), headers: new Headers(JSON.parse(headers) as [string, string][]) }
}

/** What became of it; it is not looked at again. */
export async function closeNotice(tx: Tx, id: string, outcome: Pick<StoredNotice, 'state' | 'reason'>): Promise<void> {
  await tx.updateTable('payment_notice').set(outcome).where('id', '=', id).execute()
}

/** It still waits, and why. */
export async function noteReason(tx: Tx, id: string, reason: string): Promise<void> {
  await tx.updateTable('payment_notice').set({ reason }).where('id', '=', id).execute()
}

/** Oldest first. */
export async function noticesOf(db: Reader, orderId: string): Promise<StoredNotice[]> {
  const all = db.selectFrom('payment_notice').selectAll().where('order_id', '=', orderId)
  return all.orderBy('received_at').orderBy('id').execute()
}

export async function giveNoticeTo(tx: Tx, id: string, orderId: string): Promise<void> {
  await tx.updateTable('payment_notice').set({ order_id: orderId }).where('id', '=', id).execute()
}
