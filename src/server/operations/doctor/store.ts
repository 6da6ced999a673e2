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
