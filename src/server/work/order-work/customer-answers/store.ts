import { sql } from 'kysely'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { hasCustomerWrittenLast } from '../../conversation/queries.ts'

/** Whether the last message about the order is the customer's, and newer than the deliverable's last step. */
export const hasCustomerAnswered = hasCustomerWrittenLast(
  sql.ref('deliverable.order_id'),
  sql`(select max(at) from deliverable_step where deliverable_step.deliverable_id = deliverable.id)`,
)

/** Selects the deliverables that wait for the client, and whose client has answered. */
export const isAnswered = sql<boolean>`(deliverable.state = 'waiting for client' and ${hasCustomerAnswered})`

/** Returns which of these deliverables wait for the client, and have an answer. */
export async function listAnsweredDeliverables(db: DatabaseReader, ids: readonly string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const answered = db.selectFrom('deliverable').select('id').where('id', 'in', ids).where(isAnswered)
  return new Set((await answered.execute()).map(({ id }) => id))
}
