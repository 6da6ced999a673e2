import { formatOrderDate } from '#contract/core/business-calendar.ts'
import { formatDecimalAmount } from '#contract/core/money.ts'
import type { Order } from '#contract/sales/orders.ts'
import type { StoredOrder } from './store.ts'

export function serializeOrder(order: StoredOrder, timeZone: string): Order {
  return {
    _id: order.id,
    packageName: order.package_name,
    packagePrice: order.package_price,
    customerEmail: order.customer_email,
    customerName: order.customer_name,
    customerAddress: order.customer_address,
    customerCountry: order.customer_country,
    ...(order.customer_company && { customerCompany: order.customer_company }),
    ...(order.purchase_order && { purchaseOrder: order.purchase_order }),
    paymentStatus: order.payment_status,
    orderStatus: order.order_status,
    orderDate: formatOrderDate(timeZone, order.placed_at),
    _number: order.number,
    _placedAt: order.placed_at,
    _packagePoints: JSON.parse(order.package_points) as string[],
    _isUnderReview: order.under_review !== 0,
    _received: formatDecimalAmount(order.received_cents),
    _refunded: formatDecimalAmount(order.refunded_cents),
    _net: formatDecimalAmount(order.received_cents - order.refunded_cents),
    _isTest: order.is_test === 1,
  }
}
