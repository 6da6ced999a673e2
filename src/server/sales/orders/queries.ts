import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DatabaseTables } from '#platform/db/tables.ts'

// What stores of other modules may read about orders. The databases search such a query like the table itself.

const { selectFrom } = expressionBuilder<DatabaseTables>()

/** The columns of orders that others join. */
export const joinableOrders = selectFrom('orders')
  .select(['id', 'number', 'customer_email', 'customer_number', 'customer_name', 'package_name'])
  .select(['payment_status', 'order_status', 'price_cents', 'received_cents', 'refunded_cents'])
  .as('orders')

export function selectOrderIdsOfCustomer(email: string) {
  return selectFrom('orders').select('orders.id').where('customer_email', '=', email)
}

/** Looks one order up by its id. PostgreSQL would read all orders for a join. */
export function selectPackageOfOrder(orderId: RawBuilder<string>) {
  return sql<string>`(select package_name from orders where orders.id = ${orderId})`
}

/** Whether the customer has placed an order after the joined one and not canceled it. */
export const hasLaterOrder = sql<SqlBool>`exists (select 1 from orders later where later.customer_email = orders.customer_email
    and later.customer_number > orders.customer_number and later.payment_status <> 'Cancelled')`
