import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { isOutOfConnectionsError } from './database-errors.ts'

/** How long to wait for a connection, and for the result of a statement, in ms. */
export const POSTGRES_CONNECT_TIMEOUT_MS = 3_000
export const POSTGRES_QUERY_TIMEOUT_MS = 4_000

const INT8 = 20

// Times and counts come as int8, which fits a JavaScript number until the year 287396.
const types = new pg.TypeOverrides()
types.setTypeParser(INT8, Number)

/** A pool of connections to PostgreSQL. */
export type PostgresPool = {
  connect: () => Promise<pg.PoolClient>
  /** Runs one statement. Reuses the connection only if the server answered. */
  query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>
  /** Returns the numbers of open connections, of idle ones, and of callers that wait for one. */
  countConnections: () => { total: number; idle: number; waiting: number }
  /** Reports that the server refused a write. All pools then discard their connections. */
  reportReadOnly: () => void
  /** Reports a successful write. Pools then discard the connections from the read-only time. */
  reportWrite: () => void
  close: () => Promise<void>
}

type Options = Pick<
  pg.PoolConfig,
  'max' | 'query_timeout' | 'connectionTimeoutMillis' | 'idleTimeoutMillis' | 'maxLifetimeSeconds' | 'types'
>

/** How long a connection is reused, in seconds. New connections look the host name up again. */
const CONNECTION_LIFETIME_SECONDS = 300

/** The pause between two checks for an idle connection, in ms. */
const BORROW_PAUSE_MS = 10

/** The shortest time between two discards of all connections, in ms. A server may stay read-only for hours. */
const DISCARD_INTERVAL_MS = 1_000

/**
 * Returns a function that creates pools for one server URL. The server behind it may change when a standby takes over and
 * the old primary becomes read-only. If the server has no connection left, a pool borrows one from another pool, unless
 * it `isAlone`.
 */
export function createPostgresPoolFactory(url: string): (options: Options & { isAlone?: boolean }) => PostgresPool {
  const generationByClient = new WeakMap<object, number>()
  const lenders: pg.Pool[] = []
  let generation = 0
  let isReadOnly = false
  let discardedAt = Number.NEGATIVE_INFINITY

  function discardConnections(): void {
    generation++
    discardedAt = performance.now()
  }

  /** Waits until another pool has an idle connection. Throws `connectError` if none becomes idle in time. */
  async function borrowConnection(connectError: unknown): Promise<pg.PoolClient> {
    const deadline = performance.now() + POSTGRES_CONNECT_TIMEOUT_MS
    while (performance.now() < deadline) {
      // Callers that already wait at that pool get its idle connections first.
      const lender = lenders.find(({ idleCount, waitingCount }) => idleCount > waitingCount)
      if (lender) return lender.connect()
      if (lenders.every(({ totalCount }) => totalCount === 0)) break
      await pause(BORROW_PAUSE_MS)
    }
    throw connectError
  }

  return ({ isAlone = false, ...options }) => {
    const pool = openPostgresPool(url, options)
    // A pool of one needs its connection itself.
    if (options.max !== 1) lenders.push(pool)
    pool.on('connect', (client) => generationByClient.set(client, generation))
    async function connect(): Promise<pg.PoolClient> {
      for (;;) {
        const client = await pool.connect().catch((error: unknown) => {
          if (isAlone || !isOutOfConnectionsError(error)) throw error
          return borrowConnection(error)
        })
        if (generationByClient.get(client) === generation) return client
        client.release(true)
      }
    }
    return {
      connect,
      async query<Row extends pg.QueryResultRow>(text: string, values?: unknown[]) {
        const client = await connect()
        let isAnswered = false
        try {
          const { rows } = await client.query<Row>(text, values)
          isAnswered = true
          return rows
        } finally {
          client.release(!isAnswered)
        }
      },
      countConnections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
      reportReadOnly() {
        isReadOnly = true
        if (performance.now() - discardedAt > DISCARD_INTERVAL_MS) discardConnections()
      },
      reportWrite() {
        if (isReadOnly) discardConnections()
        isReadOnly = false
      },
      close: () => pool.end(),
    }
  }
}

/** Opens a pool that replaces broken connections. An unhandled connection error would end the process. */
export function openPostgresPool(url: string, options: Options): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    keepAlive: true,
    maxLifetimeSeconds: CONNECTION_LIFETIME_SECONDS,
    connectionTimeoutMillis: POSTGRES_CONNECT_TIMEOUT_MS,
    ...options,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}
