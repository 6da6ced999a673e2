import { UserError } from '#contract/core/user-error.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { RefundRequest } from '#server/sales/payments/payments.ts'
import type { WorkDependencies } from '../../dependencies.ts'
import { cancelDeliverable, updateDeliverable } from '../../store.ts'
import type { DeliverableTable } from '../../tables.ts'
import { removeCarriedPart } from './carry-over-to-next-order.ts'
import {
  insertDeliverableOutcome,
  listContinuedParts,
  loadDeliverablePriceShares,
  unlinkCarriedOutcomes,
  withdrawWaitingOutcome,
} from './store.ts'

/** A part of an earlier order that a joined part continues. `cents`: what that order was paid for it, 0 if it isn't paid now. */
export type CarriedShare = { part: DeliverableTable; orderNumber: number; cents: number }

/** Loads what earlier orders were paid for what joined some parts, by the id of the joined part. The latest order comes first. */
export async function loadCarriedShares(
  db: DatabaseReader,
  parts: readonly DeliverableTable[],
): Promise<Map<string, CarriedShare[]>> {
  const carriedShares = new Map<string, CarriedShare[]>(parts.map(({ id }) => [id, []]))
  let joinedIds = new Map(parts.filter(({ own_title }) => own_title !== null).map(({ id }) => [id, id]))
  while (joinedIds.size > 0) {
    const continued = await listContinuedParts(db, [...joinedIds.keys()])
    const shares = await loadDeliverablePriceShares(db, [...new Set(continued.map(({ order_id }) => order_id))])
    const earlierIds = new Map<string, string>()
    for (const { carried_to, number, payment_status, ...part } of continued) {
      const joinedId = joinedIds.get(carried_to ?? '') ?? ''
      const cents = payment_status === 'Paid' ? (shares.get(part.id) ?? 0) : 0
      carriedShares.get(joinedId)?.push({ part, orderNumber: number, cents })
      earlierIds.set(part.id, joinedId)
    }
    joinedIds = earlierIds
  }
  return carriedShares
}

type CarriedRefund = { joinedId: string; refundIds: ReadonlyMap<string, string>; reason: string; actor: string }

/**
 * Refunds what earlier orders were paid for what joined a part, each share from its own order. `refundIds` are the ids of the
 * refunds by part. Throws a 409 if less is left of a payment, or if a part has no id.
 */
export async function refundCarriedShares(
  { payments, orders }: WorkDependencies,
  tx: Tx,
  carried: readonly CarriedShare[],
  { joinedId, refundIds, reason, actor }: CarriedRefund,
): Promise<RefundRequest[]> {
  if (carried.some(({ part }) => !refundIds.has(part.id)))
    throw new UserError(409, 'This deliverable changed since you opened it. Look at it again.')
  await unlinkCarriedOutcomes(tx, [joinedId, ...carried.map(({ part }) => part.id)])
  const isCopy = ({ carried_from, own_title }: DeliverableTable) => carried_from !== null && own_title === null
  // Before the refunds: one that counts at once moves what waits. What an unpaid order carried over waits for its payment.
  for (const { part, cents } of carried) if (cents > 0 || isCopy(part)) await withdrawWaitingOutcome(tx, part.id)
  const refunds: RefundRequest[] = []
  for (const { part, cents } of carried)
    if (cents > 0) {
      const { id, order_id, own_title, title } = part
      const order = await orders.lockOrder(tx, order_id)
      const refund_id = refundIds.get(id) ?? ''
      const refunded = { title: own_title ?? title, cents }
      const refund = { id: refund_id, cents, reason: `Not delivered: ${refunded.title}`, actor, parts: [refunded] }
      refunds.push(await payments.refundShare(tx, order, refund))
      const version = part.version + 1
      await insertDeliverableOutcome(tx, { deliverable_id: id, version, order_id, kind: 'refunded', actor, cents, refund_id })
      await updateDeliverable(tx, { ...removeCarriedPart(part), reason, version })
    } else if (isCopy(part)) await cancelDeliverable(tx, part, reason, actor)
    // What joined it was refunded, so a later order must not deliver that, too.
    else if (part.own_title !== null) await updateDeliverable(tx, { ...removeCarriedPart(part), version: part.version + 1 })
  return refunds
}
