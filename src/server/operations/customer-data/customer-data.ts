import { toBusinessDay } from '#contract/core/business-calendar.ts'
import { eraseCustomerNotesMessagesAndFilesEndpoint, exportCustomerDataEndpoint } from '#contract/sales/customers.ts'
import type { Database } from '#platform/db/open-database.ts'
import { defineHandler } from '#platform/http/register-api.ts'
import { type Customer, collectFromModules, type ServerModule } from '#platform/module.ts'
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

/**
 * Creates the module that exports what the site stores about one customer as a file (decision 105), and erases it. Throws if
 * two modules export under the same name.
 */
export function createCustomerDataModule(dependencies: Dependencies) {
  const { timeZone, modules } = dependencies
  const parts = collectExportParts(modules)
  return {
    name: 'operations/customer-data',
    handlers: [
      defineHandler(exportCustomerDataEndpoint, async ({ query: { email } }, { person }) => ({
        name: `customer-data-${toBusinessDay(await timeZone(), Date.now())}.json`,
        content: await exportData(dependencies, parts, email.toLowerCase(), person.email),
      })),
      defineHandler(eraseCustomerNotesMessagesAndFilesEndpoint, async ({ body: { email } }, { person }) => {
        await eraseNotesMessagesAndFiles(dependencies, email.toLowerCase(), person.email)
        return { message: 'Notes, messages and files deleted' }
      }),
    ],
  } satisfies ServerModule
}

type ExportParts = ReturnType<typeof collectExportParts>

/** Collects what the modules export, by the name in the file. Throws if two modules use the same name. */
function collectExportParts(modules: readonly ServerModule[]) {
  const byName = collectFromModules(modules, ({ exportOrder }) => exportOrder)
  const rank = (name: string) => (ORDER_PARTS.includes(name) ? ORDER_PARTS.indexOf(name) : ORDER_PARTS.length)
  return {
    personParts: collectFromModules(modules, ({ exportPerson }) => (typeof exportPerson === 'object' ? exportPerson : {})),
    orderParts: Object.fromEntries(Object.entries(byName).toSorted(([a], [b]) => rank(a) - rank(b))),
  }
}

async function readParts<Read>(parts: Readonly<Record<string, Read>>, run: (read: Read) => Promise<unknown>) {
  return Object.fromEntries(
    await Promise.all(Object.entries(parts).map(async ([name, read]) => [name, await run(read)] as const)),
  )
}

/** Writes the audit entry first, then reads one order after another. */
async function exportData(
  { database, orders }: Dependencies,
  { personParts, orderParts }: ExportParts,
  email: string,
  actor: string,
): Promise<AsyncGenerator<string>> {
  const batches = await orders.streamOfCustomer(email)
  const audited = await streamAuditedExport(database.write, { actor, action: 'customer.exported', subject: email }, batches)
  const entries = Object.entries(await readParts(personParts, (read) => read(email)))
  const lists = entries.filter((entry): entry is [string, AsyncIterable<unknown>] => isAsyncIterable(entry[1]))
  const exportOrder = async (stored: StoredOrder) => {
    const customer: Customer = { email: stored.customer_email, isAdmin: false }
    return { ...(await orders.serialize(stored)), ...(await readParts(orderParts, (read) => read(stored.id, customer))) }
  }
  return writeJson(
    { exportedAt: Date.now(), email, ...Object.fromEntries(entries.filter(([, value]) => !isAsyncIterable(value))) },
    { orders: mapEach(audited, exportOrder), ...Object.fromEntries(lists) },
  )
}

/**
 * Erases what the team wrote about a person, and the answers, messages and files of the person's orders, also where emails
 * quote them. A repetition changes nothing. If it fails after the commit, a repetition deletes the rest.
 */
async function eraseNotesMessagesAndFiles({ database, modules }: Dependencies, email: string, actor: string): Promise<void> {
  const erasures = await database.write(async (tx) => {
    const done = []
    // The newest module first, because rows of the newer ones refer to the older ones.
    for (const { name, erasePerson } of modules.toReversed())
      if (typeof erasePerson === 'function') done.push({ name, ...(await erasePerson(tx, email)) })
    const counts = collectFromModules(done, (one) => one.counts)
    const detail = Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, String(count)]))
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
