import { baselineMigration } from './0001-baseline.ts'
import type { Migration } from './migration-statements.ts'

/**
 * The last migration of the last release, whose processes may still run while a newer migration is applied: what comes
 * after it only adds (docs/decisions/0079).
 */
export const LAST_RELEASED_MIGRATION = '0001-baseline'

/** All migrations in order. A released one never changes: a database that applied it would be refused. */
export const migrations: Migration[] = [baselineMigration]
