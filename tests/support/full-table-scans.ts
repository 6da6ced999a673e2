import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseSync } from 'node:sqlite'
import { listFullScansInPlan } from './query-plans.ts'

/** These stay small, or a statement reads them whole on purpose. All other tables grow with the customers and the years. */
const tablesReadWhole: ReadonlySet<string> = new Set([
  ...['sqlite_master', 'sqlite_schema', 'content_version', 'last_save', 'process', 'setup_code', 'jwks'],
  ...['search_engine_decision', 'order_sequence', 'invoice_sequence'],
  // A fixed number of jobs.
  ...['release_job', 'index_now_job', 'retention_job', 'recount_job', 'reminder_job'],
  // Queues: a finished job leaves the table.
  ...['provider_queue', 'order_message_burst'],
  // The rows of admins, and of people who just asked for a link or a code.
  ...['user_role', 'verification'],
  // What the owner writes. A search for a text reads all of it, with what was deleted and replaced.
  ...['content_record', 'autosave', 'staged_change', 'content_trash', 'content_revision'],
  // One row for each page, sums for each month, and a limited number of paths and proxies.
  ...['page_change', 'order_counter', 'path_hit', 'unlisted_proxy'],
])

/** Matches the check for an empty table. */
const READS_FIRST_ROW = /^select 1 as one from "\w+" limit 1$/

type ScansByStatement = Map<string, string[]>
/** The scans of the current application. */
const currentScans = new AsyncLocalStorage<ScansByStatement>()
/** A connection stays with its application, because queues run statements after the request. */
const scansByConnection = new WeakMap<DatabaseSync, ScansByStatement>()
const indexedStatements = new Set<string>()

/** Collects the SQLite statements of an application that read a growing table without an index. */
export function watchFullTableScans() {
  const scans: ScansByStatement = new Map()
  return {
    watch: <T>(work: () => T): T => currentScans.run(scans, work),
    assertNoScans(): void {
      const [first] = scans
      if (first) throw new Error(`A statement reads a growing table without an index (${first[1].join(', ')}): ${first[0]}`)
    },
  }
}

// As soon as the module loads: a test may replace the function for a while, and restores it afterwards.
const { prepare } = DatabaseSync.prototype
DatabaseSync.prototype.prepare = function (this: DatabaseSync, text, ...options) {
  const statement = prepare.call(this, text, ...options)
  const scans = scansByConnection.get(this) ?? currentScans.getStore()
  if (scans) scansByConnection.set(this, scans)
  const isQuery = /^\s*(select|with|insert|update|delete)\b/i.test(text) && !READS_FIRST_ROW.test(text)
  if (!scans || !isQuery || indexedStatements.has(text)) return statement
  const plan = prepare.call(this, `explain query plan ${text}`).all() as { detail: string }[]
  const lines = plan.map(({ detail }) => detail)
  const fullScans = listFullScansInPlan(lines, (table) => !tablesReadWhole.has(table))
  if (fullScans.length === 0) indexedStatements.add(text)
  else scans.set(text, fullScans)
  return statement
}
