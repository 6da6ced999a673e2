import type { Kysely } from 'kysely'

/**
 * The tables for Kysely. Times are epoch milliseconds, ids are UUIDs, and JSON is text. Each module adds its own in its
 * `tables.ts`.
 */
export interface DatabaseTables {
  content_version: { id: number; version: number }
  /** One row: the number and the time of the last save (SQLite; `detect-missing-saves.ts`). */
  last_save: { id: number; sequence: number; saved_at: number }
  /** Rows that processes write to test whether saving works. */
  save_probe: { id: string; filler: string }
  /** The applied migrations. `migrate.ts` creates this table. */
  migration: { name: string; digest: string; applied_at: number; version: string | null }
  /** Requests with an Idempotency-Key: hashes of sender and input, and the outcome as JSON. */
  idempotent_request: { id: string; fingerprint: string; outcome: string | null; expires_at: number }
}

/** The columns of a table whose rows are jobs of a queue (platform/queue). */
export type JobColumns = {
  attempts: number
  /** When the job may start next. A claim moves it forward, so that no second process starts the job. */
  due_at: number
  /** Since when a process has been running the job. Null once the job settles or the process has ended. */
  claimed_at: number | null
}

/** The old and the new email of a person, in lower case. */
export type EmailChange = { from: string; to: string }

/** A database for reads, or a transaction. */
export type DatabaseReader = Kysely<DatabaseTables>

export type TableName = keyof DatabaseTables
