import { deliverableTemplate, LAST_DAY } from '../../../../contract/content/kinds/deliverable-template.ts'
import { listKindRecords } from '../../../content/records/records.ts'
import type { Tx } from '../../../platform/db/database-writer.ts'
import type { StoredOrder } from '../../../sales/orders/orders.ts'
import { insertDeliverables, type NewDeliverable } from './store.ts'

/** Copies what the package promises to an order. Without templates, each point of the package becomes a deliverable. */
export async function copyTemplates(tx: Tx, order: StoredOrder, isActive: boolean): Promise<void> {
  const templates = (await listKindRecords(tx, deliverableTemplate)).filter(
    ({ values }) => values.templatePackage === order.package_name,
  )
  const promised = templates.map(
    ({ values }): NewDeliverable => ({
      title: values.templateTitle ?? '',
      details: values.templateDetails ?? '',
      needs_approval: Number(values.needsApproval === 'Yes'),
      due_day: Number(values.toDay),
      due_on: null,
      weight: Number(values.templateWeight),
    }),
  )
  const points = JSON.parse(order.package_points) as string[]
  const fallback = points.map(
    (title): NewDeliverable => ({ title, details: '', needs_approval: 0, due_day: LAST_DAY, due_on: null, weight: 1 }),
  )
  await insertDeliverables(tx, order.id, promised.length > 0 ? promised : fallback, { isActive, actor: '' })
}
