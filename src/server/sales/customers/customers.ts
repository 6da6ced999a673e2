import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { formatDecimalAmount } from '#contract/core/money.ts'
import type { PageAndSize } from '#contract/core/paging.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { SubscriptionState } from '#contract/inbox/subscribers.ts'
import {
  type CustomerDetailsReply,
  type CustomerNote,
  type FollowUp,
  MAX_RECENT_ORDERS_AND_MESSAGES,
} from '#contract/sales/customers.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { IdempotencyKey } from '#platform/db/idempotency.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { CustomerFollowUpTable, CustomerNoteTable, MessageTable } from '#platform/db/tables.ts'
import type { EndpointHandler } from '#platform/http/register-api.ts'
import type { ModuleFunctions, ServerModule } from '#platform/module.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import { findAccountByEmail } from '../../people/accounts/accounts.ts'
import type { OrdersModule } from '../orders/orders.ts'
import { createCustomerHandlers } from './handlers.ts'
import {
  deleteCustomerNote,
  deleteCustomerNotes,
  deleteFollowUp,
  findFollowUp,
  insertCustomerNote,
  listCustomerFollowUps,
  listCustomerNotes,
  saveFollowUp,
} from './notes-and-follow-ups/store.ts'

export type CustomersModule = ModuleFunctions<typeof createCustomersModule>

type SenderMessage = Pick<MessageTable, 'id' | 'name' | 'subject' | 'body' | 'status' | 'place' | 'received_at'>

type Dependencies = {
  database: Database
  orders: OrdersModule
  /** Functions of the inbox, which stands above this folder. Emails are in lower case. */
  messages: { listFromSender: (email: string, limit: number) => Promise<SenderMessage[]> }
  subscribers: { findState: (email: string) => Promise<SubscriptionState> }
  timeZone: () => Promise<string>
}

/** A follow-up to save. An empty `on` clears it. */
type NewFollowUp = { email: string; on: string; note: string }

/** Creates the module for customers: what the site knows about a person, and the team's private notes (decision 105). */
export function createCustomersModule({ database: { read, write }, orders, messages, subscribers, timeZone }: Dependencies) {
  async function loadCustomer(typedEmail: string): Promise<CustomerDetailsReply> {
    const email = typedEmail.toLowerCase()
    const firstPage = { page: 1, size: MAX_RECENT_ORDERS_AND_MESSAGES }
    const [{ records }, sentMessages, totals, spent, account, subscription, followUp, notes] = await Promise.all([
      orders.listOrdersPage({ email }, firstPage),
      messages.listFromSender(email, MAX_RECENT_ORDERS_AND_MESSAGES),
      orders.loadCustomerTotals(email),
      orders.sumNetPaymentsOfCustomer(email),
      findAccountByEmail(read, email),
      subscribers.findState(email),
      findFollowUp(read, email),
      listCustomerNotes(read, email),
    ])
    return {
      email,
      name: records[0]?.customer_name ?? sentMessages[0]?.name ?? '',
      totals: { ...totals, spent: formatDecimalAmount(spent) },
      hasAccount: account !== undefined,
      subscription,
      orders: await Promise.all(records.map(orders.serialize)),
      messages: sentMessages.map(serializeMessage),
      followUp: followUp ? serializeFollowUp(followUp) : null,
      notes: notes.map(serializeNote),
    }
  }

  const customers = {
    load: loadCustomer,

    list: orders.listCustomers,

    async listFollowUps(page: PageAndSize) {
      const today = toBusinessDay(await timeZone(), Date.now())
      const { records, total } = await listCustomerFollowUps(read, page)
      const serialize = (row: CustomerFollowUpTable) => ({
        _id: row.email,
        ...serializeFollowUp(row),
        isDue: row.due_on <= today,
      })
      return { records: records.map(serialize), total }
    },

    async addNote(email: string, text: string, author: string, idempotency: IdempotencyKey | undefined): Promise<CustomerNote> {
      const note = { email: email.toLowerCase(), text, author }
      return serializeNote({ ...note, ...(await write((tx) => insertCustomerNote(tx, note), idempotency)) })
    },

    /** Throws a 404 for an unknown id. */
    async deleteNote(id: string, actor: string): Promise<void> {
      await write(async (tx) => {
        const note = await deleteCustomerNote(tx, id)
        if (!note) throw new UserError(404, 'There’s no such note.')
        await recordAuditEntry(tx, { actor, action: 'customer.note-deleted', subject: note.email })
      })
    },

    async setFollowUp({ email: typedEmail, on, note }: NewFollowUp, actor: string): Promise<FollowUp | null> {
      const email = typedEmail.toLowerCase()
      if (on === '') {
        await write((tx) => deleteFollowUp(tx, email))
        return null
      }
      const followUp = { email, due_on: on, note, set_by: actor }
      await write((tx) => saveFollowUp(tx, followUp))
      return serializeFollowUp(followUp)
    },
  }
  return {
    ...customers,
    name: 'sales/customers',
    handlers: (): EndpointHandler[] => createCustomerHandlers(customers),
    dataTables: ['customer_note', 'customer_follow_up'],
  } satisfies ServerModule
}

/** Deletes what the team wrote about a person. Returns the number of notes. */
export async function eraseNotesAndFollowUp(tx: Tx, email: string): Promise<number> {
  await deleteFollowUp(tx, email)
  return deleteCustomerNotes(tx, email)
}

function serializeNote({ id, text, author, created_at }: CustomerNoteTable): CustomerNote {
  return { _id: id, text, author, at: created_at }
}

function serializeFollowUp({ due_on, note, set_by }: CustomerFollowUpTable): FollowUp {
  return { on: due_on, note, setBy: set_by }
}

function serializeMessage({
  id,
  subject,
  body,
  status,
  place,
  received_at,
}: SenderMessage): CustomerDetailsReply['messages'][number] {
  return { _id: id, subject, message: body, messageStatus: status, _place: place, _receivedAt: received_at }
}
