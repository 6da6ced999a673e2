import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'

/** What was done to accounts, how often somebody tried, and the tables of the second factor and the signing keys. */
export function accountSecurity(type: Database['type']) {
  const date = type === 'postgres' ? sql`timestamptz` : sql`date`
  const boolean = type === 'postgres' ? sql`boolean` : sql`integer`
  return {
    async up(db: Kysely<unknown>) {
      await db.schema
        .createTable('audit_log')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('at', 'bigint', (column) => column.notNull())
        .addColumn('actor', 'text', (column) => column.notNull())
        .addColumn('action', 'text', (column) => column.notNull())
        .addColumn('subject', 'text', (column) => column.notNull())
        .addColumn('detail', 'text', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('audit_log_newest').on('audit_log').columns(['at', 'id']).execute()
      await db.schema
        .createTable('attempt_limit')
        .addColumn('key', 'text', (column) => column.primaryKey())
        .addColumn('count', 'integer', (column) => column.notNull())
        .addColumn('window_ends_at', 'bigint', (column) => column.notNull())
        .execute()
      await db.schema.createIndex('attempt_limit_ended').on('attempt_limit').column('window_ends_at').execute()
      await db.schema.alterTable('user').addColumn('twoFactorEnabled', boolean).execute()
      await db.schema
        .createTable('twoFactor')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('secret', 'text', (column) => column.notNull())
        .addColumn('backupCodes', 'text', (column) => column.notNull())
        .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
        .addColumn('verified', boolean)
        .addColumn('failedVerificationCount', 'integer')
        .addColumn('lockedUntil', date)
        .execute()
      await db.schema.createIndex('two_factor_of_user').on('twoFactor').column('userId').execute()
      await db.schema
        .createTable('jwks')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('publicKey', 'text', (column) => column.notNull())
        .addColumn('privateKey', 'text', (column) => column.notNull())
        .addColumn('createdAt', date, (column) => column.notNull())
        .addColumn('expiresAt', date)
        .addColumn('alg', 'text')
        .addColumn('crv', 'text')
        .execute()
    },
  }
}
