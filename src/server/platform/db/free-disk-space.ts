import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Config } from '../../config/config.ts'
import type { Database } from './database.ts'

/** How much of the disk uploads leave to all other saves: a tenth, and at most this many bytes. */
const MAX_RESERVED_BYTES = 1024 ** 3
const RESERVED_PART = 0.1

/**
 * Returns how many bytes uploads may still store on the disk of SQLite. Pages of deleted rows count, because new rows use
 * them. PostgreSQL's disk isn't visible from here.
 */
export async function countFreeDiskBytes(
  { type, read }: Pick<Database, 'type' | 'read'>,
  { dataDir }: Pick<Config, 'dataDir'>,
): Promise<number> {
  if (type === 'postgres') return Number.POSITIVE_INFINITY
  const { bavail, blocks, bsize } = await statfs(dataDir)
  const { rows } = await sql<{ bytes: number }>`
    select freelist_count * page_size as bytes from pragma_freelist_count(), pragma_page_size()`.execute(read)
  return bavail * bsize + (rows[0]?.bytes ?? 0) - Math.min(blocks * bsize * RESERVED_PART, MAX_RESERVED_BYTES)
}
