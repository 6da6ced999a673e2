import { sql } from 'kysely'
import type { Tx } from '#platform/db/database-writer.ts'
import { takeLock } from '#platform/db/lock-order.ts'
import type { DatabaseReader, DatabaseTables } from '#platform/db/tables.ts'
import { joinableOrders } from '#server/sales/orders/queries.ts'
import { joinableRefunds } from '#server/sales/payments/queries.ts'
import type { DeliverableOutcomeTable, DeliverableTable } from '../../tables.ts'

/** An active outcome: the team didn't withdraw it, and its refund wasn't withdrawn or refused. */
export type ActiveDeliverableOutcome = DeliverableOutcomeTable & {
  refund_cents: number | null
  refund_state: DatabaseTables['refund_request']['state'] | null
  /** The order that continues the deliverable. */
  next_order_id: string | null
  next_order_number: number | null
}

/** An outcome with such a refund is no longer active. */
export const ENDED_REFUND_STATES: readonly (DatabaseTables['refund_request']['state'] | null)[] = ['refused', 'withdrawn']

/** Lists the active outcomes, at most one for each deliverable. */
export async function listActiveDeliverableOutcomes(
  db: DatabaseReader,
  ids: readonly string[],
): Promise<ActiveDeliverableOutcome[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('deliverable_outcome')
    .leftJoin(joinableRefunds, 'refund_request.id', 'deliverable_outcome.refund_id')
    .leftJoin('deliverable as next', 'next.id', 'deliverable_outcome.carried_to')
    .leftJoin(joinableOrders, 'orders.id', 'next.order_id')
    .selectAll('deliverable_outcome')
    .select(['refund_request.cents as refund_cents', 'refund_request.state as refund_state'])
    .select(['orders.id as next_order_id', 'orders.number as next_order_number'])
    .where('deliverable_outcome.deliverable_id', 'in', ids)
    .where('deliverable_outcome.withdrawn_at', 'is', null)
    .execute()
  return rows.filter(({ refund_state }) => !ENDED_REFUND_STATES.includes(refund_state))
}

export async function insertDeliverableOutcome(
  tx: Tx,
  outcome: Omit<DeliverableOutcomeTable, 'at' | 'carried_to' | 'withdrawn_at'>,
): Promise<void> {
  await tx
    .insertInto('deliverable_outcome')
    .values({ ...outcome, at: Date.now(), carried_to: null, withdrawn_at: null })
    .execute()
}

/** Returns whether a deliverable ever had an outcome, also one that ended. */
export async function hadDeliverableOutcome(db: DatabaseReader, id: string): Promise<boolean> {
  const outcomes = db.selectFrom('deliverable_outcome').select('version').where('deliverable_id', '=', id)
  return (await outcomes.limit(1).executeTakeFirst()) !== undefined
}

/** Returns the shares of all deliverables of some orders, in cents. They add up to the price of each order. */
export async function loadDeliverablePriceShares(db: DatabaseReader, orderIds: readonly string[]): Promise<Map<string, number>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('deliverable')
    .innerJoin(joinableOrders, 'orders.id', 'deliverable.order_id')
    .select(['deliverable.id', 'deliverable.order_id', 'deliverable.weight', 'orders.price_cents'])
    .where('deliverable.order_id', 'in', orderIds)
    .orderBy('deliverable.position')
    .orderBy('deliverable.id')
    .execute()
  const shares = [...Map.groupBy(rows, ({ order_id }) => order_id).values()].flatMap((ofOrder) => {
    const cents = computePriceShares(
      Number(ofOrder[0]?.price_cents),
      ofOrder.map(({ weight }) => weight),
    )
    return ofOrder.map(({ id }, index): [string, number] => [id, cents[index] ?? 0])
  })
  return new Map(shares)
}

/** Lists the parts that some parts continue, with their orders. */
export function listContinuedParts(db: DatabaseReader, ids: readonly string[]) {
  return db
    .selectFrom('deliverable_outcome')
    .innerJoin('deliverable', 'deliverable.id', 'deliverable_outcome.deliverable_id')
    .innerJoin(joinableOrders, 'orders.id', 'deliverable.order_id')
    .selectAll('deliverable')
    .select(['deliverable_outcome.carried_to', 'orders.number', 'orders.payment_status'])
    .where('deliverable_outcome.carried_to', 'in', ids)
    .where('deliverable_outcome.withdrawn_at', 'is', null)
    .execute()
}

/** Returns the orders that deliverables were carried over from, by the carried deliverable. */
export async function loadPreviousOrdersByDeliverable(
  db: DatabaseReader,
  carriedFrom: readonly string[],
): Promise<Map<string, { _id: string; number: number }>> {
  if (carriedFrom.length === 0) return new Map()
  const rows = await db
    .selectFrom('deliverable')
    .innerJoin(joinableOrders, 'orders.id', 'deliverable.order_id')
    .select(['deliverable.id', 'orders.id as _id', 'orders.number'])
    .where('deliverable.id', 'in', carriedFrom)
    .execute()
  return new Map(rows.map(({ id, ...order }) => [id, order]))
}

/** A literal, so that SQLite can use the partial index without preparing the statement again. */
const CARRIED = sql.lit<'carried'>('carried')

/** A deliverable with the outcome `carried`. `version` is the version of the outcome. */
export type CarriedDeliverable = DeliverableTable & Pick<DatabaseTables['orders'], 'number' | 'customer_email'>

