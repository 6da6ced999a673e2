import { findAudit } from '#contract/work/stop-request.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { listActiveDeliverableOutcomes, loadDeliverablePriceShares } from '../deliverables/outcomes/store.ts'
import type { WorkDependencies } from '../dependencies.ts'
import { listDeliverables } from '../store.ts'

/** What goes back if an order stops: the amount, and the parts that aren't delivered with their shares. */
export type StopRefund = { isWhole: boolean; cents: number; stopped: { id: string; title: string; cents: number }[] }

/**
 * Computes what goes back. Until the audit is delivered, that is everything that is left of the payment. A request keeps
 * what was true when the client asked: `isWhole`. What was refunded, or is part of another order now, isn't refunded again.
 */
export async function computeStopRefund(
  { payments }: Pick<WorkDependencies, 'payments'>,
  db: DatabaseReader,
  orderId: string,
  isWholeAtRequest?: boolean,
): Promise<StopRefund> {
  const parts = await listDeliverables(db, orderId)
  const isWhole = isWholeAtRequest ?? findAudit(parts)?.state !== 'delivered'
  const ids = parts.map(({ id }) => id)
  const outcomes = await listActiveDeliverableOutcomes(db, ids)
  const settled = new Set(
    outcomes.filter(({ kind, carried_to }) => kind === 'refunded' || carried_to !== null).map((one) => one.deliverable_id),
  )
  const shares = await loadDeliverablePriceShares(db, [orderId])
  const stopped = parts
    .filter(({ id, state }) => state !== 'delivered' && !settled.has(id))
    .map(({ id, own_title, title }) => ({ id, title: own_title ?? title, cents: shares.get(id) ?? 0 }))
  const cents = isWhole ? await payments.findLargestRefundable(db, orderId) : stopped.reduce((sum, part) => sum + part.cents, 0)
  return { isWhole, cents, stopped }
}
