import { expressionBuilder, type RawBuilder, sql } from 'kysely'
import type { DatabaseTables } from '#platform/db/tables.ts'

/** How far the client is with the answers of an order. The databases search it like the table itself. */
export const briefProgress = expressionBuilder<DatabaseTables>()
  .selectFrom('brief')
  .select(['order_id', 'questions', 'sent_at', 'reopened_reason'])
  .as('brief')

/** When the client sent the answers. An order without questions needs none. */
export function selectAnswersSentAt(orderId: RawBuilder<string>) {
  return sql<number | null>`(select case when questions = '[]' then coalesce(sent_at, 0) else sent_at end
    from brief where brief.order_id = ${orderId})`
}
