import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseSync } from 'node:sqlite'
import { findFullScansInPlan } from './query-plans.ts'

/** These stay small, or a statement reads them whole on purpose. All other tables grow with the customers and the years. */
const tablesReadWhole: ReadonlySet<string> = new Set([
  ...['sqlite_master', 'sqlite_schema', 'content_version', 'last_save', 'process', 'setup_code', 'jwks'],
  ...['search_engine_decision', 'order_sequence', 'invoice_sequence'],
  // Queues: a finished job leaves the table.
  ...['release_job', 'retention_job', 'recount_job', 'reminder_job', 'provider_queue', 'order_message_burst'],
  // The rows of admins, of people who just asked for a link or code, and of people with a second factor.
  ...['user_role', 'verification', 'twoFactor'],
  // What the owner writes. A search for a text reads all of it, with what was deleted and replaced.
  ...['content_record', 'autosave', 'staged_change', 'content_trash', 'content_revision', 'page_change'],
  // Sums per month, and a limited number of paths.
  ...['order_counter', 'path_hit'],
])

/** Ends after a few rows. */
const READS_FIRST_ROWS = /^select [\w ]+ from "\w+" limit \S+$/

/** The scans of the application whose code runs, by statement. */
const currentScans = new AsyncLocalStorage<Map<string, string[]>>()
const scansByConnection = new WeakMap<DatabaseSync, Map<string, string[]>>()
const scansByStatement = new Map<string, string[]>()
let isWatching = false

/** Collects the SQLite statements of an application that read a growing table from end to end. */
export function watchFullTableScans() {
  if (!isWatching) explainPreparedStatements()
  isWatching = true
  const scans = new Map<string, string[]>()
  return {
    watch: <T>(work: () => T): T => currentScans.run(scans, work),
    assertNone(): void {
      const [first] = scans
      if (first) throw new Error(`A statement reads a growing table from end to end (${first[1].join(', ')}): ${first[0]}`)
    },
  }
}

function explainPreparedStatements(): void {
  const { prepare } = DatabaseSync.prototype
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, text, ...options) {
    const statement = prepare.call(this, text, ...options)
    const scans = scansByConnection.get(this) ?? currentScans.getStore()
    if (scans) scansByConnection.set(this, scans)
    if (!scans || READS_FIRST_ROWS.test(text) || !/^\s*(select|with|insert|update|delete)\b/i.test(text)) return statement
    let found = scansByStatement.get(text)
    if (!found) {
      const plan = prepare.call(this, `explain query plan ${text}`).all() as { detail: string }[]
      found = findFullScansInPlan(
        plan.map(({ detail }) => detail),
        (table) => !tablesReadWhole.has(table),
      )
      scansByStatement.set(text, found)
    }
    if (found.length > 0) scans.set(text, found)
    return statement
  }
}
