import { deliverableTemplate, LAST_DAY_OF_WORK_MONTH } from '#contract/content/kinds/deliverable-template.ts'
import { getPackageFamily } from '#contract/content/kinds/pricing-package.ts'
import { UserError } from '#contract/core/user-error.ts'
import { getNextMonthEndpoint, setCustomerMonthEndpoint } from '#contract/work/customer-month.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import { listKindRecords } from '../../content/records/records.ts'
import type { StoredOrder } from '../../sales/orders/orders.ts'
import { findQuotePartsOfOrder } from '../../sales/quotes/quotes.ts'
import { moveCarriedOverDeliverables } from './deliverables/outcomes/carry-over-to-next-order.ts'
import { listDeliverablesToCarryOver, unlinkCarriedOutcomes } from './deliverables/outcomes/store.ts'
import { loadDeliverableReplyContext, requireFoundOrderWork } from './deliverables/serialize-deliverable.ts'
import type { WorkDependencies } from './dependencies.ts'
import { serializeOrderWork } from './load-order-work.ts'
import {
  deleteDeliverables,
  insertDeliverables,
  keepEqualShares,
  listDeliverables,
  listPackagesOfPaidOrders,
  listUntouchedCopies,
  lockOrderWork,
  type NewDeliverable,
  updateDeliverable,
  updateOrderWork,
} from './store.ts'
import type { OrderWorkTable } from './tables.ts'

type NextOrder = Pick<StoredOrder, 'customer_email' | 'package_name'> & { id?: string }

/**
 * Returns which month of its package family the customer's next order is, from 1, or a paid order with an `id`. Orders whose
 * money went back don't count. Call it under the lock on the order counters: of two first payments, one counts the other.
 */
export async function countNextMonth(db: DatabaseReader, { id, customer_email, package_name }: NextOrder): Promise<number> {
  const packages = await listPackagesOfPaidOrders(db, customer_email, id)
  return 1 + packages.filter((name) => getPackageFamily(name) === getPackageFamily(package_name)).length
}

/**
 * Copies what the package promises for the month to an order, in place of the parts with `replacedIds`, except what is left of
 * an earlier copy. Without templates, each point of the package becomes a deliverable. An order from a quote gets its parts.
 */
export async function copyTemplates(
  tx: Tx,
  order: StoredOrder,
  { month, is_active }: OrderWorkTable,
  replacedIds: readonly string[] = [],
): Promise<void> {
  const quotedParts = await findQuotePartsOfOrder(tx, order.id)
  const templates = quotedParts ? [] : await listTemplates(tx, order.package_name)
  const promised = quotedParts
    ? quotedParts.map((part): NewDeliverable => ({ ...NO_TEMPLATE, ...part }))
    : templates.length > 0
      ? buildDeliverables(templates, month)
      : (JSON.parse(order.package_points) as string[]).map((title) => ({ ...NO_TEMPLATE, title }))
  // Parts without weights share the price equally, also with what is left. A gift stays free.
  const isFree = promised.every(({ weight }) => weight === 0)
  const missing = promised.map((one) => ({ ...one, weight: isFree ? 1 : one.weight }))
  const own = (await listDeliverables(tx, order.id)).filter((one) => one.carried_from === null || one.own_title !== null)
  await deleteDeliverables(tx, replacedIds)
  const left = own.filter(({ id }) => !replacedIds.includes(id))
  for (const { template_id, own_title, title } of left) {
    const isOfTemplate = (one: NewDeliverable) => template_id !== null && one.template_id === template_id
    const sameTitle = missing.findIndex((one) => one.title === (own_title ?? title))
    const index = sameTitle === -1 ? missing.findIndex(isOfTemplate) : sameTitle
    if (index !== -1) missing.splice(index, 1)
  }
  // An earlier version copied weights that weren't multiplied, and no ids of templates.
  const scale = own.every(({ template_id }) => template_id === null) ? (templates[0]?.scale ?? 1) : 1
  if (scale > 1 && missing.length > 0)
    for (const part of left) await updateDeliverable(tx, { ...part, weight: Math.min(part.weight * scale, MAX_STORED_WEIGHT) })
  await insertDeliverables(tx, order.id, missing, { isActive: is_active === 1, actor: '' })
}

