import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import { formatDecimalAmount, formatDollars, parseCents } from '#contract/core/money.ts'
import { UserError } from '#contract/core/user-error.ts'
import { type DeliverableChoice, outcomeOfChoice } from '#contract/work/deliverable-choice.ts'
import { isOpenDeliverableState } from '#contract/work/deliverable-workflow.ts'
import type { DeliverableOutcome } from '#contract/work/deliverables.ts'
import { decideDeliverableOutcomeEndpoint } from '#contract/work/deliverables.ts'
import { getWorkMonthEnd } from '#contract/work/work-month-calendar.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { recordAuditEntry } from '#server/audit-log/audit-log.ts'
import type { StoredOrder } from '#server/sales/orders/orders.ts'
import type { RefundRequest } from '#server/sales/payments/payments.ts'
import type { WorkDependencies } from '../../dependencies.ts'
import { buildCarriedOverEmail } from '../../emails.ts'
import { findDeliverable, lockOrderWork } from '../../store.ts'
import type { DeliverableTable, OrderWorkTable } from '../../tables.ts'
import {
  findDeliverableToChange,
  loadDeliverable,
  lockDeliverable,
  planDeliverableStep,
  saveDeliverable,
} from '../save-deliverable.ts'
import { type CarriedShare, loadCarriedShares, refundCarriedShares } from './carried-shares.ts'
import { continueInNextOrder, removeCarriedPart } from './carry-over-to-next-order.ts'
import {
  hadDeliverableOutcome,
  insertDeliverableOutcome,
  listActiveDeliverableOutcomes,
  loadDeliverablePriceShares,
} from './store.ts'

/** Records the outcome of a deliverable that the month didn't deliver. Throws a 400, 404 or 409. */
export function createOutcomeHandler(dependencies: WorkDependencies) {
  const { write, payments, mail } = dependencies
  return defineHandler(decideDeliverableOutcomeEndpoint, async ({ params: { id }, body, expectedVersion }, { person }) => {
    const { outcome, amount } = body
    const actor = person.email
    const target = await findDeliverableToChange(dependencies, id, person)
    const earlierParts = outcome === 'refunded' ? await listEarlierParts(dependencies.read, id) : []
    const { record, refunds } = await write(async (tx) => {
      // Before the lock on the work, because the payment worker takes both locks in this order.
      const { id: refundId, order, refundIds } = await payments.lockOrderForRefund(tx, target.order.id, earlierParts)
      const locked = await lockDeliverable(tx, target, expectedVersion.version)
      const { before, work } = locked
      for (const earlierId of earlierParts.map(({ order_id }) => order_id).toSorted()) await lockOrderWork(tx, earlierId)
      await assertUndecided(tx, { before, work, order, today: target.context.today })
      // The carried part is refunded from its own order (P-320).
      const title = (outcome === 'refunded' && before.own_title) || before.title
      const { choice } = await loadDeliverable(tx, before, target.context)
      const reason = body.reason || (await getReason(tx, before, choice?.kind ?? null, outcome))
      const carried = (outcome === 'refunded' && (await loadCarriedShares(tx, [before])).get(id)) || []
      const cents = outcome === 'refunded' ? await loadShare(tx, before, carried, amount) : null
      const refunds =
        carried.length > 0 ? await refundCarriedShares(dependencies, tx, carried, { joinedId: id, refundIds, reason, actor }) : []
      const refund = { id: refundId, reason: `Not delivered: ${title}`, actor }
      if (cents !== null) refunds.push(await payments.refundShare(tx, order, { ...refund, cents, parts: [{ title, cents }] }))
      const version = before.version + 1
      const decided = { deliverable_id: id, version, order_id: order.id, kind: outcome, actor, cents }
      await insertDeliverableOutcome(tx, { ...decided, refund_id: cents === null ? null : refundId })
      const { customer_email, number } = order
      if (outcome === 'carried') {
        const nextNumber = await continueInNextOrder(tx, { ...before, version, customer_email, number })
        const carried = { order, deliverable: { id, title, draftNumber: before.draft_number }, nextNumber, words: reason }
        await mail.enqueue(tx, buildCarriedOverEmail(customer_email, carried))
      }
      const detail = { title, outcome }
      await recordAuditEntry(tx, { actor, action: 'deliverable.outcome', subject: String(number), detail })
      const part = outcome === 'refunded' ? removeCarriedPart(before) : before
      const after = isOpenDeliverableState(part.state)
        ? planDeliverableStep(part, 'not delivered', 'team', { reason })
        : { ...part, reason }
      const change = { after, comment: reason, isNewVersion: true }
      return { record: await saveDeliverable(dependencies, tx, target, locked, change), refunds }
    })
    payments.wake()
    if (outcome === 'carried') return { message: 'The next order delivers it, free', record }
    return { message: describeRefunds(refunds), record }
  })
}

