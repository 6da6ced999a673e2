import { LAST_DAY_OF_WORK_MONTH } from '#contract/content/kinds/deliverable-template.ts'
import { isOpenDeliverableState } from '#contract/work/deliverable-workflow.ts'
import { MAX_DELIVERABLE_TITLE } from '#contract/work/deliverables.ts'
import { getWorkMonthDate } from '#contract/work/work-month-calendar.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { StoredOrder } from '#server/sales/orders/orders.ts'
import {
  cancelDeliverable,
  findDeliverable,
  insertDeliverables,
  keepEqualShares,
  listDeliverables,
  lockOrderWork,
  updateDeliverable,
} from '../../store.ts'
import type { DeliverableTable, OrderWorkTable } from '../../tables.ts'
import {
  type CarriedDeliverable,
  findOrderToCarryOverTo,
  linkWaitingOutcome,
  listDeliverablesToCarryOver,
  listUndeliveredCopies,
  listUndeliveredPartsOfUnpaidOrders,
  lockWaitingOutcome,
  unlinkCarriedOutcomes,
  withdrawWaitingOutcome,
} from './store.ts'

const REASON = 'It’s part of another order now.'

/**
 * Moves the customer's carried work after an order became Paid or no longer is: out of orders that aren't paid, and into
 * the next paid one. Call it under the lock on the order counters, so that only one of two orders gets it.
 */
export async function moveCarriedOverDeliverables(tx: Tx, order: StoredOrder): Promise<void> {
  if (order.payment_status !== 'Paid') await releaseFromUnpaidOrders(tx, order.customer_email)
  for (const waiting of await listDeliverablesToCarryOver(tx, order.customer_email))
    if (order.payment_status === 'Paid' && waiting.order_id !== order.id) await continueDeliverable(tx, waiting, order.id)
    else await continueInNextOrder(tx, waiting)
}

/** Adds a carried deliverable to the customer's next order, if that order is paid already. Returns its number. */
export async function continueInNextOrder(tx: Tx, carried: CarriedDeliverable): Promise<number | undefined> {
  const next = await findOrderToCarryOverTo(tx, carried)
  if (next !== undefined) await continueDeliverable(tx, carried, next.id)
  return next?.number
}

/** What was carried over twice goes back twice, if neither order is paid. The parts keep their state (P-285). */
async function releaseFromUnpaidOrders(tx: Tx, customerEmail: string): Promise<void> {
  const parts = await listUndeliveredPartsOfUnpaidOrders(tx, customerEmail)
  if (parts.length === 0) return
  const orderIds = new Set(parts.map(({ order_id }) => order_id))
  for (const id of [...orderIds].toSorted()) await lockOrderWork(tx, id)
  // The team may have delivered them until now.
  const undelivered = await listUndeliveredPartsOfUnpaidOrders(tx, customerEmail)
  const ids = undelivered.filter(({ order_id }) => orderIds.has(order_id)).map(({ id }) => id)
  for (const id of ids) await withdrawWaitingOutcome(tx, id)
  await unlinkCarriedOutcomes(tx, ids)
  await releaseFromUnpaidOrders(tx, customerEmail)
}

/** Adds a carried deliverable to an order, or to the same part of it. Does nothing if the team resumed it. */
async function continueDeliverable(tx: Tx, carried: CarriedDeliverable, orderId: string): Promise<void> {
  const work = await lockOrderWork(tx, orderId)
  if (!work || !(await lockWaitingOutcome(tx, carried.id))) return
  const existing = await cancelUnlinkedCopies(tx, carried.id, orderId)
  const id = existing ?? (await joinSamePart(tx, carried, orderId)) ?? (await insertCopy(tx, carried, work))
  await linkWaitingOutcome(tx, carried.id, id)
}

/**
 * Lets the part of an order that the same template promises deliver the carried one too. Its weight pays for the new part
 * alone. Returns its id, and undefined if the order has no such part, or the client read a draft of it.
 */
async function joinSamePart(
  tx: Tx,
  { id: carried_from, title, template_id, needs_approval, number }: CarriedDeliverable,
  orderId: string,
): Promise<string | undefined> {
  const open = (await listDeliverables(tx, orderId)).filter(
    (own) => own.carried_from === null && isOpenDeliverableState(own.state) && own.draft_number === 0,
  )
  const sameTitle = open.find((own) => own.title === title)
  const part = sameTitle ?? open.find((own) => template_id !== null && own.template_id === template_id)
  const added = part?.title === title ? `the ${/^\d+/.exec(title)?.[0] ?? 'one'}` : title
  const both = `${part?.title}, and ${added} carried over from order ${number}`
  if (!part || both.length > MAX_DELIVERABLE_TITLE) return undefined
  const joined = {
    title: both,
    own_title: part.title,
    carried_from,
    needs_approval: Math.max(part.needs_approval, needs_approval),
  }
  await updateDeliverable(tx, { ...part, ...joined, version: part.version + 1 })
  return part.id
}

/** Returns a part without what joined it. */
export function removeCarriedPart({ own_title, ...part }: DeliverableTable): DeliverableTable {
  return { ...part, title: own_title ?? part.title, own_title: null, carried_from: null }
}

/** Returns what is left of a part whose share goes back. What an earlier order paid for waits for a later order again. */
export async function releaseCarriedPart(tx: Tx, part: DeliverableTable, order: StoredOrder): Promise<DeliverableTable> {
  if (part.own_title === null) return part
  const own = removeCarriedPart(part)
  await updateDeliverable(tx, own)
  await unlinkCarriedOutcomes(tx, [part.id])
  const next = await findOrderToCarryOverTo(tx, order)
  const waiting = await listDeliverablesToCarryOver(tx, order.customer_email)
  const carried = waiting.find(({ id }) => id === part.carried_from)
  if (next && carried) await continueDeliverable(tx, carried, next.id)
  return own
}

/**
 * Cancels the copies of a deliverable in orders that are no longer paid. Returns the id of an open copy in `keptOrderId`,
 * which that order can go on with. A part that delivers more than the copy stays, without it.
 */
export async function cancelUnlinkedCopies(tx: Tx, carriedFrom: string, keptOrderId?: string): Promise<string | undefined> {
  let kept: string | undefined
  for (const copy of await listUndeliveredCopies(tx, carriedFrom)) {
    await lockOrderWork(tx, copy.order_id)
    const current = await findDeliverable(tx, copy.id)
    if (!current || current.state === 'delivered' || current.state === 'canceled') continue
    if (copy.order_id === keptOrderId && isOpenDeliverableState(current.state)) kept = copy.id
    else if (current.own_title === null) await cancelDeliverable(tx, current, REASON, '')
    else await updateDeliverable(tx, { ...removeCarriedPart(current), version: current.version + 1 })
  }
  return kept
}

/** Copies what was promised, without the drafts and the words of the client. Returns the id. */
async function insertCopy(
  tx: Tx,
  { id, title, details, needs_approval, due_day, template_id }: CarriedDeliverable,
  { order_id, starts_on, is_active }: OrderWorkTable,
): Promise<string> {
  const due =
    starts_on === null
      ? { due_day: due_day ?? LAST_DAY_OF_WORK_MONTH, due_on: null }
      : { due_day: LAST_DAY_OF_WORK_MONTH, due_on: getWorkMonthDate(starts_on, LAST_DAY_OF_WORK_MONTH) }
  const copy = { title, details, needs_approval, ...due, weight: 0, carried_from: id, template_id }
  await keepEqualShares(tx, order_id)
  const [copyId = ''] = await insertDeliverables(tx, order_id, [copy], { isActive: is_active === 1, actor: '' })
  return copyId
}
