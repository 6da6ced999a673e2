import type { Kysely } from 'kysely'
import type { ContentVersion } from './content-version.ts'
import type { WriteCounts, WriteFunction } from './database-writer.ts'
import type { ProcessLock } from './process-lock.ts'
import type { DatabaseTables } from './tables.ts'

/**
 * Runs before a database that is in use is migrated, and makes a backup for instance. Gets the applied migrations and the
 * next one. No other process migrates meanwhile. If it throws, nothing is changed.
 */
export type BeforeMigration = (applied: readonly string[], next: string) => Promise<void>

/** An open database. Reads go through `read`, writes through `write`; `main` is for libraries that bring their own queries. */
export type Database = {
  type: 'sqlite' | 'postgres'
  main: Kysely<DatabaseTables>
  read: Kysely<DatabaseTables>
  write: WriteFunction
  contentVersion: ContentVersion
  /** What was written since the process started. */
  writeCounts: Readonly<WriteCounts>
  /** The connections to PostgreSQL, by what they are for; none to the embedded database. */
  connections: () => { use: string; total: number; idle: number; waiting: number }[]
  /** The newest migration that this program knows. */
  schema: string
  /** Tells which processes on this database live. */
  processLock: ProcessLock
  /** Brings the schema up to date; once, before anything else. */
  prepare: (before?: BeforeMigration) => Promise<void>
  /** Moves the log into the database file, so that a copy of that one file is complete (SQLite). */
  checkpoint: () => Promise<void>
  /** Throws if the database files are not in place. The error names the salvage file. */
  close: () => Promise<void>
}
