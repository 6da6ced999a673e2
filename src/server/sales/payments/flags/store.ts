import { randomUUIDv7 } from 'node:crypto'
import { before, type Page, type Paging } from '../../../../contract/grammar/paging.ts'
import type { FlagAction, PaymentFlag } from '../../../../contract/sales/payment-states.ts'
import type { PaymentFlagTable, Reader } from '../../../platform/db/tables.ts'
import type { Tx } from '../../../platform/db/write.ts'

/** A flag to raise: its kind, its exact subject, and the owner's deadline (epoch ms), if there is one. */
export type Raised = { kind: PaymentFlag; subject: string; dueAt?: number | undefined }

/** Who closed a flag by itself: it no longer held. */
const NOBODY = 'nobody'
export const OVER: End = { by: NOBODY, action: 'over', note: '' }

/** How a flag is closed, by whom, and why. */
export type End = { by: string; action: FlagAction; note: string }

/** Raises a flag once; one that was closed by a person stays closed, one that closed by itself opens again. Answers whether it was raised. */
export async function raiseFlag(tx: Tx, orderId: string | null, { kind, subject }: Raised): Promise<boolean> {
  const row = { id: randomUUIDv7(), order_id: orderId, kind, subject, raised_at: Date.now() }
  const raised = await tx
    .insertInto('payment_flag')
    .values({ ...row, closed_at: null, closed_by: null, action: null, note: null })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet({ closed_at: null, closed_by: null, action: null })
        .where('payment_flag.closed_by', '=', NOBODY),
    )
    .returning('id')
    .executeTakeFirst()
  return raised !== undefined
}

/** Makes the open flags of an order, of those kinds, the ones that hold; answers which were raised. */
export async function setFlags(
  tx: Tx,
  orderId: string,
  holding: readonly Raised[],
  kinds: readonly PaymentFlag[],
): Promise<Raised[]> {
  const isSame = (one: Raised) => (other: Raised) => other.kind === one.kind && other.subject === one.subject
  const known = (await flagsOf(tx, orderId)).filter(({ kind }) => kinds.includes(kind))
  const over = known.filter((flag) => flag.closed_at === null && !holding.some(isSame(flag)))
  for (const { id } of over) await closeFlag(tx, id, OVER)
  const raised: Raised[] = []
  for (const flag of holding) {
    const same = known.find(isSame(flag))
    if ((!same || same.closed_by === NOBODY) && (await raiseFlag(tx, orderId, flag))) raised.push(flag)
  }
  return raised
}

/** False where it is unknown or closed. */
export async function closeFlag(tx: Tx, id: string, { by, action, note }: End): Promise<boolean> {
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
export async function closeAbout(tx: Tx, { kind, subject }: Raised, end: End): Promise<void> {
  const open = tx.selectFrom('payment_flag').select('id').where('kind', '=', kind).where('subject', '=', subject)
  const row = await open.where('closed_at', 'is', null).executeTakeFirst()
  if (row) await closeFlag(tx, row.id, end)
}

/** Oldest first, closed ones too. */
export async function flagsOf(db: Reader, orderId: string): Promise<PaymentFlagTable[]> {
  const all = db.selectFrom('payment_flag').selectAll().where('order_id', '=', orderId)
  return all.orderBy('raised_at').orderBy('id').execute()
}

/** The kinds of the open flags of each of those orders that has any. */
export async function openFlagsOf(db: Reader, orderIds: readonly string[]): Promise<Map<string, PaymentFlag[]>> {
  const kinds = new Map<string, PaymentFlag[]>()
  if (orderIds.length === 0) return kinds
  const open = db.selectFrom('payment_flag').select(['order_id', 'kind']).distinct().where('closed_at', 'is', null)
  for (const { order_id, kind } of await open.where('order_id', 'in', orderIds).orderBy('kind').execute())
    if (order_id !== null) kinds.set(order_id, [...(kinds.get(order_id) ?? []), kind])
  return kinds
}

/** A page of them with how many there are: the open ones oldest first, or all of them newest first. */
export async function listFlags(db: Reader, isOpen: boolean, page: Paging): Promise<Page<PaymentFlagTable>> {
  const all = isOpen ? db.selectFrom('payment_flag').where('closed_at', 'is', null) : db.selectFrom('payment_flag')
  const counted = await all.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const sorted = all
    .selectAll()
    .orderBy('raised_at', isOpen ? 'asc' : 'desc')
    .orderBy('id')
  return { records: await sorted.limit(page.size).offset(before(page)).execute(), total: Number(counted.total) }
}

export async function findFlag(db: Reader, id: string): Promise<PaymentFlagTable | undefined> {
  return db.selectFrom('payment_flag').selectAll().where('id', '=', id).executeTakeFirst()
}
