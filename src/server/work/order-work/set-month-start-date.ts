import { UserError } from '../../../contract/core/user-error.ts'
import type { OrderWork } from '../../../contract/work/order-work.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import { recomputeDueDates } from './deliverables/store.ts'
import { loadDeliverableReplyContext, requireFoundOrderWork, type WorkCaller, type WorkDependencies } from './dependencies.ts'
import { serializeOrderWork } from './load-order-work.ts'
import { queueMonthStartEmail } from './queue-step-emails.ts'
import { lockOrderWork, updateOrderWork } from './store.ts'

/** Sets the start and all due dates that follow from it. Throws a 409 unless the order is Paid and not Delivered. */
export async function setMonthStartDate(
  dependencies: WorkDependencies,
  orderId: string,
  person: WorkCaller,
  startsOn: string,
): Promise<OrderWork> {
  const order = await dependencies.orders.findForPerson(orderId, person)
  const context = await loadDeliverableReplyContext(dependencies, person)
  const orderWork = await dependencies.write(async (tx) => {
    const work = requireFoundOrderWork(await lockOrderWork(tx, orderId))
    if (work.is_active === 0) throw new UserError(409, 'The month can start only if the order is paid and not delivered yet.')
    await updateOrderWork(tx, orderId, { starts_on: startsOn })
    await recomputeDueDates(tx, orderId, startsOn)
    await recordAuditEntry(tx, {
      actor: person.email,
      action: 'order.month-started',
      subject: String(order.number),
      detail: { startsOn },
    })
    if (work.starts_on !== startsOn) await queueMonthStartEmail(dependencies, tx, order, startsOn)
    return serializeOrderWork(dependencies, tx, { ...work, starts_on: startsOn }, context)
  })
  dependencies.mail.wake()
  return orderWork
}
