import type { Kysely } from 'kysely'
import type { ContentTables } from './tables/content.ts'
import type { ConversationAndOrderFileTables } from './tables/conversation-and-order-files.ts'
import type { JobColumns } from './tables/job-columns.ts'
import type { PeopleInboxMailAndAuditTables } from './tables/people-inbox-mail-and-audit.ts'
import type { SalesTables } from './tables/sales.ts'
import type { WorkTables } from './tables/work.ts'

export type * from './tables/content.ts'
export type * from './tables/conversation-and-order-files.ts'
export type { JobColumns } from './tables/job-columns.ts'
export type * from './tables/people-inbox-mail-and-audit.ts'
export type * from './tables/sales.ts'
export type * from './tables/work.ts'

/** The tables for Kysely. Times are epoch milliseconds, ids are UUIDs, and JSON is text. */
export type DatabaseTables = ContentTables &
  ConversationAndOrderFileTables &
  PeopleInboxMailAndAuditTables &
  SalesTables &
  WorkTables &
  PlatformTables

type PlatformTables = {
  index_now_page: { page: string; submitted_changed_at: number }
  /** One row, a permanent job: which process reports to search engines, and how many attempts failed in a row. */
  index_now_job: JobColumns & { id: number }
  /** One row: the number and the time of the last save (SQLite; `detect-missing-saves.ts`). */
  last_save: { id: number; sequence: number; saved_at: number }
  /** Rows that processes write to test whether saving works. */
  save_probe: { id: string; filler: string }
  /** Private addresses that sent `X-Forwarded-For` without being in TRUST_PROXY, and the last time. */
  unlisted_proxy: { address: string; seen_at: number }
  /** The applied migrations. `migrate.ts` creates this table. */
  migration: { name: string; digest: string; applied_at: number; version: string | null }
  /** Events that happen once per database. */
  milestone: { name: string; reached_at: number }
  app_secret: { name: string; value: string }
  /** Processes on this database, including those whose end no other process has noticed yet. */
  process: { name: string; started_at: number }
  /** Daily counts of a page, by its path, or of an event, by its name. `day` is like `2026-11-22`. */
  daily_count: { day: string; subject: string; count: number }
  /** Requests for a path without a page, and uses of a redirect by its id. A path begins with a slash. */
  path_hit: { subject: string; hits: number; last_at: number }
  /** One row per retention rule: a permanent job. */
  retention_job: JobColumns & { id: string }
  /** One row per kind of counters to recount: a permanent job. */
  recount_job: JobColumns & { id: string }
  /** At most one row: whether search engines may list the site while it holds samples (0 or 1). */
  search_engine_decision: { id: number; is_allowed: number; decided_at: number; decided_by: string }
  /** Requests with an Idempotency-Key: hashes of sender and input, and the outcome as JSON. */
  idempotent_request: { id: string; fingerprint: string; outcome: string | null; expires_at: number }
  /** How many attempts `key` made in the current window. */
  attempt_counter: { key: string; count: number; window_ends_at: number }
}

/** A database for reads, or a transaction. */
export type DatabaseReader = Kysely<DatabaseTables>

/** The name of a table. The last ones belong to the authentication library. */
export type TableName = keyof DatabaseTables | 'user' | 'session' | 'account' | 'verification' | 'twoFactor' | 'jwks'
