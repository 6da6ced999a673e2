import { sql } from 'kysely'
import type { DatabaseSnapshot } from '#platform/db/read-database-snapshot.ts'

/** Reads the server's clock in epoch ms, and whether it refuses writes. Returns undefined for SQLite. */
export async function readPostgresServerState({
  type,
  db,
}: DatabaseSnapshot): Promise<{ clock: number; isReadOnly: boolean; version: string } | undefined> {
  if (type === 'sqlite') return undefined
  const { rows } = await sql<{ clock: string; standby: number; locked: string; version: string }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as clock, pg_is_in_recovery() as standby,
      current_setting('default_transaction_read_only') as locked, current_setting('server_version') as version`.execute(db)
  const [row] = rows
  return { clock: Number(row?.clock), isReadOnly: Boolean(row?.standby) || row?.locked === 'on', version: row?.version ?? '' }
}

/** Returns the time of the newest recorded change by a person, in epoch ms. Returns 0 without changes. */
export async function findLastChangeTime({ db }: DatabaseSnapshot): Promise<number> {
  const { rows } = await sql<{ at: number | bigint | null }>`
    select max(at) as at from (select max(at) as at from audit_log union all select max(saved_at) as at from content_revision) as times`.execute(
    db,
  )
  return Number(rows[0]?.at ?? 0)
}

export async function countFailedEmails({ db }: DatabaseSnapshot): Promise<number> {
  const { rows } = await sql<{ count: number | bigint }>`
    select count(*) as count from email_outbox where last_error is not null and sent_at is null`.execute(db)
  return Number(rows[0]?.count)
}

export async function findSecret(db: DatabaseSnapshot['db'], name: string): Promise<string | undefined> {
  return (await db.selectFrom('app_secret').select('value').where('name', '=', name).executeTakeFirst())?.value
}
