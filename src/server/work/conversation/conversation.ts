import { randomUUIDv7 } from 'node:crypto'
import type { ListPage, PageAndSize } from '#contract/core/paging.ts'
import { UserError } from '#contract/core/user-error.ts'
import {
  addOrderMessageEndpoint,
  type ConversationSide,
  listOrderMessagesEndpoint,
  listUnreadConversationsEndpoint,
  MAX_MESSAGES_BEFORE_PAYMENT,
  markOrderMessagesAnsweredEndpoint,
  markOrderMessagesReadEndpoint,
  type OrderMessage,
  type UnreadConversation,
} from '#contract/work/conversation.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import { readAllPages } from '#platform/db/read-all-pages.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { LogProblem } from '#platform/log/module-log-types.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { createJobQueue, type JobQueue } from '#platform/queue/queue.ts'
import { hasReceivedPayment, type OrdersModule, type StoredOrder } from '../../sales/orders/orders.ts'
import { addOrderFileUrl, type FilesModule, getConversationSide } from '../files/files.ts'
import {
  addMessageToBurst,
  MESSAGE_BURST_TIMING,
  type MessageBurstDependencies,
  queueMessageBurstEmail,
} from './message-bursts.ts'
import {
  deleteConversationsOfCustomer,
  findConversation,
  findMessage,
  insertConversation,
  insertMessage,
  listOrderMessages,
  listUnreadConversations,
  lockConversation,
  messageBurstQueueTable,
  moveConversations,
  type StoredConversation,
  type StoredOrderMessage,
  saveConversationCounters,
} from './store.ts'
import type { OrderMessageBurstTable } from './tables.ts'

export type ConversationModule = ModuleFunctions<typeof createConversationModule>

type ConversationFiles = Pick<FilesModule, 'attach' | 'listByIds'>

type ConversationOptions = Omit<MessageBurstDependencies, 'files'> & {
  database: Database
  orders: Pick<OrdersModule, 'findForPerson' | 'find'>
  files: ConversationFiles
  problem: LogProblem
}

type Person = { email: string; isAdmin: boolean }
type NewMessage = { text: string; files: readonly string[]; internal: boolean }

/** Creates the module for the messages between a customer and the team about an order (decision 105). */
export function createConversationModule(options: ConversationOptions) {
  const { database, orders, files } = options
  const { read, write } = database
  const bursts = createBurstQueue(options)

  async function list(orderId: string, person: Person, page: PageAndSize): Promise<ListPage<OrderMessage>> {
    const order = await orders.findForPerson(orderId, person)
    const [counters, messages] = await Promise.all([
      findConversation(read, order.id),
      listOrderMessages(read, { orderId: order.id, withNotes: person.isAdmin }, page),
    ])
    const total = (person.isAdmin ? counters?.messages : counters?.public_messages) ?? 0
    return { records: await serializeMessages(read, files, messages, { person, counters }), total }
  }

  function listUnread(person: Person, page: PageAndSize): Promise<ListPage<UnreadConversation>> {
    return listUnreadConversations(read, { side: getConversationSide(person), email: person.email }, page)
  }

  const handlers = [
    defineHandler(listOrderMessagesEndpoint, ({ params, query }, { person }) => list(params.orderId, person, query)),

    // Throws a 404 for another customer's order, and a 403 if a customer writes a note of the team.
    defineHandler(addOrderMessageEndpoint, async ({ params: { orderId }, body: message }, { person, idempotency }) => {
      const order = await orders.findForPerson(orderId, person)
      if (message.internal && !person.isAdmin) throw new UserError(403, 'Only the team writes notes.')
      const text = message.text.replace(/\r\n?/g, '\n').trim()
      // Returns no text: the stored reply of an idempotency key must not hold a second copy.
      const work = async (tx: Tx) => {
        await files.attach(tx, order, message.files, !message.internal, person)
        return insertNextMessage(tx, order, { ...message, text, side: getConversationSide(person), author: person.email })
      }
      const record = await write(work, idempotency, async (tx, { id }) => {
        const stored = await findMessage(tx, order.id, id)
        if (!stored) throw new UserError(404, 'This message doesn’t exist anymore.')
        const [serialized] = await serializeMessages(tx, files, [stored], { person })
        return serialized as OrderMessage
      })
      return { message: message.internal ? 'Note added' : 'Message sent', record }
    }),

    // Answers how many messages the person's side hasn't read after this.
    defineHandler(markOrderMessagesReadEndpoint, async ({ params: { orderId }, body: { upTo } }, { person }) => {
      const order = await orders.findForPerson(orderId, person)
      const record = await write(async (tx) => {
        const before = await lockConversation(tx, order.id)
        const message = await findMessage(tx, order.id, upTo)
        if (!before || !message || (message.public_number === null && !person.isAdmin))
          throw new UserError(404, 'There is no such message.')
        const { customer_messages, public_number } = message
        const fromTeam = (public_number ?? 0) - customer_messages
        const after = countUnread(
          person.isAdmin
            ? { ...before, read_by_team: Math.max(before.read_by_team, customer_messages) }
            : { ...before, read_by_customer: Math.max(before.read_by_customer, fromTeam) },
        )
        await saveConversationCounters(tx, after)
        return { unread: person.isAdmin ? after.unread_by_team : after.unread_by_customer }
      })
      return { message: 'Marked as read', record }
    }),

    // Throws a 409 if the customer has written since.
    defineHandler(markOrderMessagesAnsweredEndpoint, async ({ params: { orderId }, body: { upTo } }, { person }) => {
      const order = await orders.findForPerson(orderId, person)
      const record = await write(async (tx) => {
        const before = await lockConversation(tx, order.id)
        const message = await findMessage(tx, order.id, upTo)
        if (!before || !message) throw new UserError(404, 'There is no such message.')
        if (message.customer_messages < before.customer_messages)
          throw new UserError(409, 'The customer has written again. Please read the new message first.')
        const read = { ...before, waiting_since: null, read_by_team: before.customer_messages }
        await saveConversationCounters(tx, countUnread(read))
        return { unread: 0 }
      })
      return { message: 'No answer needed', record }
    }),

    defineHandler(listUnreadConversationsEndpoint, ({ query }, { person }) => listUnread(person, query)),
  ]

  const conversation = {
    list,
    listUnreadConversations: listUnread,

    /** Returns how many messages about an order one side hasn't read. */
    async countUnread(db: DatabaseReader, orderId: string, side: ConversationSide): Promise<number> {
      const counters = await findConversation(db, orderId)
      return (side === 'team' ? counters?.unread_by_team : counters?.unread_by_customer) ?? 0
    },
  }
  return {
    ...conversation,
    name: 'work/conversation',
    handlers,
    stateTables: ['order_conversation', 'order_message', 'order_message_burst'],
    erasePerson: async (tx, email) => ({ counts: { conversations: await deleteConversationsOfCustomer(tx, email) } }),
    followEmailChange: moveConversations,
    exportOrder: {
      async messages(orderId, customer) {
        const messages = await readAllPages((page) => list(orderId, customer, page))
        return messages.map((message) => ({ ...message, files: message.files.map(addOrderFileUrl) }))
      },
    },
    queues: [bursts],
    start: bursts.start,
    close: bursts.close,
  } satisfies ServerModule
}

