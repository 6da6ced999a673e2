import { UserError } from '#contract/core/user-error.ts'
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
  const order = await findOrder(tx, id)
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
