import { UserError } from '#contract/core/user-error.ts'
import type { PaymentStatus } from '#contract/sales/order-statuses.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { countOrderChange, lockOrderCounters } from './counters/store.ts'
import type { OrderDependencies } from './order-dependencies.ts'
import { findOrder, type StoredOrder, updateOrder } from './store.ts'

const NO_SUCH_ORDER_MESSAGE = 'There’s no such order.'

type Person = { email: string; isAdmin: boolean }

/** Throws the same 404 for an unknown order and for another customer's order (P-68). Admins see all orders. */
export async function findOrderForPerson(db: DatabaseReader, id: string, person: Person): Promise<StoredOrder> {
  const order = await findOrder(db, id)
  if (!order || (!person.isAdmin && order.customer_email !== person.email)) throw new UserError(404, NO_SUCH_ORDER_MESSAGE)
  return order
}

/** Locks the order counters and reads the order. No other process can change it in this transaction. Throws a 404. */
export async function lockOrder(tx: Tx, id: string): Promise<StoredOrder> {
  await lockOrderCounters(tx)
  return requireOrder(tx, id)
}

/** Reads an order without a lock. Throws a 404. */
export async function requireOrder(db: DatabaseReader, id: string): Promise<StoredOrder> {
  const order = await findOrder(db, id)
  if (!order) throw new UserError(404, NO_SUCH_ORDER_MESSAGE)
  return order
}

/** Changes an order, the counters and its work. Returns the order as it was before. Throws a 404. */
export async function updateOrderAndCounters(
  { onOrderChanged }: Pick<OrderDependencies, 'onOrderChanged'>,
  tx: Tx,
  id: string,
  changes: Partial<StoredOrder>,
): Promise<StoredOrder> {
  const before = await lockOrder(tx, id)
  if (Object.entries(changes).every(([name, value]) => before[name as keyof StoredOrder] === value)) return before
  const after = await updateOrder(tx, id, changes)
  if (!after) return before
  await countOrderChange(tx, before, after)
  await onOrderChanged(tx, after, before)
  return before
}

/** Stores a payment state. Call it in the transaction of the fact. Returns the order as it was before. */
export async function setPaymentState(
  dependencies: OrderDependencies,
  tx: Tx,
  id: string,
  { status, review, ...money }: PaymentStateChange,
): Promise<StoredOrder> {
  return updateOrderAndCounters(dependencies, tx, id, {
    payment_status: status,
    under_review: ORDER_REVIEW_STATE_CODES[review],
    received_cents: money.received,
    refunded_cents: money.refunded,
    is_test: Number(money.isTest),
  })
}

/** The values of `orders.under_review`. */
export const ORDER_REVIEW_STATE_CODES = { none: 0, pending: 1, mismatch: 2 } as const

/** A payment state to store. `received` and `refunded` are in cents. `isTest`: the money is test money. */
export type PaymentStateChange = {
  status: PaymentStatus
  /** `pending`: a payment is on its way. `mismatch`: a payment that doesn't match waits for the owner. */
  review: keyof typeof ORDER_REVIEW_STATE_CODES
  received: number
  refunded: number
  isTest: boolean
}