/** Lists what a first month of a package contains, for a quote to start from. */
export async function listPackageParts(db: DatabaseReader, packageName: string) {
  const parts = buildDeliverables(await listTemplates(db, packageName), 1)
  return parts.map(({ title, details, needs_approval, due_day, weight }) => ({
    ...{ title, details, needs_approval, weight },
    due_day: due_day ?? LAST_DAY_OF_WORK_MONTH,
  }))
}

/** Keeps stored weights far below 2^31, whatever the counts are. Beyond it, shares are off by less than 1 in 1,000. */
const MAX_WEIGHT_SCALE = 100_000
const MAX_STORED_WEIGHT = 2 ** 31 - 1

/**
 * Lists the templates of a package with the weight of each of their deliverables: their weight divided by their count. All are
 * multiplied by the smallest number that makes them whole.
 */
async function listTemplates(db: DatabaseReader, packageName: string) {
  const records = await listKindRecords(db, deliverableTemplate)
  const templates = records
    .filter(({ values }) => values.templatePackage === packageName)
    .map(({ id, values }) => ({ id, values, count: Number(values.templateCount || 1), total: Number(values.templateWeight) }))
  const scales = templates.map(({ count, total }) => count / findGreatestCommonDivisor(count, total))
  const scale = Math.min(
    scales.reduce((product, one) => (product / findGreatestCommonDivisor(product, one)) * one, 1),
    MAX_WEIGHT_SCALE,
  )
  return templates.map((template) => ({ ...template, scale, weight: Math.round((template.total * scale) / template.count) }))
}

function findGreatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : findGreatestCommonDivisor(b, a % b)
}

type Template = Awaited<ReturnType<typeof listTemplates>>[number]

function isInMonth(months: string | undefined, month: number): boolean {
  return months !== (month === 1 ? 'later' : 'first')
}

function buildDeliverables(templates: readonly Template[], month: number): NewDeliverable[] {
  const ofMonth = templates.filter(({ values }) => isInMonth(values.templateMonths, month))
  return ofMonth.flatMap(({ id, values, count, weight }) => {
    const { templateTitle: title = '', templateDetails: details = '' } = values
    return Array.from({ length: count }, (_, index) => ({
      title: count > 1 ? `${title} ${index + 1} of ${count}` : title,
      details,
      needs_approval: Number(values.needsApproval === 'Yes'),
      due_day: Number(values.toDay),
      due_on: null,
      weight,
      template_id: id,
    }))
  })
}

const NO_TEMPLATE = {
  details: '',
  needs_approval: 0,
  due_day: LAST_DAY_OF_WORK_MONTH,
  due_on: null,
  weight: 1,
  template_id: null,
}

export function createCustomerMonthHandlers(dependencies: WorkDependencies) {
  const { read, write, orders } = dependencies
  return [
    defineHandler(getNextMonthEndpoint, async ({ query: { packageName } }, { person }) => {
      const month = await countNextMonth(read, { customer_email: person.email, package_name: packageName })
      const titles = buildDeliverables(await listTemplates(read, packageName), month).map(({ title }) => title)
      const carried = await listDeliverablesToCarryOver(read, person.email)
      return { month, titles, carriedOver: carried.map(({ title, number }) => ({ title, orderNumber: number })) }
    }),

    // Replaces what the team hasn't touched. Throws a 409 once the month started, and unless the order is Paid and not Delivered.
    defineHandler(setCustomerMonthEndpoint, async ({ params: { orderId }, body: { month } }, { person }) => {
      await orders.findForPerson(orderId, person)
      const context = await loadDeliverableReplyContext(dependencies, person)
      const record = await write(async (tx) => {
        const order = await orders.lockOrder(tx, orderId)
        const work = { ...requireFoundOrderWork(await lockOrderWork(tx, orderId)), month }
        if (work.starts_on !== null) throw new UserError(409, 'The month has started. Add or cancel single deliverables.')
        if (work.is_active === 0)
          throw new UserError(409, 'The month can change only if the order is paid and not delivered yet.')
        await updateOrderWork(tx, orderId, { month })
        const untouched = await listUntouchedCopies(tx, orderId)
        await unlinkCarriedOutcomes(tx, untouched)
        await keepEqualShares(tx, orderId)
        await copyTemplates(tx, order, work, untouched)
        await moveCarriedOverDeliverables(tx, order)
        const detail = { month: String(month) }
        await recordAuditEntry(tx, { actor: person.email, action: 'order.month-changed', subject: String(order.number), detail })
        return serializeOrderWork(dependencies, tx, work, context)
      })
      return { message: `This is month ${month} now`, record }
    }),
  ]
}
