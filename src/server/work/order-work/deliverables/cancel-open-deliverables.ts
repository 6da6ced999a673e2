import { UserError } from '#contract/core/user-error.ts'
import { isOpenDeliverableState } from '#contract/work/deliverable-workflow.ts'
import { cancelOpenDeliverablesEndpoint } from '#contract/work/order-work.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { recordAuditEntry } from '#server/audit-log/audit-log.ts'
import type { WorkDependencies } from '../dependencies.ts'
import { serializeOrderWork } from '../load-order-work.ts'
import { cancelDeliverable, listDeliverables, lockOrderWork } from '../store.ts'
import { loadDeliverableReplyContext, requireFoundOrderWork } from './serialize-deliverable.ts'

const REASON = 'The payment for this order was returned in full.'

/** Cancels the open deliverables of an order whose whole price went back. Throws a 404 or a 409. */
export function createCancelHandler(dependencies: WorkDependencies) {
  const { write, orders } = dependencies
  return defineHandler(cancelOpenDeliverablesEndpoint, async ({ params: { orderId } }, { person }) => {
    await orders.findForPerson(orderId, person)
    const context = await loadDeliverableReplyContext(dependencies, person)
    const record = await write(async (tx) => {
      const order = await orders.lockOrder(tx, orderId)
      const work = requireFoundOrderWork(await lockOrderWork(tx, orderId))
      if (order.payment_status !== 'Cancelled')
        throw new UserError(409, 'The payment wasn’t returned in full. Cancel deliverables one at a time on their pages.')
      const open = (await listDeliverables(tx, orderId)).filter(({ state }) => isOpenDeliverableState(state))
      for (const before of open) await cancelDeliverable(tx, before, REASON, person.email)
      const detail = { count: String(open.length) }
      if (open.length > 0)
        await recordAuditEntry(tx, { actor: person.email, action: 'order.work-canceled', subject: String(order.number), detail })
      return serializeOrderWork(dependencies, tx, work, context)
    })
    return { message: 'The open deliverables are canceled', record }
  })
}
