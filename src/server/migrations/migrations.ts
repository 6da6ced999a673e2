import type { DatabaseSchema, Migration } from '#platform/db/migration.ts'
import * as every from './every-migration.ts'
import released from './released-migrations.json' with { type: 'json' }

/**
 * The last migration of the last release. Its processes may still run while a newer migration is applied, so later
 * migrations only add.
 */
export const LAST_RELEASED_MIGRATION = released.at(-1)?.name ?? ''

/** All migrations in order. A released one never changes: the program refuses a database that applied another version. */
export const migrations: Migration[] = Object.values(every).toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** With the checksums of the released migrations, which `npm run lint` compares (docs/decisions/0079). */
export const databaseSchema: DatabaseSchema = { migrations, released }

/** Returns the name of the last migration that this program knows. */
export function getNewestKnownMigration(): string {
  return migrations.at(-1)?.name ?? ''
}