/** Creates the queue that sends one email per burst. Deleting a burst and queuing its emails is one transaction. */
function createBurstQueue(options: ConversationOptions): JobQueue {
  const { database, mail, orders, problem } = options
  return createJobQueue<OrderMessageBurstTable>({
    database,
    table: messageBurstQueueTable,
    timing: MESSAGE_BURST_TIMING,
    name: 'order messages',
    problem,
    maxConcurrent: 5,
    isRepeatable: true,
    work: async (burst) => {
      const order = await orders.find(burst.order_id)
      await database.write((tx) => queueMessageBurstEmail(options, tx, burst, order))
      mail.wake()
    },
    describeFailure: ({ id }) => `the email about the messages ${id} could not be written; it is tried again`,
  })
}

async function insertNextMessage(
  tx: Tx,
  order: StoredOrder,
  { text, files, internal, side, author }: NewMessage & { side: ConversationSide; author: string },
): Promise<{ id: string }> {
  await insertConversation(tx, order.id, order.customer_email)
  const before = await lockConversation(tx, order.id)
  if (!before) throw new Error(`Order ${order.number} has no conversation.`)
  if (side === 'customer' && !hasReceivedPayment(order) && before.customer_messages >= MAX_MESSAGES_BEFORE_PAYMENT)
    throw new UserError(403, `Before the payment, you can send ${MAX_MESSAGES_BEFORE_PAYMENT} messages about an order.`, 'text')
  const isPublic = Number(!internal)
  const sent_at = Date.now()
  const after = countUnread({
    ...before,
    messages: before.messages + 1,
    public_messages: before.public_messages + isPublic,
    customer_messages: before.customer_messages + Number(side === 'customer'),
    ...(isPublic && { last_message_at: sent_at, waiting_since: side === 'customer' ? (before.waiting_since ?? sent_at) : null }),
  })
  await saveConversationCounters(tx, after)
  if (!internal) await addMessageToBurst(tx, order.id, side, after.public_messages)
  const id = randomUUIDv7()
  await insertMessage(tx, {
    id,
    order_id: order.id,
    number: after.messages,
    public_number: internal ? null : after.public_messages,
    customer_messages: after.customer_messages,
    side,
    author,
    text,
    files: JSON.stringify(files),
    sent_at,
  })
  return { id }
}

/** Notes count as read by both sides. */
function countUnread(counters: StoredConversation): StoredConversation {
  const { public_messages, customer_messages, read_by_team, read_by_customer } = counters
  const teamMessages = public_messages - customer_messages
  return { ...counters, unread_by_team: customer_messages - read_by_team, unread_by_customer: teamMessages - read_by_customer }
}

async function serializeMessages(
  db: DatabaseReader,
  files: ConversationFiles,
  messages: readonly StoredOrderMessage[],
  { person, counters }: { person: Person; counters?: StoredConversation | undefined },
): Promise<OrderMessage[]> {
  const fileIds = new Map(messages.map(({ id, files: ids }) => [id, JSON.parse(ids) as string[]]))
  const filesById = await files.listByIds(db, [...fileIds.values()].flat(), person)
  return messages.map((message) => ({
    _id: message.id,
    text: message.text,
    from: message.side,
    ...(person.isAdmin && { author: message.author, ...(message.public_number === null && { internal: true as const }) }),
    sentAt: message.sent_at,
    ...(counters && isWaiting(message, counters, person) && { waiting: true as const }),
    ...(counters && isUnread(message, counters, person) && { unread: true as const }),
    files: (fileIds.get(message.id) ?? []).flatMap((fileId) => filesById.get(fileId) ?? []),
  }))
}

function isWaiting({ public_number }: StoredOrderMessage, counters: StoredConversation, { isAdmin }: Person): boolean {
  return isAdmin && counters.waiting_since !== null && public_number === counters.public_messages
}

function isUnread(
  { side, public_number, customer_messages }: StoredOrderMessage,
  counters: StoredConversation,
  { isAdmin }: Person,
): boolean {
  if (public_number === null || (side === 'team') === isAdmin) return false
  return isAdmin ? customer_messages > counters.read_by_team : public_number - customer_messages > counters.read_by_customer
}
