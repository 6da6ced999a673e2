import { amountOf } from '../../contract/money.ts'
import { listOrders, newOrder, type Order, oneOrder, ownOrderTotals, setOrderStatus } from '../../contract/orders.ts'
import { type Handled, handled } from '../http/http.ts'
import { orderDate } from './order-date.ts'
import type { Orders, StoredOrder } from './orders.ts'

/** Spec section 8 gives no words for the first. */
const PLACED = 'Your order is placed'
const UPDATED = 'OrderStatus is Updated'

/** The calls of spec section 7 about orders, but for those that change what is paid. */
export function orderHandlers({ place, list, ofPerson, setStatus, totalsOf }: Orders): Handled[] {
  return [
    handled(newOrder, async ({ body }, { person, once }) => ({
      message: PLACED,
      record: toWire(await place(body, person.email, once)),
    })),
    handled(listOrders, async ({ query }, { person }) => {
      const { page, size, paymentStatus, orderStatus, own, ...filter } = query
      const email = person.isAdmin && own === undefined ? undefined : person.email
      const { records, total } = await list(
        { ...filter, ...(email && { email }), payment_status: paymentStatus, order_status: orderStatus },
        { page, size },
      )
      return { records: records.map(toWire), total }
    }),
    handled(oneOrder, async ({ params }, { person }) => toWire(await ofPerson(params.id, person))),
    handled(setOrderStatus, async ({ params, body }, { person }) => ({
      message: UPDATED,
      record: toWire(await setStatus(params.id, body.orderStatus, person.email)),
    })),
    handled(ownOrderTotals, async (_input, { person }) => {
      const { orders, to_pay, paid, paid_cents, delivered } = await totalsOf(person.email)
      return { orders, toPay: to_pay, paid, delivered, spent: amountOf(paid_cents) }
    }),
  ]
}

function toWire(order: StoredOrder): Order {
  return {
    _id: order.id,
    packageName: order.package_name,
    packagePrice: order.package_price,
    customerEmail: order.customer_email,
    customerName: order.customer_name,
    customerAddress: order.customer_address,
    customerCountry: order.customer_country,
    paymentStatus: order.payment_status,
    orderStatus: order.order_status,
    orderDate: orderDate(order.placed_at),
    _number: order.number,
    _placedAt: order.placed_at,
    _packagePoints: JSON.parse(order.package_points) as string[],
    _isUnderReview: order.under_review === 1,
  }
}
