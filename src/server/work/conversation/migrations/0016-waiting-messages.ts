import type { Migration } from '#platform/db/migration.ts'

/** Stores since when a customer waits for an answer. Of older messages, only unread ones count. */
export const waitingMessagesMigration: Migration = {
  name: '0016-waiting-messages',
  sql: `
alter table order_conversation add column waiting_since bigint;
update order_conversation set waiting_since = (
  select sent_at from order_message
  where order_message.order_id = order_conversation.order_id and public_number = public_messages and side = 'customer'
) where unread_by_team > 0;
create index order_conversation_waiting on order_conversation (waiting_since, order_id) where waiting_since is not null;
`,
}
