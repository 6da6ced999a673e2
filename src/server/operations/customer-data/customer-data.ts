import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { eraseCustomerNotesMessagesAndFilesEndpoint, exportCustomerDataEndpoint } from '#contract/sales/customers.ts'
import type { Database } from '#platform/db/open-database.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import type { Customer, ServerModule } from '#platform/module.ts'
import { recordAuditEntry, streamAuditedExport } from '../../audit-log/audit-log.ts'
import type { OrdersModule, StoredOrder } from '../../sales/orders/orders.ts'

type Dependencies = {
  database: Database
  orders: Pick<OrdersModule, 'streamOfCustomer' | 'serialize'>
  timeZone: () => Promise<string>
  /** All modules, the newest last. Each says what it holds about a person. */
  modules: readonly ServerModule[]
}

/** The order of an order's parts in the file. Parts of further modules follow. */
const ORDER_PARTS = ['invoice', 'creditNotes', 'answers', 'monthStartsOn', 'deliverables', 'messages', 'files']

/** Creates the module that exports what the site stores about one customer as a file (decision 105), and erases it. */
export function createCustomerDataModule(dependencies: Dependencies) {
  const { timeZone } = dependencies
  return {
    name: 'operations/customer-data',
    handlers: [
      defineHandler(exportCustomerDataEndpoint, async ({ query: { email } }, { person }) => ({
        name: `customer-data-${toBusinessDay(await timeZone(), Date.now())}.json`,
        content: await exportData(dependencies, email.toLowerCase(), person.email),
      })),
      defineHandler(eraseCustomerNotesMessagesAndFilesEndpoint, async ({ body: { email } }, { person }) => {
        await eraseNotesMessagesAndFiles(dependencies, email.toLowerCase(), person.email)
        return { message: 'Notes, messages and files deleted' }
      }),
    ],
  } satisfies ServerModule
}

/** Writes the audit entry first, then reads one order after another. */
async function exportData(dependencies: Dependencies, email: string, actor: string): Promise<AsyncGenerator<string>> {
  const { database, orders, modules } = dependencies
  const batches = await orders.streamOfCustomer(email)
  const audited = await streamAuditedExport(database.write, { actor, action: 'customer.exported', subject: email }, batches)
  const exported = await Promise.all(
    modules.map(({ exportPerson }) => (typeof exportPerson === 'function' ? exportPerson(email) : {})),
  )
  const entries = exported.flatMap((one) => Object.entries(one))
  const lists = entries.filter((entry): entry is [string, AsyncIterable<unknown>] => isAsyncIterable(entry[1]))
  return writeJson(
    { exportedAt: Date.now(), email, ...Object.fromEntries(entries.filter(([, value]) => !isAsyncIterable(value))) },
    { orders: mapEach(audited, (order) => exportOrder(dependencies, order)), ...Object.fromEntries(lists) },
  )
}

async function exportOrder({ orders, modules }: Dependencies, stored: StoredOrder) {
  const customer: Customer = { email: stored.customer_email, isAdmin: false }
  const [order, ...parts] = await Promise.all([
    orders.serialize(stored),
    ...modules.map((module) => module.exportOrder?.(stored.id, customer) ?? {}),
  ])
  const all: Record<string, unknown> = Object.assign({}, ...parts)
  const names = new Set([...ORDER_PARTS, ...Object.keys(all)])
  return { ...order, ...Object.fromEntries([...names].map((name) => [name, all[name]])) }
}

/**
 * Erases what the team wrote about a person, and the answers, messages and files of the person's orders, also where emails
 * quote them. A repetition changes nothing. If it fails after the commit, a repetition deletes the rest.
 */
async function eraseNotesMessagesAndFiles({ database, modules }: Dependencies, email: string, actor: string): Promise<void> {
  const erasures = await database.write(async (tx) => {
    const done = []
    // The newest module first, because rows of the newer ones refer to the older ones.
    for (const { erasePerson } of modules.toReversed())
      if (typeof erasePerson === 'function') done.push(await erasePerson(tx, email))
    const counts = done.flatMap((one) => Object.entries(one.counts ?? {}))
    const detail = Object.fromEntries(counts.map(([name, count]) => [name, String(count)]))
    await recordAuditEntry(tx, { actor, action: 'customer.notes-erased', subject: email, detail })
    return done
  })
  for (const { afterCommit } of erasures.toReversed()) await afterCommit?.()
  // The log of SQLite still has the words. Another process may block this; its next checkpoint then removes them.
  await database.checkpoint().catch(() => {})
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
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
