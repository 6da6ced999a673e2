import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'

/** The tables of better-auth (`user`, `session`, `account`, `verification`) in its own spelling, and ours beside them. */
export function accounts(type: Database['type']) {
  // better-auth hands PostgreSQL dates and booleans, and SQLite their text and number.
  const date = type === 'postgres' ? sql`timestamptz` : sql`date`
  const boolean = type === 'postgres' ? sql`boolean` : sql`integer`
  const table = (db: Kysely<unknown>, name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('createdAt', date, (column) => column.notNull())
      .addColumn('updatedAt', date, (column) => column.notNull())
  return {
    async up(db: Kysely<unknown>) {
      await table(db, 'user')
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('email', 'text', (column) => column.notNull().unique())
        .addColumn('emailVerified', boolean, (column) => column.notNull())
        .addColumn('image', 'text')
        .execute()
      await table(db, 'session')
        .addColumn('expiresAt', date, (column) => column.notNull())
        .addColumn('token', 'text', (column) => column.notNull().unique())
        .addColumn('ipAddress', 'text')
        .addColumn('userAgent', 'text')
        .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
        .execute()
      await table(db, 'account')
        .addColumn('accountId', 'text', (column) => column.notNull())
        .addColumn('providerId', 'text', (column) => column.notNull())
        .addColumn('userId', 'text', (column) => column.notNull().references('user.id').onDelete('cascade'))
        .addColumn('accessToken', 'text')
        .addColumn('refreshToken', 'text')
        .addColumn('idToken', 'text')
        .addColumn('accessTokenExpiresAt', date)
        .addColumn('refreshTokenExpiresAt', date)
        .addColumn('scope', 'text')
        .addColumn('password', 'text')
        .execute()
      await table(db, 'verification')
        .addColumn('identifier', 'text', (column) => column.notNull())
        .addColumn('value', 'text', (column) => column.notNull())
        .addColumn('expiresAt', date, (column) => column.notNull())
        .execute()
      await db.schema.createIndex('session_of_user').on('session').column('userId').execute()
      await db.schema.createIndex('account_of_user').on('account').column('userId').execute()
      await db.schema.createIndex('verification_identifier').on('verification').column('identifier').execute()
      await ours(db)
    },
  }
}

async function ours(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('user_record')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('milestone')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('reached_at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('app_secret')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('set_up_code')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()
}
