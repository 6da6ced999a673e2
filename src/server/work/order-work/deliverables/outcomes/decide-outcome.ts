import { formatCalendarDay } from '#contract/core/format-date-time.ts'
import { formatDecimalAmount, formatDollars, parseCents } from '#contract/core/money.ts'
import { UserError } from '#contract/core/user-error.ts'
import { isOpenDeliverableState } from '#contract/work/deliverable-workflow.ts'
import type { Deliverable, DeliverableOutcome } from '#contract/work/deliverables.ts'
import { getWorkMonthEnd } from '#contract/work/work-month-calendar.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DeliverableTable, OrderWorkTable } from '#platform/db/tables.ts'
import { recordAuditEntry } from '#server/audit-log/audit-log.ts'
import type { StoredOrder } from '#server/sales/orders/orders.ts'
import { loadDeliverableReplyContext, type WorkCaller, type WorkDependencies } from '../../dependencies.ts'
import { changeDeliverableUnderLock } from '../change-deliverable-under-lock.ts'
import { planDeliverableStep } from '../plan-deliverable-step.ts'
import { continueInNextOrder } from './carry-over-to-next-order.ts'
import { insertDeliverableOutcome, listActiveDeliverableOutcomes, loadDeliverablePriceShares } from './store.ts'

export type DeliverableOutcomeDecision = {
  outcome: DeliverableOutcome['kind']
  reason: string
  amount?: string | undefined
  version: number | undefined
}

/** Records the outcome of a deliverable that the month didn't deliver. Throws a 400, 404 or 409. */
export async function decideDeliverableOutcome(
  dependencies: WorkDependencies,
  id: string,
  person: WorkCaller,
  { outcome, reason, amount, version }: DeliverableOutcomeDecision,
): Promise<Deliverable> {
  const { today } = await loadDeliverableReplyContext(dependencies, person)
  const lock = (tx: Tx, orderId: string) => dependencies.payments.lockOrderAndPrepareShareRefund(tx, orderId)
  const decided = await changeDeliverableUnderLock(
    dependencies,
    id,
    person,
    version,
    async (tx, { before, work, locked: { order, refund } }) => {
      await assertUndecided(tx, { before, work, order, today })
      const actor = person.email
      let refundId: string | null = null
      if (outcome === 'refunded') {
        const cents = await loadShare(tx, before, amount)
        refundId = (await refund({ cents, reason: `Not delivered: ${before.title}`, actor })).id
      }
      const row = { deliverable_id: id, version: before.version + 1, order_id: order.id, kind: outcome, actor }
      await insertDeliverableOutcome(tx, { ...row, refund_id: refundId })
      const { customer_email, number } = order
      if (outcome === 'carried') await continueInNextOrder(tx, { ...before, version: row.version, customer_email, number })
      const detail = { title: before.title, outcome }
      await recordAuditEntry(tx, { actor, action: 'deliverable.outcome', subject: String(order.number), detail })
      const after = isOpenDeliverableState(before.state)
        ? planDeliverableStep(before, 'not delivered', 'team', { reason })
        : before
      return { after, comment: reason, isNewVersion: true }
    },
    lock,
  )
  dependencies.payments.wake()
  return decided
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

/** Returns the share in cents. Throws a 409 if the admin read another one, or nothing pays for the deliverable. */
async function loadShare(tx: Tx, { id, order_id, title }: DeliverableTable, amount: string | undefined): Promise<number> {
  const cents = (await loadDeliverablePriceShares(tx, [order_id])).get(id) ?? 0
  if (cents === 0)
    throw new UserError(409, `No part of this order’s price pays for “${title}”. Carry it over, or change its part of the price.`)
  if (amount !== undefined && parseCents(amount) !== cents)
    throw new UserError(409, `The share of “${title}” is now ${formatDollars(formatDecimalAmount(cents))}. Look at it again.`)
  return cents
}
