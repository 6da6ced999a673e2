import { businessDay } from '../../../contract/grammar/business-days.ts'
import { amountOf } from '../../../contract/grammar/money.ts'
import {
  exportOrders,
  listOrders,
  newOrder,
  oneOrder,
  ownOrderTotals,
  salesTotals,
  setOrderStatus,
} from '../../../contract/sales/orders.ts'
import type { PaymentFlag } from '../../../contract/sales/payment-states.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../platform/http/csv.ts'
import { type Handled, handled } from '../../platform/http/http.ts'
import type { Orders, StoredOrder } from './orders.ts'
import { serializeOrder } from './wire.ts'

/** What of their payments a person has to look at, by the orders' ids: payments knows, which orders never call. */
type OpenFlagsOf = (ids: readonly string[]) => Promise<ReadonlyMap<string, PaymentFlag[]>>

/** What payments knows and orders don't: sums by payment date are in cents. */
export type PaymentFacts = {
  openFlagsOf: OpenFlagsOf
  monthsByPaymentDate: (months: readonly string[]) => Promise<Record<'received' | 'refunded', number>[]>
}

/** Spec section 8 gives no words for the first. */
const PLACED = 'Your order is placed'
const UPDATED = 'OrderStatus is Updated'

/** Writes dates in a form that programs sort. */
const COLUMNS: readonly (readonly [title: string, cell: (order: StoredOrder, timeZone: string) => string])[] = [
  ['Order', ({ number }) => String(number)],
  ['Placed', ({ placed_at }, timeZone) => businessDay(timeZone, placed_at)],
  ['Package', ({ package_name }) => package_name],
  ['Price', ({ price_cents }) => amountOf(price_cents)],
  ['Received', ({ received_cents }) => amountOf(received_cents)],
  ['Refunded', ({ returned_cents }) => amountOf(returned_cents)],
  ['Net', ({ received_cents, returned_cents }) => amountOf(received_cents - returned_cents)],
  ['Money', ({ received_cents, is_test }) => (received_cents === 0 ? '' : is_test === 1 ? 'Test' : 'Live')],
  ['Payment', ({ payment_status }) => payment_status],
  ['Work', ({ order_status }) => order_status],
  ['Name', ({ customer_name }) => customer_name],
  ['Email', ({ customer_email }) => customer_email],
  ['Address', ({ customer_address }) => customer_address],
  ['Country', ({ customer_country }) => customer_country],
]

/** The calls of spec section 7 about orders, but for those that change what is paid. */
export function orderHandlers(orders: Orders, { openFlagsOf, monthsByPaymentDate }: PaymentFacts): Handled[] {
  const { place, list, ofPerson, serialize, setStatus, timeZone, totalsOf, sales } = orders
  return [
    handled(newOrder, async ({ body }, { person, once }) => ({
      message: PLACED,
      record: await serialize(await place(body, person.email, once)),
    })),
    handled(listOrders, async ({ query }, { person }) => {
      const { page, size, paymentStatus, orderStatus, own, ...filter } = query
      const email = person.isAdmin && own === undefined ? undefined : person.email
      const { records, total } = await list(
        { ...filter, ...(email && { email }), payment_status: paymentStatus, order_status: orderStatus },
        { page, size },
      )
      const flags = person.isAdmin ? await openFlagsOf(records.map(({ id }) => id)) : undefined
      const zone = await timeZone()
      const withFlags = (order: StoredOrder) => ({
        ...serializeOrder(order, zone),
        ...(flags && { _openFlags: flags.get(order.id) ?? [] }),
      })
      return { records: records.map(withFlags), total }
    }),
    handled(oneOrder, async ({ params }, { person }) => serialize(await ofPerson(params.id, person))),
    handled(setOrderStatus, async ({ params, body }, { person }) => ({
      message: UPDATED,
      record: await serialize(await setStatus(params.id, body.orderStatus, person.email)),
    })),
    handled(exportOrders, async ({ query: { paymentStatus, orderStatus, ...filter } }, { person }) =>
      tableOf(
        await orders.exportOrders({ ...filter, payment_status: paymentStatus, order_status: orderStatus }, person.email),
        await timeZone(),
      ),
    ),
    handled(salesTotals, async () => {
      const { mode, orders, toDeliver, months, other, ...shown } = await sales()
      const byPaymentDate = await monthsByPaymentDate(months.map(({ month }) => month))
      return {
        ...amountsOf(shown),
        mode,
        ...(other && { other: { ...amountsOf(other), paid: other.paid } }),
        orders,
        toDeliver,
        months: months.map(({ month, count, cents }, index) => ({
          month,
          orders: count,
          ...amountsOf({ cents, received: 0, refunded: 0, ...byPaymentDate[index] }),
        })),
      }
    }),
    handled(ownOrderTotals, async (_input, { person }) => {
      const { spent, ...counts } = await totalsOf(person.email)
      return { ...counts, spent: amountOf(spent) }
    }),
  ]
}

function amountsOf({ cents, received, refunded }: Record<'cents' | 'received' | 'refunded', number>) {
  return {
    sales: amountOf(cents),
    received: amountOf(received),
    refunded: amountOf(refunded),
    net: amountOf(received - refunded),
  }
}

async function* tableOf(exported: AsyncIterable<StoredOrder[]>, timeZone: string): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([title]) => title))
  for await (const some of exported) yield some.map((order) => csvLine(COLUMNS.map(([, cell]) => cell(order, timeZone)))).join('')
}
