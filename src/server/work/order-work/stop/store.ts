import { randomUUID } from 'node:crypto'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { selectOrderIdsOfCustomer } from '#server/sales/orders/queries.ts'
import type { StopRequestTable } from '../tables.ts'

/** Lists what the client asked about an order, oldest first. */
export function listStopRequests(db: DatabaseReader, orderId: string): Promise<StopRequestTable[]> {
  return db.selectFrom('stop_request').selectAll().where('order_id', '=', orderId).orderBy('requested_at').execute()
}

/** Finds the request that the team hasn't answered. */
export async function findOpenStopRequest(db: DatabaseReader, orderId: string): Promise<StopRequestTable | undefined> {
  return (await listStopRequests(db, orderId)).find(({ decision }) => decision === null)
}

export async function insertStopRequest(
  tx: Tx,
  request: Pick<StopRequestTable, 'order_id' | 'reason' | 'is_whole'>,
): Promise<void> {
  const undecided = { decision: null, answer: '', decided_at: null }
  await tx
    .insertInto('stop_request')
    .values({ id: randomUUID(), requested_at: Date.now(), ...undecided, ...request })
    .execute()
}

export async function decideStopRequest(
  tx: Tx,
  id: string,
  decided: Pick<StopRequestTable, 'decision' | 'answer'>,
): Promise<void> {
  await tx
    .updateTable('stop_request')
    .set({ ...decided, decided_at: Date.now() })
    .where('id', '=', id)
    .execute()
}

/** Deletes what a customer wrote. That the customer asked stays. */
export async function eraseStopReasons(tx: Tx, email: string): Promise<void> {
  await tx.updateTable('stop_request').set({ reason: '' }).where('order_id', 'in', selectOrderIdsOfCustomer(email)).execute()
}
