import type { Kysely } from 'kysely'
import type { ContentVersionReader } from './content-version-reader.ts'
import type { DatabaseWriteStatistics, WriteFunction } from './database-writer.ts'
import type { LivenessLock } from './liveness-lock.ts'
import type { DatabaseSchema } from './migration.ts'
import type { DatabaseTables } from './tables.ts'

/**
 * Runs before the migration of a database with data, for a backup for example. Gets the applied migrations and the next
 * one. No other process migrates meanwhile. If it throws, the database stays unchanged.
 */
export type BeforeMigration = (applied: readonly string[], next: string) => Promise<void>

/** A migrated database. */
export type Database = UnmigratedDatabase & {
  /** The newest migration that this program knows. */
  newestMigration: string
}

/** An open database. Use `read` for reads and `write` for writes. `main` is for libraries with their own queries. */
export type UnmigratedDatabase = {
  type: 'sqlite' | 'postgres'
  main: Kysely<DatabaseTables>
  read: Kysely<DatabaseTables>
  write: WriteFunction
  contentVersion: ContentVersionReader
  /** Counts of writes since the process started. */
  writeCounts: Readonly<DatabaseWriteStatistics>
  /** Returns the connections to PostgreSQL by purpose. SQLite has none. */
  connections: () => { use: string; total: number; idle: number; waiting: number }[]
  /** Shows which processes on this database are alive. */
  processLock: LivenessLock
  /** Migrates the schema. Call it once, before anything else. */
  prepare: (schema: DatabaseSchema, before?: BeforeMigration) => Promise<void>
  /** Moves the log into the database file, so that a copy of that one file is complete (SQLite). */
  checkpoint: () => Promise<void>
  /** What a full disk gets back, so that the owner can delete something (SQLite). */
  diskReserve?: { refill: () => void; release: () => boolean }
  /** Closes the database. Throws if its files are not in place; the error names the salvage file. */
  close: () => Promise<void>
}
