import { formatDecimalAmount } from '#contract/core/money.ts'
import { countWorkProgress, createEmptyWorkSummary } from '#contract/sales/order-progress.ts'
import type { Deliverable } from '#contract/work/deliverables.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { getWorkMonthDate, getWorkMonthEnd, workMonthSteps } from '#contract/work/work-month-calendar.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { listMissingAccess } from '../access/access.ts'
import { getConversationSide } from '../files/files.ts'
import { findContact } from './contact.ts'
import {
  type DeliverableReplyContext,
  loadDeliverableReplyContext,
  requireFoundOrderWork,
  serializeDeliverables,
} from './deliverables/serialize-deliverable.ts'
import type { WorkCaller, WorkDependencies } from './dependencies.ts'
import { computeStopRefund } from './stop/stop-refund.ts'
import { listStopRequests } from './stop/store.ts'
import { findOrderWork, listDeliverables } from './store.ts'
import type { OrderWorkTable } from './tables.ts'
import { loadWorkSummaries } from './work-summary.ts'

/** Throws a 404 for an order that was never paid, and for another customer's order. */
export async function loadOrderWork(dependencies: WorkDependencies, orderId: string, person: WorkCaller): Promise<OrderWork> {
  await dependencies.orders.findForPerson(orderId, person)
  const work = requireFoundOrderWork(await findOrderWork(dependencies.read, orderId))
  return serializeOrderWork(dependencies, dependencies.read, work, await loadDeliverableReplyContext(dependencies, person))
}

export async function serializeOrderWork(
  dependencies: Pick<WorkDependencies, 'briefs' | 'conversation' | 'payments'>,
  db: DatabaseReader,
  { order_id, starts_on, is_active, month, contact_id }: OrderWorkTable,
  context: DeliverableReplyContext,
): Promise<OrderWork> {
  const deliverables = await serializeDeliverables(db, await listDeliverables(db, order_id), context)
  const promised = deliverables.filter(({ state }) => state !== 'canceled')
  const { hasQuestions, ...brief } = await dependencies.briefs.loadState(db, order_id)
  const hasAccess = (await listMissingAccess(db, [order_id])).size === 0
  const summary = (await loadWorkSummaries(db, [order_id])).get(order_id)
  return {
    _id: order_id,
    startsOn: starts_on,
    month,
    contact: await findContact(db, contact_id),
    isMonthOver: starts_on !== null && context.today > getWorkMonthEnd(starts_on),
    steps: buildSteps(starts_on, [!hasQuestions || brief.sentAt !== null, starts_on !== null && hasAccess], promised),
    brief,
    deliverables,
    progress: countWorkProgress(summary ?? { ...createEmptyWorkSummary(), continuing: promised.map(({ title }) => title) }),
    stop: await serializeStop(dependencies, db, order_id, is_active === 1),
    unread: await dependencies.conversation.countUnread(db, order_id, getConversationSide(context.person)),
  }
}

async function serializeStop(
  dependencies: Pick<WorkDependencies, 'payments'>,
  db: DatabaseReader,
  orderId: string,
  isActive: boolean,
): Promise<OrderWork['stop']> {
  const last = (await listStopRequests(db, orderId)).at(-1)
  const isAsked = last?.decision === null
  const refund =
    isActive || isAsked
      ? await computeStopRefund(dependencies, db, orderId, isAsked ? last.is_whole === 1 : undefined)
      : undefined
  return {
    refund: refund ? { isWhole: refund.isWhole, amount: formatDecimalAmount(refund.cents) } : null,
    request: last
      ? { requestedAt: Number(last.requested_at), reason: last.reason, decision: last.decision, answer: last.answer }
      : null,
  }
}

/**
 * A step with days is done once everything due by its end is delivered. A step without deliverables of its own is done
 * with the next one: its days may be over, but they delivered nothing. The last step is done once everything is delivered.
 * `preparations`: whether the answers and the accesses are there. What the team started without is done with the next step.
 */
function buildSteps(
  startsOn: string | null,
  preparations: readonly boolean[],
  promised: readonly Deliverable[],
): OrderWork['steps'] {
  const isDelivered = ({ state }: Deliverable) => state === 'delivered'
  const areAllDelivered = promised.length > 0 && promised.every(isDelivered)
  const steps = workMonthSteps.map(({ title, days }, index) => {
    if (startsOn === null || days === null)
      return { title, from: null, to: null, isDone: preparations[index] || (startsOn ? undefined : false) }
    const [from, to] = [getWorkMonthDate(startsOn, days.from), getWorkMonthDate(startsOn, days.to)]
    if (index === workMonthSteps.length - 1) return { title, from, to, isDone: areAllDelivered }
    const due = promised.filter(({ dueOn }) => dueOn !== null && dueOn <= to)
    const isDone = due.some(({ dueOn }) => dueOn !== null && dueOn >= from) ? due.every(isDelivered) : undefined
    return { title, from, to, isDone }
  })
  let isNextDone = areAllDelivered
  return steps
    .toReversed()
    .map(({ isDone = isNextDone, ...step }) => {
      isNextDone = isDone
      return { ...step, isDone }
    })
    .toReversed()
}
