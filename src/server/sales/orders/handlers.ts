import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { formatDecimalAmount } from '#contract/core/money.ts'
import {
  previewOrderStatusEmailEndpoint,
  setOrderStatusEndpoint,
  setOrderStatusesEndpoint,
  undoOrderStatusEndpoint,
} from '#contract/sales/order-status-endpoints.ts'
import {
  exportOrdersCsvEndpoint,
  getOrderEndpoint,
  getOwnOrderTotalsEndpoint,
  listOrdersEndpoint,
  type Order,
  placeOrderEndpoint,
} from '#contract/sales/orders.ts'
import type { ReviewFlagKind } from '#contract/sales/payment-kinds.ts'
import { getSalesTotalsEndpoint } from '#contract/sales/sales-totals.ts'
import { type CsvColumns, writeCsv } from '#platform/http/csv.ts'
import { defineHandler, type EndpointHandler } from '#platform/http/register-api.ts'
import type { OrderStatusUndoResult } from './change-order-status.ts'
import type { OrdersModule, StoredOrder } from './orders.ts'
import { serializeOrder } from './serialize-order.ts'

/** The queries that payments answers, because orders never imports payments. Sums are in cents. */
export type PaymentsModuleQueries = {
  /** Returns the kinds of the open review flags by order id. */
  listOpenFlagKinds: (ids: readonly string[]) => Promise<ReadonlyMap<string, ReviewFlagKind[]>>
  sumReceiptsAndRefundsByMonth: (months: readonly string[]) => Promise<Record<'received' | 'refunded', number>[]>
}

/** The exact alert texts (P-79, P-116). */
const PLACED_MESSAGE = 'Your order is placed'
const UPDATED_MESSAGE = 'OrderStatus is Updated'

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
]

/** Handles the calls about orders. Payments handles the calls that change a payment state. */
export function createOrderHandlers(
  orders: OrdersModule,
  { listOpenFlagKinds, sumReceiptsAndRefundsByMonth }: PaymentsModuleQueries,
): EndpointHandler[] {
  const { listOrdersPage, findForPerson, serialize, loadSerializer, timeZone, loadCustomerTotals, loadSalesTotals } = orders
  return [
    defineHandler(placeOrderEndpoint, async ({ body }, { person, idempotency }) => {
      const serializeChanged = await loadSerializer()
      return { message: PLACED_MESSAGE, record: serializeChanged(await orders.placeOrder(body, person.email, idempotency)) }
    }),
    defineHandler(listOrdersEndpoint, async ({ query }, { person }) => {
      const { page, size, paymentStatus, orderStatus, own, pending, ...filter } = query
      const email = person.isAdmin && own === undefined ? undefined : person.email
      const { records, total } = await listOrdersPage(
        {
          ...filter,
          ...(email && { email }),
          payment_status: paymentStatus,
          order_status: orderStatus,
          isPending: pending !== undefined,
        },
        { page, size },
      )
      const flags = person.isAdmin ? await listOpenFlagKinds(records.map(({ id }) => id)) : undefined
      const zone = await timeZone()
      const serializeWithFlags = (order: StoredOrder) => ({
        ...serializeOrder(order, zone),
        ...(flags && { _openFlags: flags.get(order.id) ?? [] }),
      })
      return { records: records.map(serializeWithFlags), total }
    }),
    defineHandler(getOrderEndpoint, async ({ params }, { person }) => serialize(await findForPerson(params.id, person))),
    ...createStatusHandlers(orders),
    defineHandler(exportOrdersCsvEndpoint, async ({ query: { paymentStatus, orderStatus, ...filter } }, { person }) =>
      writeCsv(
        CSV_COLUMNS,
        await orders.exportOrders({ ...filter, payment_status: paymentStatus, order_status: orderStatus }, person.email),
        await timeZone(),
      ),
    ),
    defineHandler(getSalesTotalsEndpoint, async () => {
      const { mode, orders, toDeliver, months, other, ...currentMode } = await loadSalesTotals()
      const byPaymentDate = await sumReceiptsAndRefundsByMonth(months.map(({ month }) => month))
      return {
        ...formatAmounts(currentMode),
        mode,
        ...(other && { other: { ...formatAmounts(other), paid: other.paid } }),
        orders,
        toDeliver,
        months: months.map(({ month, count, cents }, index) => ({
          month,
          orders: count,
          ...formatAmounts({ cents, received: 0, refunded: 0, ...byPaymentDate[index] }),
        })),
      }
    }),
    defineHandler(getOwnOrderTotalsEndpoint, async (_input, { person }) => {
      const { spent, ...counts } = await loadCustomerTotals(person.email)
      return { ...counts, spent: formatDecimalAmount(spent) }
    }),
  ]
}

function createStatusHandlers({ loadSerializer, ...orders }: OrdersModule): EndpointHandler[] {
  return [
    defineHandler(setOrderStatusEndpoint, async ({ params, body }, { person }) => {
      const serialize = await loadSerializer()
      const [record] = (await orders.setStatuses([params.id], body.orderStatus, person.email)).map(({ order }) =>
        serialize(order),
      )
      return { message: UPDATED_MESSAGE, record: record as Order }
    }),
    defineHandler(setOrderStatusesEndpoint, async ({ body: { ids, orderStatus } }, { person }) => {
      const serialize = await loadSerializer()
      const updates = await orders.setStatuses(ids, orderStatus, person.email)
      const changes = updates.flatMap(({ changeId }) => changeId ?? [])
      return { message: UPDATED_MESSAGE, records: updates.map(({ order }) => serialize(order)), changes }
    }),
    defineHandler(previewOrderStatusEmailEndpoint, async ({ params }, { person }) =>
      orders.loadStatusEmail(await orders.findForPerson(params.id, person)),
    ),
    defineHandler(undoOrderStatusEndpoint, async ({ body: { changes } }, { person }) => {
      const serialize = await loadSerializer()
      const undone = await orders.undoStatuses(changes, person.email)
      return { message: describeUndo(undone), records: undone.map(({ order }) => serialize(order)) }
    }),
  ]
}

/** Says plainly which emails an undo could not stop. */
function describeUndo(undone: readonly OrderStatusUndoResult[]): string {
  const listRecipients = (email: OrderStatusUndoResult['email']) =>
    new Intl.ListFormat('en-US').format(
      new Set(undone.filter((one) => one.email === email).map(({ order }) => order.customer_email)),
    )
  const [sent, maybe, unsent] = [listRecipients('sent'), listRecipients('maybe'), listRecipients('unsent')]
  return [
    'Undone. The order is back to its earlier status.',
    unsent && `No email went to ${unsent}.`,
    sent && `The email to ${sent} had already been sent.`,
    maybe && `The email to ${maybe} may already be on its way.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function formatAmounts({ cents, received, refunded }: Record<'cents' | 'received' | 'refunded', number>) {
  return {
    sales: formatDecimalAmount(cents),
    received: formatDecimalAmount(received),
    refunded: formatDecimalAmount(refunded),
    net: formatDecimalAmount(received - refunded),
  }
}
