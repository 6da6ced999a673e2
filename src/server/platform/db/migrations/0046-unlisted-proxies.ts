import type { Kysely } from 'kysely'

/** Private addresses that sent `X-Forwarded-For` without being in TRUST_PROXY. */
export const unlistedProxies = {
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('unlisted_proxy')
      .addColumn('address', 'text', (column) => column.primaryKey())
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .execute()
    await db.schema.createIndex('unlisted_proxy_seen').on('unlisted_proxy').column('seen_at').execute()
  },
}
