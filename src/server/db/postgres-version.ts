import type { Kysely } from 'kysely'
import pg from 'pg'
import { CONTENT_CHANNEL, type Database } from './database.ts'
import type { Tables } from './tables.ts'

/** Wait before the listener connects again, in ms. */
const RECONNECT_AFTER = 500

type Watch = Database['contentVersion'] & { close: () => Promise<void> }

/**
 * Follows the content version over LISTEN. While the listener is away the version is unknown, so
 * `current` answers undefined and callers ask the database: slower, never stale.
 */
export function watchVersion(url: string, db: Kysely<Tables>): Watch {
  let version: number | undefined
  let client: pg.Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const raise = (seen: number) => {
    version = Math.max(version ?? 0, seen)
  }
  const refresh = async () => {
    const row = await db.selectFrom('content_version').select('version').executeTakeFirst()
    return row?.version ?? 0
  }
  const reconnect = () => {
    version = undefined
    client?.removeAllListeners().on('error', () => {})
    client = undefined
    if (!isClosed) timer = setTimeout(connect, RECONNECT_AFTER).unref()
  }
  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000, keepAlive: true })
    client = next
    next.on('error', reconnect).on('end', reconnect)
    next.on('notification', ({ payload }) => raise(Number(payload)))
    try {
      await next.connect()
      await next.query(`listen ${CONTENT_CHANNEL}`)
      // Read after LISTEN: a change between the two is then seen by one or the other.
      raise(await refresh())
    } catch {
      if (client === next) reconnect()
    }
  }

  return {
    start: connect,
    current: () => version,
    thisTurn: () => version,
    refresh,
    announced: raise,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}
