import type { DatabaseReader } from '#platform/db/tables.ts'
import type { DeliverableTable } from '../tables.ts'

type PaidOrder = { id: string; number: number }

/** Lists a customer's newest orders that are paid and not delivered, the oldest of them first. */
export async function listUndeliveredPaidOrdersOfCustomer(
  db: DatabaseReader,
  email: string,
  limit: number,
): Promise<PaidOrder[]> {
  const newest = await db
    .selectFrom('orders')
    .select(['id', 'number'])
    .where('customer_email', '=', email)
    .where('order_status', '=', 'Pending')
    .where('payment_status', '=', 'Paid')
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()
  return newest.toReversed()
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

type DeliverableAwaitingCustomer = Pick<DeliverableTable, 'id' | 'order_id' | 'title' | 'state' | 'waiting_for' | 'draft_number'>

export function listDeliverablesAwaitingCustomer(
  db: DatabaseReader,
  orderIds: readonly string[],
): Promise<DeliverableAwaitingCustomer[]> {
  return db
    .selectFrom('deliverable')
    .select(['id', 'order_id', 'title', 'state', 'waiting_for', 'draft_number'])
    .where('order_id', 'in', orderIds)
    .where('state', 'in', ['waiting for approval', 'waiting for client'])
    .orderBy('order_id')
    .orderBy('position')
    .execute()
}
