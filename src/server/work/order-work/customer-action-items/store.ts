import type { DatabaseReader } from '#platform/db/tables.ts'
import type { DeliverableTable } from '../tables.ts'

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
