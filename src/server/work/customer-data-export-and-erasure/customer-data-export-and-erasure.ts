import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { formatDecimalAmount } from '#contract/core/money.ts'
import type { ListPage, PageAndSize } from '#contract/core/paging.ts'
import { ignore404Error } from '#contract/core/user-error.ts'
import type { SubscriptionState } from '#contract/inbox/subscribers.ts'
import { eraseCustomerNotesMessagesAndFilesEndpoint, exportCustomerDataEndpoint } from '#contract/sales/customers.ts'
import { buildOrderFileUrl, type OrderFile } from '#contract/work/order-files.ts'
import type { Database } from '#platform/db/open-database.ts'
import type { DatabaseTables } from '#platform/db/tables.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { ServerModule } from '#platform/module.ts'
import { recordAuditEntry, streamAuditedExport } from '../../audit-log/audit-log.ts'
import type { MailService } from '../../mail/mail.ts'
import { findAccountByEmail } from '../../people/accounts/accounts.ts'
import { eraseNotesAndFollowUp } from '../../sales/customers/customers.ts'
import type { InvoicesModule } from '../../sales/invoices/invoices.ts'
import type { OrdersModule, StoredOrder } from '../../sales/orders/orders.ts'
import type { BriefsModule } from '../briefs/briefs.ts'
import type { ConversationModule } from '../conversation/conversation.ts'
import type { FilesModule } from '../files/files.ts'
import type { OrderWorkModule } from '../order-work/order-work.ts'
import type { RemindersModule } from '../reminders/reminders.ts'

type ContactMessage = Pick<
  DatabaseTables['message'],
  'name' | 'email' | 'number' | 'subject' | 'site_url' | 'zip_codes' | 'body' | 'received_at'
>

type Dependencies = {
  database: Database
  orders: Pick<OrdersModule, 'streamOfCustomer' | 'listIdsOfCustomer' | 'serialize'>
  invoices: Pick<InvoicesModule, 'findByOrder' | 'listCreditNotes'>
  briefs: Pick<BriefsModule, 'load' | 'erase'>
  orderWork: Pick<OrderWorkModule, 'load' | 'erase'>
  conversation: Pick<ConversationModule, 'list' | 'erase'>
  files: Pick<FilesModule, 'list' | 'erase' | 'deleteErased'>
  mail: Pick<MailService, 'deleteUnsentAboutOrders' | 'deleteFilesAboutOrders'>
  reminders: Pick<RemindersModule, 'erase'>
  /** Functions of the inbox. Emails are in lower case. */
  messages: { streamFromSender: (email: string) => AsyncIterable<ContactMessage[]> }
  subscribers: { findState: (email: string) => Promise<SubscriptionState> }
  timeZone: () => Promise<string>
}

/** Reads as a customer, so that no reply holds what only the team knows. */
type Customer = { email: string; isAdmin: false }

/** How many messages or files of an order one query reads. */
const PAGE_SIZE = 200

/** Creates the module that exports what the site stores about one customer as a file (decision 105), and erases it. */
export function createCustomerDataExportAndErasureModule(dependencies: Dependencies) {
  const { database, orders, messages, timeZone, orderWork, reminders, conversation, briefs, files, mail } = dependencies

  /** Writes the audit entry first, then reads one order after another. */
  async function exportData(typedEmail: string, actor: string): Promise<AsyncGenerator<string>> {
    const customer: Customer = { email: typedEmail.toLowerCase(), isAdmin: false }
    const { email } = customer
    const batches = await orders.streamOfCustomer(email)
    const audited = await streamAuditedExport(database.write, { actor, action: 'customer.exported', subject: email }, batches)
    return writeJson(await loadPerson(dependencies, email), {
      orders: mapEach(audited, (order) => loadOrder(dependencies, order, customer)),
      contactMessages: mapEach(messages.streamFromSender(email), serializeContactMessage),
    })
  }

  /**
   * Erases what the team wrote about a person, and the answers, messages and files of the person's orders, also where emails
   * quote them. A repetition changes nothing. If it fails after the commit, a repetition deletes the rest.
   */
  async function eraseNotesMessagesAndFiles(typedEmail: string, actor: string): Promise<void> {
    const email = typedEmail.toLowerCase()
    const orderIds = await database.write(async (tx) => {
      const ids = await orders.listIdsOfCustomer(tx, email)
      await mail.deleteUnsentAboutOrders(tx, ids)
      const notes = await eraseNotesAndFollowUp(tx, email)
      await orderWork.erase(tx, email)
      await reminders.erase(tx, email)
      const conversations = await conversation.erase(tx, email)
      const counts = { notes, answers: await briefs.erase(tx, email), conversations, files: await files.erase(tx, email) }
      const detail = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]))
      await recordAuditEntry(tx, { actor, action: 'customer.notes-erased', subject: email, detail })
      return ids
    })
    await mail.deleteFilesAboutOrders(orderIds)
    await files.deleteErased()
    // The log of SQLite still has the words. Another process may block this; its next checkpoint then removes them.
    await database.checkpoint().catch(() => {})
  }

  return {
    name: 'work/customer-data-export-and-erasure',
    handlers: [
      defineHandler(exportCustomerDataEndpoint, async ({ query: { email } }, { person }) => ({
        name: `customer-data-${toBusinessDay(await timeZone(), Date.now())}.json`,
        content: await exportData(email, person.email),
      })),
      defineHandler(eraseCustomerNotesMessagesAndFilesEndpoint, async ({ body: { email } }, { person }) => {
        await eraseNotesMessagesAndFiles(email, person.email)
        return { message: 'Notes, messages and files deleted' }
      }),
    ],
  } satisfies ServerModule
}

