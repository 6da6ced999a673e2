import { UserError } from '#contract/core/user-error.ts'
import { setOrderContactEndpoint } from '#contract/work/order-work.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import { findContact } from './contact.ts'
import { loadDeliverableReplyContext, requireFoundOrderWork } from './deliverables/serialize-deliverable.ts'
import type { WorkDependencies } from './dependencies.ts'
import { serializeOrderWork } from './load-order-work.ts'
import { lockOrderWork, updateOrderWork } from './store.ts'

/** Chooses the order's contact, or none. Throws a 400 for a person who isn't in the team section. */
export function createContactHandler(dependencies: WorkDependencies) {
  const { write, orders } = dependencies
  return defineHandler(setOrderContactEndpoint, async ({ params: { orderId }, body }, { person }) => {
    const order = await orders.findForPerson(orderId, person)
    const context = await loadDeliverableReplyContext(dependencies, person)
    const record = await write(async (tx) => {
      const work = requireFoundOrderWork(await lockOrderWork(tx, orderId))
      const contact_id = body.contact || null
      const contact = await findContact(tx, contact_id)
      if (contact_id && !contact) throw new UserError(400, 'Choose a person of your team section.', 'contact')
      await updateOrderWork(tx, orderId, { contact_id })
      const detail = { name: contact?.name ?? 'no one' }
      await recordAuditEntry(tx, { actor: person.email, action: 'order.contact-set', subject: String(order.number), detail })
      return serializeOrderWork(dependencies, tx, { ...work, contact_id }, context)
    })
    return { message: record.contact ? `${record.contact.name} is the contact` : 'The order has no contact', record }
  })
}