/** Lists what the customer's paid orders carried over and no order continues, the oldest order first. */
export function listDeliverablesToCarryOver(db: DatabaseReader, customerEmail: string): Promise<CarriedDeliverable[]> {
  return db
    .selectFrom(joinableOrders)
    .innerJoin('deliverable_outcome', 'deliverable_outcome.order_id', 'orders.id')
    .innerJoin('deliverable', 'deliverable.id', 'deliverable_outcome.deliverable_id')
    .selectAll('deliverable')
    .select(['deliverable_outcome.version', 'orders.number', 'orders.customer_email'])
    .where('orders.customer_email', '=', customerEmail)
    .where('orders.payment_status', '=', 'Paid')
    .where('deliverable_outcome.kind', '=', CARRIED)
    .where('deliverable_outcome.carried_to', 'is', null)
    .where('deliverable_outcome.withdrawn_at', 'is', null)
    .orderBy('orders.number')
    .orderBy('deliverable.position')
    .execute()
}

/**
 * Lists the carried parts that the customer's unpaid orders should deliver. It leaves out those whose share was refunded,
 * and those that another order continues.
 */
export async function listUndeliveredPartsOfUnpaidOrders(tx: Tx, customerEmail: string): Promise<DeliverableTable[]> {
  const parts = await tx
    .selectFrom(joinableOrders)
    .innerJoin('deliverable', 'deliverable.order_id', 'orders.id')
    .innerJoin('deliverable_outcome', 'deliverable_outcome.carried_to', 'deliverable.id')
    .selectAll('deliverable')
    .where('orders.customer_email', '=', customerEmail)
    .where('orders.payment_status', '!=', 'Paid')
    .where('deliverable.state', '!=', 'delivered')
    .where('deliverable_outcome.carried_to', 'is not', null)
    .execute()
  const outcomes = await listActiveDeliverableOutcomes(
    tx,
    parts.map(({ id }) => id),
  )
  const settled = new Set(
    outcomes.filter(({ kind, carried_to }) => kind === 'refunded' || carried_to !== null).map((one) => one.deliverable_id),
  )
  return parts.filter(({ id }) => !settled.has(id))
}

/** Lists the deliverables that continue another one, or did so before. */
export function listUndeliveredCopies(tx: Tx, carriedFrom: string): Promise<Pick<DeliverableTable, 'id' | 'order_id'>[]> {
  const copies = tx.selectFrom('deliverable').select(['id', 'order_id']).where('carried_from', '=', carriedFrom)
  return copies.where('state', 'not in', ['delivered', 'canceled']).orderBy('order_id').execute()
}

/** Finds the customer's first later order that is paid and not delivered. */
export async function findOrderToCarryOverTo(
  tx: Tx,
  { customer_email, number }: Pick<DatabaseTables['orders'], 'number' | 'customer_email'>,
): Promise<{ id: string; number: number } | undefined> {
  return tx
    .selectFrom(joinableOrders)
    .innerJoin('order_work', 'order_work.order_id', 'orders.id')
    .select(['orders.id', 'orders.number'])
    .where('orders.customer_email', '=', customer_email)
    .where('orders.number', '>', number)
    .where('order_work.is_active', '=', 1)
    .orderBy('orders.number')
    .limit(1)
    .executeTakeFirst()
}

export async function isOrderPaid(tx: Tx, orderId: string): Promise<boolean> {
  const order = await tx.selectFrom(joinableOrders).select('payment_status').where('id', '=', orderId).executeTakeFirst()
  return order?.payment_status === 'Paid'
}

/**
 * Changes the outcome of a carried deliverable that no order continues. Returns false if there is none: of two processes
 * that resume and continue it at once, one gets it.
 */
async function updateWaitingOutcome(
  tx: Tx,
  deliverableId: string,
  change: Partial<Pick<DeliverableOutcomeTable, 'kind' | 'carried_to' | 'withdrawn_at'>>,
): Promise<boolean> {
  const update = tx
    .updateTable('deliverable_outcome')
    .set(change)
    .where('deliverable_id', '=', deliverableId)
    .where('kind', '=', CARRIED)
    .where('carried_to', 'is', null)
    .where('withdrawn_at', 'is', null)
    .returning('deliverable_id')
  return (await takeLock(tx, 'carried deliverable', () => update.execute())).length > 0
}

/** Locks the outcome until the end of the transaction. */
export function lockWaitingOutcome(tx: Tx, deliverableId: string): Promise<boolean> {
  return updateWaitingOutcome(tx, deliverableId, { kind: 'carried' })
}

/** Ends the outcome. */
export function withdrawWaitingOutcome(tx: Tx, deliverableId: string): Promise<boolean> {
  return updateWaitingOutcome(tx, deliverableId, { withdrawn_at: Date.now() })
}

export function linkWaitingOutcome(tx: Tx, deliverableId: string, nextId: string): Promise<boolean> {
  return updateWaitingOutcome(tx, deliverableId, { carried_to: nextId })
}

/** Clears `carried_to`, so that another order can continue what these deliverables continued. */
export async function unlinkCarriedOutcomes(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('deliverable_outcome').set({ carried_to: null }).where('carried_to', 'in', ids).execute()
}

/**
 * Splits a price in whole cents by weights. The shares add up to the price, and each differs from its exact part by less
 * than a cent. Equal weights count if all are zero.
 */
export function computePriceShares(cents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return weights.length === 0 ? [] : computePriceShares(cents, new Array<number>(weights.length).fill(1))
  // A float loses cents of large products.
  const sumShares = (sum: number) => Number((BigInt(cents) * BigInt(sum)) / BigInt(total))
  let sumSoFar = 0
  return weights.map((weight) => {
    const before = sumShares(sumSoFar)
    sumSoFar += weight
    return sumShares(sumSoFar) - before
  })
}