function describeRefunds(refunds: readonly RefundRequest[]): string {
  const isConfirmed = refunds.every(({ state }) => state === 'confirmed')
  if (refunds.length === 1) return isConfirmed ? 'The share is refunded' : 'The refund has started'
  return `${isConfirmed ? 'The shares are refunded' : 'The refunds have started'}. Each is on the page of its order`
}

/**
 * Returns what an outcome without a reason of its own says. Throws a 400 if it overrules a choice, or if the part has only
 * the reason of an earlier outcome.
 */
async function getReason(
  tx: Tx,
  { id, state, reason }: DeliverableTable,
  chosen: DeliverableChoice | null,
  outcome: DeliverableOutcome['kind'],
): Promise<string> {
  if (chosen && outcomeOfChoice[chosen] === outcome) return 'As you chose.'
  if (chosen === null && state === 'not delivered' && !(await hadDeliverableOutcome(tx, id))) return reason
  throw new UserError(400, 'Give a reason. The client reads it.', 'reason')
}

type Undecided = { before: DeliverableTable; work: OrderWorkTable; order: StoredOrder; today: string }

async function assertUndecided(tx: Tx, { before: { id, title, state }, work, order, today }: Undecided): Promise<void> {
  if (order.payment_status !== 'Paid')
    throw new UserError(409, 'The payment was returned in full, so there’s nothing to carry over or refund.')
  if (work.starts_on === null) throw new UserError(409, 'The month hasn’t started, so it can’t be over.')
  const end = getWorkMonthEnd(work.starts_on)
  if (today <= end) throw new UserError(409, `The month ends on ${formatCalendarDay(end)}. Until then you can deliver it.`)
  if (!isOpenDeliverableState(state) && state !== 'not delivered')
    throw new UserError(409, `“${title}” is ${state}. Only what wasn’t delivered gets an outcome.`)
  const [activeOutcome] = await listActiveDeliverableOutcomes(tx, [id])
  if (activeOutcome) throw new UserError(409, `“${title}” already has an outcome: ${OUTCOMES[activeOutcome.kind]}.`)
}

const OUTCOMES: Readonly<Record<DeliverableOutcome['kind'], string>> = {
  carried: 'the next order delivers it',
  refunded: 'its share was refunded',
}

/** Lists the parts of earlier orders that joined a part. */
async function listEarlierParts(db: DatabaseReader, id: string): Promise<DeliverableTable[]> {
  const joined = await findDeliverable(db, id)
  return joined ? ((await loadCarriedShares(db, [joined])).get(id) ?? []).map(({ part }) => part) : []
}

/**
 * Returns the share of the order in cents. Throws a 409 if the admin read another amount with the carried shares, or nothing
 * pays for the deliverable.
 */
async function loadShare(
  tx: Tx,
  { id, order_id, title }: DeliverableTable,
  carried: readonly CarriedShare[],
  amount: string | undefined,
): Promise<number> {
  const cents = (await loadDeliverablePriceShares(tx, [order_id])).get(id) ?? 0
  if (cents === 0)
    throw new UserError(409, `No part of this order’s price pays for “${title}”. Carry it over, or change its part of the price.`)
  const total = carried.reduce((sum, share) => sum + share.cents, cents)
  if (amount !== undefined && parseCents(amount) !== total)
    throw new UserError(409, `The share of “${title}” is now ${formatDollars(formatDecimalAmount(total))}. Look at it again.`)
  return cents
}
