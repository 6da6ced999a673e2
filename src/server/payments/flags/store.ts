import type { FlagAction, PaymentFlag } from '../../../contract/payment-states.ts'
import type { PaymentFlagTable, Reader } from '../../db/tables.ts'
import type { Tx } from '../../db/write.ts'

/** A flag to raise: what kind, and what exactly it is about. */
export type Raised = { kind: PaymentFlag; subject: string }

/** Who closed a flag by itself: it no longer held. */
const NOBODY = 'nobody'

/** Raises a flag once; one that was closed by a person stays closed, one that closed by itself opens again. */
export async function raiseFlag(tx: Tx, orderId: string | null, { kind, subject }: Raised): Promise<void> {
  const row = { id: crypto.randomUUID(), order_id: orderId, kind, subject, raised_at: Date.now() }
  await tx
    .insertInto('payment_flag')
    .values({ ...row, closed_at: null, closed_by: null, action: null, note: null })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet({ closed_at: null, closed_by: null, action: null })
        .where('payment_flag.closed_by', '=', NOBODY),
    )
    .execute()
}

/** Makes the open flags of an order those that hold. */
export async function setFlags(tx: Tx, orderId: string, holding: readonly Raised[]): Promise<void> {
  const isSame = (one: Raised) => (other: Raised) => other.kind === one.kind && other.subject === one.subject
  const known = await flagsOf(tx, orderId)
  const over = known.filter((flag) => flag.closed_at === null && !holding.some(isSame(flag)))
  for (const { id } of over) await closeFlag(tx, id, { by: NOBODY, action: 'over', note: '' })
  for (const flag of holding) {
    const same = known.find(isSame(flag))
    if (!same || same.closed_by === NOBODY) await raiseFlag(tx, orderId, flag)
  }
}

/** False where it is unknown or closed. */
export async function closeFlag(
  tx: Tx,
  id: string,
  { by, action, note }: { by: string; action: FlagAction; note: string },
): Promise<boolean> {
  const closed = await tx
    .updateTable('payment_flag')
    .set({ closed_at: Date.now(), closed_by: by, action, note })
    .where('id', '=', id)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return closed !== undefined
}

/** Closes the flag of that kind about that subject, if it is open. */
export async function closeAbout(tx: Tx, { kind, subject }: Raised, end: Parameters<typeof closeFlag>[2]): Promise<void> {
  const open = tx.selectFrom('payment_flag').select('id').where('kind', '=', kind).where('subject', '=', subject)
  const row = await open.where('closed_at', 'is', null).executeTakeFirst()
  if (row) await closeFlag(tx, row.id, end)
}

/** Oldest first, closed ones too. */
export async function flagsOf(db: Reader, orderId: string): Promise<PaymentFlagTable[]> {
  const all = db.selectFrom('payment_flag').selectAll().where('order_id', '=', orderId)
  return all.orderBy('raised_at').orderBy('id').execute()
}

export async function findFlag(db: Reader, id: string): Promise<PaymentFlagTable | undefined> {
  return db.selectFrom('payment_flag').selectAll().where('id', '=', id).executeTakeFirst()
}
