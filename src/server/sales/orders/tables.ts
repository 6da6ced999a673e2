import type { OrderStatus, PaymentStatus } from '#contract/sales/order-statuses.ts'

declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    orders: OrderTable
    /** One row: the last order number and its month. */
    order_sequence: { id: number; last_number: number; last_month: string }
    order_month: { month: string; first_number: number }
    order_counter: {
      month: string
      package_name: string
      payment_status: PaymentStatus
      order_status: OrderStatus
      is_test: number
      count: number
      cents: number
      received_cents: number
      refunded_cents: number
    }
    customer_counter: CustomerCounterTable
    /** Changes of an order other than payments. */
    order_event: OrderEventTable
  }
}

export type OrderTable = {
  id: string
  number: number
  customer_email: string
  /** Counts the customer's orders from 1. */
  customer_number: number
  customer_name: string
  customer_address: string
  customer_country: string
  /** Empty if the customer gave none, like the purchase order number. */
  customer_company: string
  purchase_order: string
  package_id: string
  package_name: string
  package_price: string
  package_points: string
  price_cents: number
  payment_status: PaymentStatus
  order_status: OrderStatus
  /** 1: a payment is pending. 2: a payment that doesn't match waits for the owner. Otherwise 0. */
  under_review: number
  /** The money received and returned: live money if any arrived, otherwise test money. */
  received_cents: number
  refunded_cents: number
  /** 1 if the counted payments are test money (sandbox, rehearsal). */
  is_test: number
  /** The month that counts the order, such as `2026-01`. */
  month: string
  placed_at: number
  /** The day in the business's time zone at the time, such as `2026-01-31`. Older orders have none. */
  placed_on: string | null
}

export type CustomerCounterTable = {
  email: string
  /** The name on the last order, in lower case. */
  name: string
  orders: number
  to_pay: number
  paid: number
  paid_cents: number
  delivered: number
  /** The part of `paid` and `paid_cents` that was paid with test money. */
  test_paid: number
  test_paid_cents: number
}

/** A change of an order's status. */
export type OrderEventTable = {
  id: string
  order_id: string
  at: number
  kind: 'delivered' | 'reopened'
  actor: string
  /** The outbox id of the email about it, if any. */
  email_id: string | null
  /** Set once an admin undid the change before its email was sent. */
  undone_at: number | null
}
