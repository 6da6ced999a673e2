import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const SERVER = import.meta.dirname

/** The tables by the module that owns them, as its `tables.ts` declares them. */
const ownersByTable = new Map(
  globSync('**/tables.ts', { cwd: SERVER }).flatMap((file) => {
    const [, indent = '', declared = ''] = /( *)interface DatabaseTables \{\n(.*?)\n\1\}/s.exec(read(file)) ?? []
    const columns = new RegExp(`^${indent}  (\\w+): `, 'gm')
    return [...declared.matchAll(columns)].map(([, table = '']): [string, string] => [table, dirname(file)])
  }),
)

/**
 * The tables of other modules that a module's stores use. Most are in joins: two statements would cost more, and a page of a
 * list needs both. The people area also locks and deletes rows of its modules' tables. Everything else calls the owner's
 * functions.
 */
const JOINED_TABLES: Readonly<Record<string, readonly string[]>> = {
  'content/records': ['content_version'],
  'operations/doctor': ['app_secret', 'audit_log', 'content_revision', 'email_outbox'],
  'people/accounts': ['twoFactor'],
  'people/auth': ['session'],
  'people/passwords': ['user'],
  'people/sessions': ['account', 'user'],
  'people/users': ['user'],
  'platform/process-failover': ['process', 'save_probe'],
  'sales/payments': ['cancelled_invoice', 'credit_note', 'invoice', 'orders'],
  'site/index-now': ['page_change'],
  'work/briefs': ['orders'],
  'work/conversation': ['orders'],
  'work/files': ['orders'],
  'work/order-work': ['brief', 'order_conversation', 'order_message', 'orders', 'refund_request'],
  'work/reminders': ['brief', 'deliverable', 'deliverable_step', 'order_work', 'orders'],
}

it('no store uses a table of another module, except the listed ones', () => {
  const found = globSync('**/store.ts', { cwd: SERVER }).flatMap((file) => {
    const module = findModule(file)
    return findForeignTables(module, read(file)).map((table) => ({ module, table }))
  })
  const byModule = Map.groupBy(found, ({ module }) => module)
  expect(
    Object.fromEntries([...byModule].map(([module, all]) => [module, [...new Set(all.map(({ table }) => table))].sort()])),
  ).toEqual(JOINED_TABLES)
})

it.each([
  ["db.selectFrom('orders').selectAll()", ['orders']],
  ["tx.updateTable('orders as o').set({})", ['orders']],
  ["db.selectFrom('message').innerJoin('orders', 'orders.id', 'message.id')", ['orders']],
  ['sql`select 1 from "user" join email_outbox on true`', ['email_outbox', 'user']],
  ["db.selectFrom('message') // reads no row from orders", []],
])('finds the tables of other modules in %s', (source, tables) => {
  expect(findForeignTables('inbox/messages', source)).toEqual(tables)
})

/** Returns the tables in a source that another module owns, in Kysely's functions and in SQL. */
function findForeignTables(module: string, source: string): string[] {
  const code = source.replaceAll(/\/\*.*?\*\/|\/\/.*?$/gms, '')
  const calls = code.matchAll(/(?:From|Table|Join|Into)\(\s*\[?'(\w+)/g)
  const clauses = code.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)"?/g)
  const names = new Set([...calls, ...clauses].map(([, name = '']) => name))
  return [...names].filter((name) => ownersByTable.has(name) && ownersByTable.get(name) !== module).sort()
}

/** Returns the owner in whose folder a file is, or the first two folders. */
function findModule(file: string): string {
  const owners = [...new Set(ownersByTable.values())].filter((owner) => file.startsWith(`${owner}/`))
  return owners[0] ?? file.split('/').slice(0, 2).join('/')
}

function read(file: string): string {
  return readFileSync(join(SERVER, file), 'utf8')
}
