import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'
import { isOutOfConnectionsError, isPostgresStatementError, isReadOnlyError } from './database-errors.ts'

/** How long to wait for a connection, and for the result of a statement, in ms. */
const CONNECT_TIMEOUT_MS = 3_000
export const POSTGRES_QUERY_TIMEOUT_MS = 4_000

/**
 * Starts a transaction with limits, in ms. The server ends a statement before we stop waiting for it. It also releases the
 * locks of a process that lost its connection. `set local` works behind poolers too, unlike session settings.
 */
const BEGIN = [
  'begin',
  `set local lock_timeout = ${POSTGRES_QUERY_TIMEOUT_MS - 1_000}`,
  `set local statement_timeout = ${POSTGRES_QUERY_TIMEOUT_MS - 500}`,
  `set local idle_in_transaction_session_timeout = ${2 * POSTGRES_QUERY_TIMEOUT_MS}`,
].join('; ')

/** Separate connections for reads and writes, so that writes that wait for a locked row block no reads. */
type PostgresPools = { reads: PostgresPool; writes: PostgresPool }

type Client = { client: pg.PoolClient; pool: PostgresPool; fault?: unknown }
type Connection = DatabaseConnection & { transaction?: Client }

/** Creates a Kysely dialect over connection pools. A lost or timed-out connection is never reused. */
export function createPostgresDialect(pools: PostgresPools): Dialect {
  return {
    createDriver: () => createDriver(pools),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createAdapter: () => new PostgresAdapter(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  }
}

function createDriver({ reads, writes }: PostgresPools): Driver {
  async function endTransaction(connection: Connection, command: 'commit' | 'rollback'): Promise<void> {
    const { transaction } = connection
    if (!transaction) return
    const result = await runQuery(transaction, command)
    // PostgreSQL answers ROLLBACK if a statement had failed. Then nothing was committed.
    if (command === 'commit' && result.command === 'ROLLBACK') {
      throw Object.assign(new Error('The transaction was undone, because a statement in it failed.'), { code: '25P02' })
    }
    if (command === 'commit') transaction.pool.reportWrite()
    release(connection)
  }

  return {
    init: async () => {},
    acquireConnection: async () => openConnection(reads, writes),
    releaseConnection: async (connection: Connection) => release(connection),
    async beginTransaction(connection: Connection) {
      connection.transaction = { client: await writes.connect(), pool: writes }
      await runQuery(connection.transaction, BEGIN)
    },
    commitTransaction: (connection: Connection) => endTransaction(connection, 'commit'),
    rollbackTransaction: (connection: Connection) => endTransaction(connection, 'rollback'),
    async destroy() {
      await Promise.all([reads.close(), writes.close()])
    },
  }
}

/** Takes a pooled connection only as long as necessary: for one statement or one transaction. */
function openConnection(reads: PostgresPool, writes: PostgresPool): Connection {
  const connection: Connection = {
    async executeQuery<R>({ sql, parameters, query }: CompiledQuery): Promise<QueryResult<R>> {
      if (connection.transaction) return toQueryResult(await runQuery(connection.transaction, sql, parameters))
      const pool = query.kind === 'SelectQueryNode' ? reads : writes
      const singleUse: Client = { client: await pool.connect(), pool }
      try {
        return toQueryResult(await runQuery(singleUse, sql, parameters))
      } finally {
        releaseClient(singleUse)
      }
    },
    async *streamQuery<R>(query: CompiledQuery) {
      yield await connection.executeQuery<R>(query)
    },
  }
  return connection
}

async function runQuery(pooledClient: Client, text: string, values?: readonly unknown[]): Promise<pg.QueryResult> {
  // This connection has failed and can't receive replies any more.
  if (pooledClient.fault !== undefined) throw pooledClient.fault
  try {
    return await pooledClient.client.query(text, values as unknown[])
  } catch (error) {
    if (!isPostgresStatementError(error)) pooledClient.fault = error
    if (isReadOnlyError(error)) pooledClient.pool.reportReadOnly()
    throw error
  }
}

function release(connection: Connection): void {
  const { transaction } = connection
  connection.transaction = undefined
  if (transaction) releaseClient(transaction)
}

function releaseClient({ client, fault }: Client): void {
  if (fault !== undefined) cancelQuery(client)
  client.release(fault !== undefined)
}

/**
 * Asks the server to cancel the statement of an abandoned connection, so that such statements don't pile up (PostgreSQL
 * protocol, CancelRequest). Ignores failures.
 */
function cancelQuery(client: pg.PoolClient): void {
  const { host, port, processID, secretKey } = client as unknown as Record<'port' | 'processID' | 'secretKey', number> & {
    host: string
  }
  const request = Buffer.alloc(16)
  for (const [index, value] of [16, 80_877_102, processID, secretKey].entries()) request.writeInt32BE(value, index * 4)
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  socket.setTimeout(CONNECT_TIMEOUT_MS, () => socket.destroy())
  socket.on('error', () => {}).unref()
  socket.end(request)
}

function toQueryResult<R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> {
  const isChange = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
  return { rows: (rows ?? []) as R[], ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) }
}

const INT8 = 20

// Times and counts come as int8, which fits a JavaScript number until the year 287396.
const types = new pg.TypeOverrides()
types.setTypeParser(INT8, Number)

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

/** A pool of connections to PostgreSQL. */
type PostgresPool = {
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
    const deadline = performance.now() + CONNECT_TIMEOUT_MS
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
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...options,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}
