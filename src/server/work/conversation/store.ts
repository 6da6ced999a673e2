import { sql } from 'kysely'
import { getPagingOffset, type ListPage, type PageAndSize } from '#contract/core/paging.ts'
import type { ConversationSide, UnreadConversation } from '#contract/work/conversation.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import { takeLock } from '#platform/db/lock-order.ts'
import { countRows } from '#platform/db/read-list-page.ts'
import type { DatabaseReader, EmailChange } from '#platform/db/tables.ts'
import type { JobQueueTableDefinition } from '#platform/queue/queue.ts'
import { joinableOrders, selectOrderIdsOfCustomer } from '#server/sales/orders/queries.ts'
import type { OrderConversationTable, OrderMessageBurstTable, OrderMessageTable } from './tables.ts'

export type StoredConversation = OrderConversationTable
export type StoredOrderMessage = OrderMessageTable

export function findConversation(db: DatabaseReader, orderId: string): Promise<StoredConversation | undefined> {
  return db.selectFrom('order_conversation').selectAll().where('order_id', '=', orderId).executeTakeFirst()
}

/** Locks a conversation until the end of the transaction. Returns undefined if it has no message. */
export function lockConversation(tx: Tx, order_id: string): Promise<StoredConversation | undefined> {
  const lock = tx.updateTable('order_conversation').set({ order_id }).where('order_id', '=', order_id)
  return takeLock(tx, 'conversation', () => lock.returningAll().executeTakeFirst())
}

/** Adds an empty conversation unless the order has one. */
export async function insertConversation(tx: Tx, order_id: string, customer_email: string): Promise<void> {
  const counters = { messages: 0, public_messages: 0, customer_messages: 0 }
  const read = { read_by_team: 0, read_by_customer: 0, unread_by_team: 0, unread_by_customer: 0 }
  const insertion = tx
    .insertInto('order_conversation')
    .values({ order_id, customer_email, ...counters, ...read, last_message_at: 0, waiting_since: null })
  await insertion.onConflict((conflict) => conflict.column('order_id').doNothing()).execute()
}

export async function saveConversationCounters(tx: Tx, { order_id, ...changes }: StoredConversation): Promise<void> {
  await tx.updateTable('order_conversation').set(changes).where('order_id', '=', order_id).execute()
}

export async function insertMessage(tx: Tx, message: StoredOrderMessage): Promise<void> {
  await tx.insertInto('order_message').values(message).execute()
}

/** Returns undefined for an unknown id and for a message of another order. */
export function findMessage(db: DatabaseReader, orderId: string, id: string): Promise<StoredOrderMessage | undefined> {
  return db.selectFrom('order_message').selectAll().where('id', '=', id).where('order_id', '=', orderId).executeTakeFirst()
}

/** Returns one page, oldest first. Counts by number, so that a late page costs no more than the first. */
export function listOrderMessages(
  db: DatabaseReader,
  { orderId, withNotes }: { orderId: string; withNotes: boolean },
  page: PageAndSize,
): Promise<StoredOrderMessage[]> {
  const number = withNotes ? 'number' : 'public_number'
  const first = getPagingOffset(page) + 1
  const messages = db.selectFrom('order_message').selectAll().where('order_id', '=', orderId)
  return messages
    .where(number, '>=', first)
    .where(number, '<', first + page.size)
    .orderBy(number)
    .execute()
}

/** Lists the conversations with messages that one side hasn't read, the latest message first. */
export async function listUnreadConversations(
  db: DatabaseReader,
  { side, email }: { side: ConversationSide; email: string },
  page: PageAndSize,
): Promise<ListPage<UnreadConversation>> {
  const column = side === 'team' ? 'unread_by_team' : 'unread_by_customer'
  // A literal instead of a parameter: only then SQLite uses the indexes over unread conversations.
  const all = db.selectFrom('order_conversation').where(column, '>', sql.lit(0))
  const unread = side === 'team' ? all : all.where('order_conversation.customer_email', '=', email)
  const rows = await unread
    .innerJoin(joinableOrders, 'orders.id', 'order_conversation.order_id')
    .select(['order_id', 'orders.number', `${column} as unread`, 'last_message_at'])
    .orderBy('last_message_at', 'desc')
    .orderBy('order_id', 'desc')
    .limit(page.size)
    .offset(getPagingOffset(page))
    .execute()
  const records = rows.map(({ order_id, number, unread: count, last_message_at }) => ({
    _id: order_id,
    number,
    unread: count,
    lastMessageAt: last_message_at,
  }))
  return { records, total: await countRows(unread) }
}

/** Deletes the conversations of a customer's orders with their messages (foreign key). Returns how many conversations. */
export async function deleteConversationsOfCustomer(tx: Tx, email: string): Promise<number> {
  const deletion = tx.deleteFrom('order_conversation').where('order_id', 'in', selectOrderIdsOfCustomer(email))
  return (await deletion.returning('order_id').execute()).length
}

/** The orders have the new email already. */
export async function moveConversations(tx: Tx, { to }: EmailChange): Promise<void> {
  const moved = tx.updateTable('order_conversation').where('order_id', 'in', selectOrderIdsOfCustomer(to))
  await moved.set({ customer_email: to }).execute()
}

/** Every burst is unfinished. Its email deletes it. */
export const messageBurstQueueTable: JobQueueTableDefinition = { name: 'order_message_burst' }

/** Adds a burst unless one gathers messages. */
export async function insertMessageBurst(tx: Tx, burst: Omit<OrderMessageBurstTable, 'attempts' | 'claimed_at'>): Promise<void> {
  const insertion = tx.insertInto('order_message_burst').values({ ...burst, attempts: 0, claimed_at: null })
  await insertion.onConflict((conflict) => conflict.column('id').doNothing()).execute()
}

export function findMessageBurst(tx: Tx, id: string): Promise<OrderMessageBurstTable | undefined> {
  return tx.selectFrom('order_message_burst').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function deleteMessageBurst(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('order_message_burst').where('id', '=', id).execute()
}

/** Returns the messages of a burst, oldest first, without the team's notes. */
export function listBurstMessages(
  tx: Tx,
  { order_id, side, first_number }: OrderMessageBurstTable,
): Promise<StoredOrderMessage[]> {
  const messages = tx.selectFrom('order_message').selectAll().where('order_id', '=', order_id).where('side', '=', side)
  return messages.where('public_number', '>=', first_number).orderBy('public_number').execute()
}
