import { sql } from 'kysely'
import type { Tx } from '../../../../platform/db/database-writer.ts'
import type {
  DatabaseReader,
  DeliverableOutcomeTable,
  DeliverableTable,
  RefundRequestTable,
} from '../../../../platform/db/tables.ts'
import { computePriceShares } from './compute-price-shares.ts'

type CustomerOrder = { id: string; number: number; customer_email: string }

/** An active outcome: the team didn't withdraw it, and its refund wasn't withdrawn or refused. */
export type ActiveDeliverableOutcome = DeliverableOutcomeTable & {
  refund_cents: number | null
  refund_state: RefundRequestTable['state'] | null
  /** The order that continues the deliverable. */
  next_order_id: string | null
  next_order_number: number | null
}

/** An outcome with such a refund is no longer active. */
export const ENDED_REFUND_STATES: readonly (RefundRequestTable['state'] | null)[] = ['refused', 'withdrawn']

/** Lists the active outcomes, at most one for each deliverable. */
export async function listActiveDeliverableOutcomes(
  db: DatabaseReader,
  ids: readonly string[],
): Promise<ActiveDeliverableOutcome[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('deliverable_outcome')
    .leftJoin('refund_request', 'refund_request.id', 'deliverable_outcome.refund_id')
    .leftJoin('deliverable as next', 'next.id', 'deliverable_outcome.carried_to')
    .leftJoin('orders', 'orders.id', 'next.order_id')
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

/** Ends an outcome that nothing followed from, because the team takes the deliverable up again. */
export async function withdrawDeliverableOutcome(tx: Tx, { deliverable_id, version }: DeliverableOutcomeTable): Promise<void> {
  await tx
    .updateTable('deliverable_outcome')
    .set({ withdrawn_at: Date.now() })
    .where('deliverable_id', '=', deliverable_id)
    .where('version', '=', version)
    .execute()
}

/** Returns the shares of all deliverables of some orders, in cents. They add up to the price of each order. */
export async function loadDeliverablePriceShares(db: DatabaseReader, orderIds: readonly string[]): Promise<Map<string, number>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('deliverable')
    .innerJoin('orders', 'orders.id', 'deliverable.order_id')
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

/** Returns the orders that deliverables were carried over from, by the carried deliverable. */
export async function loadPreviousOrdersByDeliverable(
  db: DatabaseReader,
  carriedFrom: readonly string[],
): Promise<Map<string, { _id: string; number: number }>> {
  if (carriedFrom.length === 0) return new Map()
  const rows = await db
    .selectFrom('deliverable')
    .innerJoin('orders', 'orders.id', 'deliverable.order_id')
    .select(['deliverable.id', 'orders.id as _id', 'orders.number'])
    .where('deliverable.id', 'in', carriedFrom)
    .execute()
  return new Map(rows.map(({ id, ...order }) => [id, order]))
}

/** A literal, so that SQLite can use the partial index without preparing the statement again. */
const CARRIED = sql.lit<'carried'>('carried')

/**
 * Lists the deliverables of the customer's other orders that wait for a next order, the oldest order first. `version` is
 * the version of the outcome. An order whose money went back carries nothing over.
 */
export async function listDeliverablesToCarryOver(tx: Tx, { id, customer_email }: CustomerOrder): Promise<DeliverableTable[]> {
  return tx
    .selectFrom('orders')
    .innerJoin('deliverable_outcome', 'deliverable_outcome.order_id', 'orders.id')
    .innerJoin('deliverable', 'deliverable.id', 'deliverable_outcome.deliverable_id')
    .selectAll('deliverable')
    .select('deliverable_outcome.version')
    .where('orders.customer_email', '=', customer_email)
    .where('orders.payment_status', '=', 'Paid')
    .where('orders.id', '!=', id)
    .where('deliverable_outcome.kind', '=', CARRIED)
    .where('deliverable_outcome.carried_to', 'is', null)
    .where('deliverable_outcome.withdrawn_at', 'is', null)
    .orderBy('orders.number')
    .orderBy('deliverable.position')
    .execute()
}

/** Finds the customer's first later order that is paid and not delivered. */
export async function findOrderToCarryOverTo(tx: Tx, { customer_email, number }: CustomerOrder): Promise<string | undefined> {
  const next = await tx
    .selectFrom('orders')
    .innerJoin('order_work', 'order_work.order_id', 'orders.id')
    .select('orders.id')
    .where('orders.customer_email', '=', customer_email)
    .where('orders.number', '>', number)
    .where('order_work.is_active', '=', 1)
    .orderBy('orders.number')
    .limit(1)
    .executeTakeFirst()
  return next?.id
}

type OutcomeKey = Pick<DeliverableOutcomeTable, 'deliverable_id' | 'version'>

export async function linkOutcomeToNextDeliverable(
  tx: Tx,
  { deliverable_id, version }: OutcomeKey,
  nextId: string,
): Promise<void> {
  await tx
    .updateTable('deliverable_outcome')
    .set({ carried_to: nextId })
    .where('deliverable_id', '=', deliverable_id)
    .where('version', '=', version)
    .execute()
}

/** Clears `carried_to`, so that another order can continue what these deliverables continued. */
export async function unlinkCarriedOutcomes(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx.updateTable('deliverable_outcome').set({ carried_to: null }).where('carried_to', 'in', ids).execute()
}
