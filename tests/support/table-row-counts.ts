import { sql } from 'kysely'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'

/** Tables that hold no lasting result: idempotency keys, attempts and short-lived state. */
const IGNORED_TABLES = ['idempotent_request', 'attempt_counter', 'session', 'verification', 'page_change', 'save_probe']

/** Counts the rows of a site's tables, and reads its content version. */
export async function openTableRowCounts(environment: Record<string, string>) {
  const { main, type, close } = await openDatabase(readConfig(environment))
  const names = await (type === 'sqlite'
    ? sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
    : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
  ).execute(main)
  const tables = names.rows.map(({ name }) => name).filter((name) => !IGNORED_TABLES.includes(name))
  const counts = sql.join([
    ...tables.map((name) => sql`(select count(*) from ${sql.table(name)}) as ${sql.ref(name)}`),
    sql`(select version from content_version) as ${sql.ref('content version')}`,
  ])

  async function countRows(): Promise<Record<string, number>> {
    const { rows } = await sql<Record<string, unknown>>`select ${counts}`.execute(main)
    return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]))
  }

  return {
    main,
    count: countRows,
    close,
    /** Returns what `work` changed. Nothing else may write meanwhile. */
    async countChanges(work: () => Promise<unknown>): Promise<Record<string, number>> {
      const before = await countRows()
      await work()
      const changes = Object.entries(await countRows()).map(([name, now]) => [name, now - (before[name] ?? 0)] as const)
      return Object.fromEntries(changes.filter(([, change]) => change !== 0))
    },
  }
}
