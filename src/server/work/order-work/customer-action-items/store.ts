import type { DatabaseReader } from '#platform/db/tables.ts'
import { isAnswered } from '../customer-answers/store.ts'
import type { DeliverableTable } from '../tables.ts'

type DeliverableAwaitingCustomer = Pick<DeliverableTable, 'id' | 'order_id' | 'title' | 'state' | 'waiting_for' | 'draft_number'>

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