async function loadPerson({ database, subscribers }: Dependencies, email: string) {
  const account = await findAccountByEmail(database.read, email)
  return {
    exportedAt: Date.now(),
    email,
    account: account ? { email: account.email, createdAt: new Date(account.createdAt) } : null,
    subscription: await subscribers.findState(email),
  }
}

async function loadOrder(dependencies: Dependencies, stored: StoredOrder, customer: Customer) {
  const { orders, invoices, briefs, orderWork, conversation, files } = dependencies
  const { id } = stored
  // An order that was never paid has no brief and no work.
  const [order, invoice, creditNotes, brief, work, messages, orderFiles] = await Promise.all([
    orders.serialize(stored),
    invoices.findByOrder(id),
    invoices.listCreditNotes(id),
    ignore404Error(briefs.load(id, customer)),
    ignore404Error(orderWork.load(id, customer)),
    readPages((page) => conversation.list(id, customer, page)),
    readPages((page) => files.list(id, customer, page)),
  ])
  return {
    ...order,
    invoice: invoice ? { number: invoice.number, issuedAt: invoice.issuedAt } : null,
    creditNotes: creditNotes.map(({ number, issuedAt, cents }) => ({ number, issuedAt, amount: formatDecimalAmount(cents) })),
    answers: brief ?? null,
    monthStartsOn: work?.startsOn ?? null,
    deliverables: work?.deliverables ?? [],
    messages: messages.map((message) => ({ ...message, files: message.files.map(addPath) })),
    files: orderFiles.map(addPath),
  }
}

function addPath(file: OrderFile) {
  return { ...file, path: buildOrderFileUrl(file._id) }
}

function serializeContactMessage({ site_url: siteUrl, zip_codes: zipCodes, body, received_at, ...message }: ContactMessage) {
  const { name, email, number, subject } = message
  return { name, email, number, subject, siteUrl, zipCodes, message: body, receivedAt: received_at }
}

async function readPages<T>(list: (page: PageAndSize) => Promise<ListPage<T>>): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; ; page++) {
    const { records } = await list({ page, size: PAGE_SIZE })
    all.push(...records)
    if (records.length < PAGE_SIZE) return all
  }
}

async function* mapEach<T, R>(batches: AsyncIterable<T[]>, map: (one: T) => R | Promise<R>): AsyncGenerator<R> {
  for await (const batch of batches) for (const one of batch) yield await map(one)
}

/** Writes one object: the facts, then each list, one record at a time. */
async function* writeJson(facts: object, lists: Record<string, AsyncIterable<unknown>>): AsyncGenerator<string> {
  yield JSON.stringify(facts, writeTimeAsDate, 2).replace(/\n\}$/, '')
  for (const [name, records] of Object.entries(lists)) {
    yield `,\n  ${JSON.stringify(name)}: [`
    let separator = '\n'
    for await (const record of records) {
      yield separator + JSON.stringify(record, writeTimeAsDate, 2)
      separator = ',\n'
    }
    yield ']'
  }
  yield '\n}\n'
}

/** Writes epoch ms, such as `sentAt`, as a date that people can read. */
function writeTimeAsDate(key: string, value: unknown): unknown {
  return typeof value === 'number' && /^at$|At$/.test(key) ? new Date(value).toISOString() : value
}
