import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { vi } from 'vitest'

type SentStatements = Map<string, unknown[]>

/** Records each statement of one database with its values. A connection prepares a statement only once. */
export function recordStatements(kind: 'SQLite' | 'PostgreSQL'): { sent: SentStatements; stop: () => void } {
  const sent: SentStatements = new Map()
  const watch =
    kind === 'SQLite' ? recordCalls(DatabaseSync.prototype, 'prepare', sent) : recordCalls(pg.Client.prototype, 'query', sent)
  return { sent, stop: () => watch.mockRestore() }
}

function recordCalls(client: object, method: string, sent: SentStatements) {
  type Send = (...args: unknown[]) => unknown
  const send = Reflect.get(client, method) as Send
  return vi.spyOn(client as Record<string, Send>, method).mockImplementation(function (this: unknown, ...args: unknown[]) {
    const [first, second] = args
    const { text, values } =
      typeof first === 'string' ? { text: first, values: second } : (first as { text: string; values: unknown })
    sent.set(text, Array.isArray(values) ? values : [])
    return send.apply(this, args)
  })
}

/** Returns the plan's lines that read one of the tables without an index. `tables` are names with `|` between them. */
export async function listFullScans(
  environment: Record<string, string>,
  statement: [text: string, values: unknown[]],
  tables: string,
): Promise<string[]> {
  const lines = await explainStatement(environment, statement)
  if (environment.DATABASE_URL) {
    // For a count, PostgreSQL scans the table if its rows are hardly longer than index entries.
    if (statement[0].startsWith('select count(*)')) return []
    return lines.filter((line) => new RegExp(`Seq Scan on (${tables})\\b`).test(line))
  }
  const names = tables.split('|')
  return listFullScansInPlan(lines, (table) => names.includes(table))
}

/** Returns the lines of a SQLite plan that read a watched table without an index. */
export function listFullScansInPlan(lines: readonly string[], isWatchedTable: (table: string) => boolean): string[] {
  return lines.filter((line) => {
    // An automatic index is built for one statement, from the whole table.
    const table = /^(?:SCAN|SEARCH) (\w+)(?: USING AUTOMATIC .*)?(?: LEFT-JOIN)?$/.exec(line)?.[1]
    // SQLite scans the result of each subquery once, under its alias, which may be the name of a table.
    const subqueries = lines.filter((other) => other === `CO-ROUTINE ${table}` || other === `MATERIALIZE ${table}`)
    const isSubquery = lines.filter((other) => other === line).length <= subqueries.length
    return table !== undefined && isWatchedTable(table) && !isSubquery
  })
}

/** Returns the lines of a query plan. */
export async function explainStatement(
  environment: Record<string, string>,
  [text, values]: [text: string, values: unknown[]],
): Promise<string[]> {
  if (environment.DATABASE_URL) {
    const client = new pg.Client({ connectionString: environment.DATABASE_URL })
    await client.connect()
    const { rows } = await client.query({ text: `explain ${text}`, values })
    await client.end()
    return rows.map((row) => String(row['QUERY PLAN']))
  }
  const client = new DatabaseSync(join(environment.DATA_DIR ?? '', 'rankstead.db'), { readOnly: true })
  const plan = client.prepare(`explain query plan ${text}`).all() as { detail: string }[]
  client.close()
  return plan.map(({ detail }) => detail)
}
