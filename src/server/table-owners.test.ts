import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'

const SERVER = import.meta.dirname

/** The tables by the module that owns them, as its `tables.ts` declares them. */
const ownersByTable = new Map(
  globSync('**/tables.ts', { cwd: SERVER }).flatMap((file) => {
    const [, indent = '', declared = ''] = /( *)interface DatabaseTables \{\n(.*?)\n\1\}/s.exec(read(file)) ?? []
    const columns = new RegExp(`^${indent}  (\\w+): `, 'gm')
    return [...declared.matchAll(columns)].map(([, table = '']): [string, string] => [table, findOwner(dirname(file))])
  }),
)

it('only its owner uses a table', () => {
  const files = globSync('**/*.ts', { cwd: SERVER, exclude: ['migrations/**'] }).filter(
    (file) => !/\.test\.|\/migrations\//.test(file),
  )
  const found = files.flatMap((file) => findForeignTables(file, read(file)).map((table) => `${file} uses ${table}`))
  expect(found, 'Call the owner of the table, or join a query of its queries.ts').toEqual([])
})

it('the platform names no table of an area, also outside of queries', () => {
  const areaTables = [...ownersByTable].flatMap(([table, owner]) => (owner.startsWith('platform/') ? [] : [table]))
  // It saves what a removed database held after all modules are gone, and must know which rows are temporary.
  const exception = 'platform/db/salvage-removed-database.ts'
  const files = globSync('platform/**/*.ts', { cwd: SERVER }).filter((file) => !file.includes('.test.') && file !== exception)
  const found = files.flatMap((file) =>
    areaTables.flatMap((table) => (hasTableName(read(file), table) ? `${file} names ${table}` : [])),
  )
  expect(found).toEqual([])
  expect(hasTableName("if (names.includes('content_record')) return", 'content_record')).toBe(true)
})

/** Names of one word are also plain English. */
function hasTableName(source: string, table: string): boolean {
  return table.includes('_') && source.includes(table)
}

it.each([
  ["db.selectFrom('orders').selectAll()", ['orders']],
  ["tx.updateTable('orders as o').set({})", ['orders']],
  ["db.selectFrom('message').innerJoin('orders', 'orders.id', 'message.id')", ['orders']],
  ['sql`select 1 from "user" join email_outbox on true`', ['email_outbox', 'user']],
  ["sql.table('orders')", ['orders']],
  ["db.selectFrom('message') // reads no row from orders", []],
])('finds the tables of other modules in %s', (source, tables) => {
  expect(findForeignTables('inbox/messages/messages.ts', source)).toEqual(tables)
})

/** Returns the tables in a source that another module owns, in Kysely's functions and in SQL. */
function findForeignTables(file: string, source: string): string[] {
  const code = source.replaceAll(/\/\*.*?\*\/|\/\/.*?$/gms, '')
  const calls = code.matchAll(/(?:From|[Tt]able|Join|Into)\(\s*\[?'(\w+)/g)
  // Sentences also say "from". Only files with SQL have clauses.
  const clauses = /\bsql[<`]|\.prepare\(|\.query</.test(code) ? code.matchAll(/\b(?:from|join|into|update)\s+"?(\w+)"?/g) : []
  const names = new Set([...calls, ...clauses].map(([, name = '']) => name))
  return [...names].filter((name) => !file.startsWith(`${ownersByTable.get(name) ?? ''}`)).sort()
}

/** Returns the folder whose files may use the tables of a module. The modules of people share those of their library. */
function findOwner(module: string): string {
  return module === 'people/auth' ? 'people/' : `${module}/`
}

function read(file: string): string {
  return readFileSync(join(SERVER, file), 'utf8')
}
