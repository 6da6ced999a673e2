import { UserError } from '../../../../../contract/core/user-error.ts'
import type { Tx } from '../../../../platform/db/database-writer.ts'
import type { DeliverableTable } from '../../../../platform/db/tables.ts'
import { linkOutcomeToNextDeliverable, listActiveDeliverableOutcomes, withdrawDeliverableOutcome } from './store.ts'

/** Ends the outcome of a deliverable that the team resumes. Throws a 409 if something followed from it. */
export async function endOutcomeOfResumedDeliverable(tx: Tx, { id, title }: DeliverableTable): Promise<void> {
  const [activeOutcome] = await listActiveDeliverableOutcomes(tx, [id])
  if (!activeOutcome) return
  if (activeOutcome.kind === 'refunded')
    throw new UserError(409, `The share of “${title}” was refunded. Add a new deliverable if you still do it.`)
  if (activeOutcome.next_order_number !== null)
    throw new UserError(409, `“${title}” is part of order ${activeOutcome.next_order_number} now. Work on it there.`)
  await withdrawDeliverableOutcome(tx, activeOutcome)
}

/**
 * Links a resumed deliverable to the one that it continued before it was canceled. Throws a 409 if another order
 * continues that one now.
 */
export async function restoreCarryOverLink(tx: Tx, { id, title, carried_from }: DeliverableTable): Promise<void> {
  if (carried_from === null) return
  const [activeOutcome] = await listActiveDeliverableOutcomes(tx, [carried_from])
  if (activeOutcome?.carried_to === id) return
  if (activeOutcome?.kind !== 'carried' || activeOutcome.carried_to !== null)
    throw new UserError(409, `“${title}” no longer belongs to this order.`)
  await linkOutcomeToNextDeliverable(tx, activeOutcome, id)
}
