import { baselineMigration } from './0001-baseline.ts'
import { readyOrdersIndexesMigration } from './0002-ready-orders.ts'
import { growingTableIndexesMigration } from './0003-growing-table-indexes.ts'
import { spamSinceMigration } from './0004-spam-since.ts'
import { orderFileBytesIndexMigration } from './0005-order-file-bytes.ts'
import { bookedDaysMigration } from './0006-booked-days.ts'
import { carriedWorkMigration } from './0007-carried-work.ts'
import { writingVersionMigration } from './0008-writing-version.ts'
import { ordersByMonthMigration } from './0009-orders-by-month.ts'
import type { Migration, ReleasedMigration } from './migration.ts'
import released from './released-migrations.json' with { type: 'json' }

/** The migrations of all releases, with their checksums. `npm run lint` compares them (docs/decisions/0079). */
export const releasedMigrations: readonly ReleasedMigration[] = released

/**
 * The last migration of the last release. Its processes may still run while a newer migration is applied, so later
 * migrations only add.
 */
export const LAST_RELEASED_MIGRATION = releasedMigrations.at(-1)?.name ?? ''

/** All migrations in order. A released one never changes: the program refuses a database that applied another version. */
export const migrations: Migration[] = [
  baselineMigration,
  readyOrdersIndexesMigration,
  growingTableIndexesMigration,
  spamSinceMigration,
  orderFileBytesIndexMigration,
  bookedDaysMigration,
  carriedWorkMigration,
  writingVersionMigration,
  ordersByMonthMigration,
]
