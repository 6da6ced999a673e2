import { expressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { DatabaseTables } from '#platform/db/tables.ts'

/** Whether the last message about an order is the customer's, and not older than a time in epoch ms. */
export function hasCustomerWrittenLast(orderId: RawBuilder<string>, since: RawBuilder<number>) {
  return sql<SqlBool>`exists (select 1 from order_conversation join order_message
    on order_message.order_id = order_conversation.order_id and public_number = public_messages
    where order_conversation.order_id = ${orderId} and side = 'customer' and sent_at >= ${since})`
}

/** The conversations in which the customer wrote last, with the time of the first message without an answer. */
export const waitingConversations = expressionBuilder<DatabaseTables>()
  .selectFrom('order_conversation')
  .select(['order_id', 'waiting_since'])
  .where('waiting_since', 'is not', null)
  .$narrowType<{ waiting_since: number }>()
  .as('waiting')
