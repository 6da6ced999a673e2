import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { formatDecimalAmount } from '#contract/core/money.ts'
import { countWorkProgress, type WorkSummary } from '#contract/sales/order-progress.ts'
import { exportOrdersCsvEndpoint, getOrderEndpoint, listOrdersEndpoint } from '#contract/sales/orders.ts'
import { type CsvColumns, writeCsv } from '#platform/http/csv.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { streamAuditedExport } from '../../audit-log/audit-log.ts'
import type { OrderDependencies } from './order-dependencies.ts'
import { listOrders, streamOrders } from './order-list/store.ts'
import { serializeOrder } from './serialize-order.ts'
import type { StoredOrder } from './store.ts'
import { findOrderForPerson } from './update-order.ts'

/** The columns of the orders export. Dates look like `2026-06-15`, so that spreadsheets sort them. */
const CSV_COLUMNS: CsvColumns<StoredOrder> = [
  ['Order', ({ number }) => String(number)],
  ['Placed', ({ placed_at }, timeZone) => toBusinessDay(timeZone, placed_at)],
  ['Package', ({ package_name }) => package_name],
  ['Price', ({ price_cents }) => formatDecimalAmount(price_cents)],
  ['Received', ({ received_cents }) => formatDecimalAmount(received_cents)],
  ['Refunded', ({ refunded_cents }) => formatDecimalAmount(refunded_cents)],
  ['Net', ({ received_cents, refunded_cents }) => formatDecimalAmount(received_cents - refunded_cents)],
  ['Money', ({ received_cents, is_test }) => (received_cents === 0 ? '' : is_test === 1 ? 'Test' : 'Live')],
  ['Payment', ({ payment_status }) => payment_status],
  ['Work', ({ order_status }) => order_status],
  ['Name', ({ customer_name }) => customer_name],
  ['Email', ({ customer_email }) => customer_email],
  ['Address', ({ customer_address }) => customer_address],
  ['Country', ({ customer_country }) => customer_country],
  ['Company', ({ customer_company }) => customer_company],
  ['Purchase order', ({ purchase_order }) => purchase_order],
]

export function createOrderListHandlers({ read, write, timeZone, ...queries }: OrderDependencies) {
  return [
    defineHandler(listOrdersEndpoint, async ({ query }, { person }) => {
      const { page, size, paymentStatus, orderStatus, own, pending, ...filter } = query
      const email = person.isAdmin && own === undefined ? undefined : person.email
      const statuses = { payment_status: paymentStatus, order_status: orderStatus, isPending: pending !== undefined }
      const { records, total } = await listOrders(read, { ...filter, ...(email && { email }), ...statuses }, { page, size })
      const ids = records.map(({ id }) => id)
      const flags = person.isAdmin ? await queries.listOpenReviewFlagKinds(read, ids) : undefined
      const summaries = email === undefined ? undefined : await queries.loadWorkSummaries(read, ids)
      const zone = await timeZone()
      const serializeWithFlags = (order: StoredOrder) => ({
        ...serializeOrder(order, zone),
        ...(flags && { _openFlags: flags.get(order.id) ?? [] }),
        ...(summaries?.has(order.id) && { _progress: countWorkProgress(summaries.get(order.id) as WorkSummary) }),
      })
      return { records: records.map(serializeWithFlags), total }
    }),

    defineHandler(getOrderEndpoint, async ({ params }, { person }) =>
      serializeOrder(await findOrderForPerson(read, params.id, person), await timeZone()),
    ),

    // Newest first. Throws a 400 as `listOrders` does.
    defineHandler(exportOrdersCsvEndpoint, async ({ query: { paymentStatus, orderStatus, ...filter } }, { person }) => {
      const batches = await streamOrders(read, { ...filter, payment_status: paymentStatus, order_status: orderStatus })
      const entry = { actor: person.email, action: 'orders.exported', subject: 'orders' } as const
      return writeCsv(CSV_COLUMNS, await streamAuditedExport(write, entry, batches), await timeZone())
    }),
  ]
}
