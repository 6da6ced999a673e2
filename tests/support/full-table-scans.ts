import { AsyncLocalStorage } from 'node:async_hooks'
import { DatabaseSync } from 'node:sqlite'
import { findFullScansInPlan } from './query-plans.ts'

/** These stay small, or a statement reads them whole on purpose. All other tables grow with the customers and the years. */
const tablesReadWhole: ReadonlySet<string> = new Set([
  ...['sqlite_master', 'sqlite_schema', 'content_version', 'last_save', 'process', 'setup_code', 'jwks'],
  ...['search_engine_decision', 'order_sequence', 'invoice_sequence'],
  // Queues: a finished job leaves the table.
  ...['release_job', 'retention_job', 'recount_job', 'reminder_job', 'provider_queue', 'order_message_burst', 'index_now_job'],
  // The rows of admins, of people who just asked for a link or code, and of people with a second factor.
  ...['user_role', 'verification', 'twoFactor'],
  // What the owner writes. A search for a text reads all of it, with what was deleted and replaced.
  ...['content_record', 'autosave', 'staged_change', 'content_trash', 'content_revision', 'page_change'],
  // Sums per month, and a limited number of paths and proxies.
  ...['order_counter', 'path_hit', 'unlisted_proxy'],
])

/** Ends after a few rows. */
const READS_FIRST_ROWS = /^select [\w ]+ from "?\w+"? limit \S+$/

/** The scans of the application whose code runs, by statement. */
const currentScans = new AsyncLocalStorage<Map<string, string[]>>()
/** A connection stays with its application, because queues run statements after the request. */
const scansByConnection = new WeakMap<DatabaseSync, Map<string, string[]>>()
const indexedStatements = new Set<string>()
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
    if (indexedStatements.has(text)) return statement
    const plan = prepare.call(this, `explain query plan ${text}`).all() as { detail: string }[]
    const lines = plan.map(({ detail }) => detail)
    const found = findFullScansInPlan(lines, (table) => !tablesReadWhole.has(table))
    if (found.length === 0) indexedStatements.add(text)
    // With statistics, SQLite reads a table whole if it is small now. Only tests with many rows create them.
    else if (!prepare.call(this, `select 1 from sqlite_schema where name = 'sqlite_stat1'`).get()) scans.set(text, found)
    return statement
  }
}
