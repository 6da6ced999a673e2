import type { DatabaseReader } from '#platform/db/tables.ts'
import { isAnswered } from '../customer-answers/store.ts'
import { hasPartWithChoice } from '../deliverables/choices/queries.ts'
import type { DeliverableTable } from '../tables.ts'

type DeliverableAwaitingCustomer = Pick<DeliverableTable, 'id' | 'order_id' | 'title' | 'state' | 'waiting_for' | 'draft_number'>

/** Returns those of the orders that the team works on. While a client asks to stop, it doesn't. */
export async function listActiveOrders(db: DatabaseReader, orderIds: readonly string[]): Promise<string[]> {
  const works = db.selectFrom('order_work').select('order_id').where('order_id', 'in', orderIds).where('is_active', '=', 1)
  return (await works.execute()).map(({ order_id }) => order_id)
}

/** Returns those of the orders whose client can choose for a part that wasn't delivered. */
export async function listOrdersToChoose(db: DatabaseReader, orderIds: readonly string[], today: string): Promise<string[]> {
  const works = db
    .selectFrom('order_work')
    .select('order_id')
    .where(hasPartWithChoice('asked', today, orderIds))
  return (await works.execute()).map(({ order_id }) => order_id)
}

/** Lists drafts to approve, and what the team asked for and got no answer to. */
export function listDeliverablesAwaitingCustomer(
  db: DatabaseReader,
  orderIds: readonly string[],
): Promise<DeliverableAwaitingCustomer[]> {
  return db
    .selectFrom('deliverable')
    .select(['id', 'order_id', 'title', 'state', 'waiting_for', 'draft_number'])
    .where('order_id', 'in', orderIds)
    .where('state', 'in', ['waiting for approval', 'waiting for client'])
    .where(({ not }) => not(isAnswered))
    .orderBy('order_id')
    .orderBy('position')
    .execute()
}
