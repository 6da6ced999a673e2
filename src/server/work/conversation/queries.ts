import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Whether the last message about an order is the customer's, and not older than a time in epoch ms. */
export function hasCustomerWrittenLast(orderId: RawBuilder<string>, since: RawBuilder<number>) {
  return sql<SqlBool>`exists (select 1 from order_conversation join order_message
    on order_message.order_id = order_conversation.order_id and public_number = public_messages
    where order_conversation.order_id = ${orderId} and side = 'customer' and sent_at >= ${since})`
}
