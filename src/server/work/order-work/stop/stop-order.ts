import { formatDecimalAmount, formatDollars, parseCents } from '#contract/core/money.ts'
import { UserError } from '#contract/core/user-error.ts'
import { isOpenDeliverableState } from '#contract/work/deliverable-workflow.ts'
import { answerStopRequestEndpoint, requestStopEndpoint } from '#contract/work/order-work.ts'
import { canTakeStopStep } from '#contract/work/stop-request.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { recordAuditEntry } from '#server/audit-log/audit-log.ts'
import { listAdminEmailsToNotify } from '#server/people/users/users.ts'
import type { StoredOrder } from '#server/sales/orders/orders.ts'
import { releaseCarriedPart } from '../deliverables/outcomes/carry-over-to-next-order.ts'
import { insertDeliverableOutcome, unlinkCarriedOutcomes, withdrawWaitingOutcome } from '../deliverables/outcomes/store.ts'
import { loadDeliverableReplyContext, requireFoundOrderWork } from '../deliverables/serialize-deliverable.ts'
import type { WorkDependencies } from '../dependencies.ts'
import { buildStopAnsweredEmail, buildStopRequestedEmail } from '../emails.ts'
import { serializeOrderWork } from '../load-order-work.ts'
import { closeDeliverable, listDeliverables, lockOrderWork } from '../store.ts'
import { setOrderActivity } from './order-activity.ts'
import { computeStopRefund, type StopRefund } from './stop-refund.ts'
import { decideStopRequest, findOpenStopRequest, insertStopRequest } from './store.ts'

const REASON = 'The client asked us to stop.'

export function createStopHandlers(dependencies: WorkDependencies) {
  const { write, orders, mail, payments } = dependencies

  async function reply(tx: Tx, orderId: string, person: { email: string; isAdmin: boolean }) {
    const work = requireFoundOrderWork(await lockOrderWork(tx, orderId))
    return serializeOrderWork(dependencies, tx, work, await loadDeliverableReplyContext(dependencies, person))
  }

  return [
    // A repeat changes nothing. Throws a 403, 404 or 409.
    defineHandler(requestStopEndpoint, async ({ params: { orderId }, body: { reason } }, { person }) => {
      const order = await orders.findForPerson(orderId, person)
      if (order.customer_email !== person.email) throw new UserError(403, 'Only the client can ask to stop.')
      const record = await write(async (tx) => {
        const { is_active } = requireFoundOrderWork(await lockOrderWork(tx, orderId))
        const isAsked = (await findOpenStopRequest(tx, orderId)) !== undefined
        if (!isAsked && is_active === 0) throw new UserError(409, 'You can stop an order only while it’s paid and not delivered.')
        if (!isAsked) {
          const { isWhole } = await computeStopRefund(dependencies, tx, orderId)
          await insertStopRequest(tx, { order_id: orderId, reason, is_whole: Number(isWhole) })
          await setOrderActivity(tx, order)
          for (const to of await listAdminEmailsToNotify(tx))
            await mail.enqueue(tx, buildStopRequestedEmail(to, { order, words: reason }))
        }
        return reply(tx, orderId, person)
      })
      mail.wake()
      return { message: 'We got it. We stop for now, and write to you', record }
    }),

    // Throws a 400, 404 or 409.
    defineHandler(answerStopRequestEndpoint, async ({ params: { orderId }, body }, { person }) => {
      const { answer, reason, amount } = body
      if (answer === 'declined' && reason === '') throw new UserError(400, 'Give a reason. The client reads it.', 'reason')
      const record = await write(async (tx) => {
        // Before the lock on the work, because the payment worker takes both locks in this order.
        const { id: refundId, order } = await payments.lockOrderForRefund(tx, orderId)
        requireFoundOrderWork(await lockOrderWork(tx, orderId))
        const open = await findOpenStopRequest(tx, orderId)
        if (!open || !canTakeStopStep('asked', answer, 'team'))
          throw new UserError(409, 'The client’s request was answered already.')
        const refund = await computeStopRefund(dependencies, tx, orderId, open.is_whole === 1)
        const { cents } = order.payment_status === 'Paid' ? refund : { cents: 0 }
        if (answer === 'refunded') {
          if (amount !== undefined && parseCents(amount) !== cents)
            throw new UserError(409, `The refund is now ${formatDollars(formatDecimalAmount(cents))}. Look at it again.`)
          await stopParts(tx, { order, refund: { ...refund, cents }, refundId, actor: person.email })
        }
        await decideStopRequest(tx, open.id, { decision: answer, answer: reason })
        await setOrderActivity(tx, await orders.lockOrder(tx, orderId))
        const detail = { answer, reason, amount: formatDecimalAmount(cents) }
        await recordAuditEntry(tx, { actor: person.email, action: 'order.stop-answered', subject: String(order.number), detail })
        const isRefunded = answer === 'refunded'
        await mail.enqueue(tx, buildStopAnsweredEmail(order.customer_email, { order, isRefunded, cents, words: reason }))
        return reply(tx, orderId, person)
      })
      payments.wake()
      return {
        message: answer === 'refunded' ? 'The order is stopped, and the refund has started' : 'The request is declined',
        record,
      }
    }),
  ]

  type Stop = { order: StoredOrder; refund: StopRefund; refundId: string; actor: string }

  /** Makes one refund, and gives each part that isn't delivered its share of it as its outcome. */
  async function stopParts(tx: Tx, { order, refund: { cents, stopped }, refundId, actor }: Stop): Promise<void> {
    const parts = stopped.filter((part) => part.cents > 0).map(({ title, cents: share }) => ({ title, cents: share }))
    if (cents > 0) await payments.refundShare(tx, order, { id: refundId, cents, reason: REASON, actor, parts })
    const shares = new Map(stopped.map((part) => [part.id, part.cents]))
    // A refund that counts at once may have moved carried work.
    for (const before of await listDeliverables(tx, order.id)) {
      const share = shares.get(before.id)
      if (share === undefined) continue
      if (cents > 0 && share > 0) {
        await withdrawWaitingOutcome(tx, before.id)
        await closeDeliverable(tx, await releaseCarriedPart(tx, before, order), 'not delivered', REASON, actor)
        const outcome = { deliverable_id: before.id, version: before.version + 1, order_id: order.id, kind: 'refunded' } as const
        await insertDeliverableOutcome(tx, { ...outcome, actor, refund_id: refundId, cents: share })
      } else if (isOpenDeliverableState(before.state)) {
        // What an earlier order paid for waits for the next order again.
        await unlinkCarriedOutcomes(tx, [before.id])
        await closeDeliverable(tx, before, 'canceled', REASON, actor)
      }
    }
  }
}
