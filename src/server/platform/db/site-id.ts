import { createHmac } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../../config/config.ts'
import { getDatabaseAndMarkerPaths } from './site-marker.ts'
import type { DatabaseReader } from './tables.ts'

/** The header of `/healthz` that tells one site from another, also from a copy of its data. */
export const SITE_ID_HEADER = 'x-rankstead-site'

/** The name of the shared secret that the id is made of. */
export const SITE_ID_SECRET = 'site-id'

/** Returns an id of the site's database: the same for all processes on it, and another one for a restored copy. */
export async function computeSiteId(
  db: DatabaseReader,
  secret: string,
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
): Promise<string> {
  const place = databaseUrl ? await readPostgresDatabaseId(db) : statSync(getDatabaseAndMarkerPaths(dataDir).database).ino
  return createHmac('sha256', secret).update(String(place)).digest('hex').slice(0, 32)
}

async function readPostgresDatabaseId(db: DatabaseReader): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select oid::text as id from pg_database where datname = current_database()`.execute(db)
  return rows[0]?.id ?? ''
}

const getAddressFilePath = (dataDir: string) => join(dataDir, 'rankstead.address')

/** Writes where the site runs, so that commands with another environment find it. */
export function writeSiteAddress({ dataDir, origins: [origin] }: Config): void {
  if (existsSync(dataDir)) writeFileSync(getAddressFilePath(dataDir), `${origin}\n`, { mode: 0o600 })
}

/** Returns where the site ran last. Undefined before its first start. */
export function readSiteAddress(dataDir: string): string | undefined {
  const path = getAddressFilePath(dataDir)
  return existsSync(path) ? readFileSync(path, 'utf8').trim() || undefined : undefined
}
