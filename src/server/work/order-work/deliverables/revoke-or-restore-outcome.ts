import { UserError } from '../../../../contract/core/user-error.ts'
import type { Tx } from '../../../platform/db/database-writer.ts'
import type { DeliverableTable } from '../../../platform/db/tables.ts'
import { linkOutcomeToNextDeliverable, listActiveDeliverableOutcomes, withdrawDeliverableOutcome } from './outcome-store.ts'
import { listDeliverables } from './store.ts'

/** Ends the outcome of a deliverable that the team takes up again. Throws a 409 if something followed from it. */
export async function revokeOutcome(tx: Tx, { id, title }: DeliverableTable): Promise<void> {
  const [standing] = await listActiveDeliverableOutcomes(tx, [id])
  if (!standing) return
  if (standing.kind === 'refunded')
    throw new UserError(409, `The share of “${title}” was refunded. Add a new deliverable if you still do it.`)
  if (standing.next_order_number !== null)
    throw new UserError(409, `“${title}” is part of order ${standing.next_order_number} now. Work on it there.`)
  await withdrawDeliverableOutcome(tx, standing)
}

/**
 * Claims back what a canceled deliverable continued, because the team takes it up again. Throws a 409 if another order
 * continues it now.
 */
export async function restoreCarriedOutcomeLink(tx: Tx, { id, title, carried_from }: DeliverableTable): Promise<void> {
  if (carried_from === null) return
  const [standing] = await listActiveDeliverableOutcomes(tx, [carried_from])
  if (standing?.carried_to === id) return
  if (standing?.kind !== 'carried' || standing.carried_to !== null)
    throw new UserError(409, `“${title}” no longer belongs to this order.`)
  await linkOutcomeToNextDeliverable(tx, standing, id)
}

/** Throws a 409 once a share was refunded: another weight would change what the refund was computed from. */
export async function assertPriceSharesCanChange(tx: Tx, orderId: string): Promise<void> {
  const deliverables = await listDeliverables(tx, orderId)
  const standing = await listActiveDeliverableOutcomes(
    tx,
    deliverables.map(({ id }) => id),
  )
  if (standing.some(({ kind }) => kind === 'refunded'))
    throw new UserError(409, 'A share of this order was refunded, so you can’t change any part of the price.')
}
