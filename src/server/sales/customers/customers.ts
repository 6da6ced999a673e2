import { formatOrderDate, toBusinessDay } from '#contract/core/business-calendar.ts'
import { formatDecimalAmount } from '#contract/core/money.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { SubscriptionState } from '#contract/inbox/subscribers.ts'
import {
  addCustomerNoteEndpoint,
  type CustomerDetailsReply,
  type CustomerNote,
  deleteCustomerNoteEndpoint,
  type FollowUp,
  getCustomerEndpoint,
  listCustomersEndpoint,
  listFollowUpsEndpoint,
  MAX_RECENT_ORDERS_AND_MESSAGES,
  setFollowUpEndpoint,
} from '#contract/sales/customers.ts'
import type { Tx } from '#platform/db/database-writer.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { DatabaseReader, DatabaseTables } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ServerModule } from '#platform/module.ts'
import { recordAuditEntry } from '../../audit-log/audit-log.ts'
import { findAccountByEmail } from '../../people/accounts/accounts.ts'
import type { OrdersModule } from '../orders/orders.ts'
import {
  deleteCustomerNote,
  deleteCustomerNotes,
  deleteFollowUp,
  findFollowUp,
  insertCustomerNote,
  listCustomerFollowUps,
  listCustomerNotes,
  moveNotesAndFollowUp,
  saveFollowUp,
} from './notes-and-follow-ups/store.ts'
import type { CustomerFollowUpTable, CustomerNoteTable } from './tables.ts'

type SenderMessage = Pick<DatabaseTables['message'], 'id' | 'name' | 'subject' | 'body' | 'status' | 'place' | 'received_at'>

type Dependencies = {
  database: Database
  orders: OrdersModule
  /** Functions of the inbox, which stands above this folder. Emails are in lower case. */
  messages: { listFromSender: (email: string, limit: number) => Promise<SenderMessage[]> }
  subscribers: { findState: (email: string) => Promise<SubscriptionState> }
  timeZone: () => Promise<string>
  /** Returns the last day of the running months of work, by email. A query of the work, which stands above this folder. */
  loadMonthEnds: (db: DatabaseReader, emails: readonly string[]) => Promise<ReadonlyMap<string, string>>
}

/** Creates the module for customers: what the site knows about a person, and the team's private notes (decision 105). */
export function createCustomersModule({
  database: { read, write },
  orders,
  messages,
  subscribers,
  timeZone,
  loadMonthEnds,
}: Dependencies) {
  const handlers = [
    defineHandler(listCustomersEndpoint, async ({ query: { search, ...page } }) => {
      const { records, total } = await orders.listCustomers(search, page)
      const monthEnds = await loadMonthEnds(
        read,
        records.map(({ email }) => email),
      )
      const zone = await timeZone()
      const listed = records.map((customer) => ({
        _id: customer.email,
        name: customer.name,
        orders: customer.orders,
        toPay: customer.to_pay,
        spent: formatDecimalAmount(Number(customer.spent_cents)),
        lastOrderDate: formatOrderDate(zone, Number(customer.last_order_at)),
        monthEndsOn: monthEnds.get(customer.email) ?? null,
      }))
      return { records: listed, total }
    }),

    defineHandler(listFollowUpsEndpoint, async ({ query }) => {
      const today = toBusinessDay(await timeZone(), Date.now())
      const { records, total } = await listCustomerFollowUps(read, query)
      const serialize = (row: CustomerFollowUpTable) => ({
        _id: row.email,
        ...serializeFollowUp(row),
        isDue: row.due_on <= today,
      })
      return { records: records.map(serialize), total }
    }),

    defineHandler(getCustomerEndpoint, async ({ query }) => {
      const email = query.email.toLowerCase()
      const firstPage = { page: 1, size: MAX_RECENT_ORDERS_AND_MESSAGES }
      const [{ records }, sentMessages, totals, { received, refunded }, account, subscription, followUp, notes] =
        await Promise.all([
          orders.listOrdersPage({ email }, firstPage),
          messages.listFromSender(email, MAX_RECENT_ORDERS_AND_MESSAGES),
          orders.loadCustomerTotals(email),
          orders.sumPaymentsOfCustomer(email),
          findAccountByEmail(read, email),
          subscribers.findState(email),
          findFollowUp(read, email),
          listCustomerNotes(read, email),
        ])
      return {
        email,
        name: records[0]?.customer_name ?? sentMessages[0]?.name ?? '',
        totals: { ...totals, spent: formatDecimalAmount(received - refunded) },
        hasAccount: account !== undefined,
        subscription,
        orders: await Promise.all(records.map(orders.serialize)),
        messages: sentMessages.map(serializeMessage),
        followUp: followUp ? serializeFollowUp(followUp) : null,
        notes: notes.map(serializeNote),
      }
    }),

    defineHandler(addCustomerNoteEndpoint, async ({ body: { email, text } }, { person, idempotency }) => {
      const note = { email: email.toLowerCase(), text, author: person.email }
      const stored = await write((tx) => insertCustomerNote(tx, note), idempotency)
      return { message: 'Note added', record: serializeNote({ ...note, ...stored }) }
    }),

    defineHandler(deleteCustomerNoteEndpoint, async ({ params: { id } }, { person }) => {
      await write(async (tx) => {
        const note = await deleteCustomerNote(tx, id)
        if (!note) throw new UserError(404, 'There’s no such note.')
        await recordAuditEntry(tx, { actor: person.email, action: 'customer.note-deleted', subject: note.email })
      })
      return { message: 'Note deleted' }
    }),

    // An empty date clears the follow-up.
    defineHandler(setFollowUpEndpoint, async ({ body: { on, note, ...body } }, { person }) => {
      const email = body.email.toLowerCase()
      if (on === '') {
        await write((tx) => deleteFollowUp(tx, email))
        return { message: 'Follow-up cleared', followUp: null }
      }
      const followUp = { email, due_on: on, note, set_by: person.email }
      await write((tx) => saveFollowUp(tx, followUp))
      return { message: 'Follow-up saved', followUp: serializeFollowUp(followUp) }
    }),
  ]

  return {
    name: 'sales/customers',
    handlers,
    dataTables: ['customer_note', 'customer_follow_up'],
    erasePerson: async (tx, email) => ({ counts: { notes: await eraseNotesAndFollowUp(tx, email) } }),
    followEmailChange: moveNotesAndFollowUp,
    exportPerson: 'Only the team reads its notes.',
  } satisfies ServerModule
}

/** Deletes what the team wrote about a person. Returns the number of notes. */
async function eraseNotesAndFollowUp(tx: Tx, email: string): Promise<number> {
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
