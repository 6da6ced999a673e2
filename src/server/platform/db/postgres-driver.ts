import { connect } from 'node:net'
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
import type pg from 'pg'
import { isPostgresStatementError, isReadOnlyError } from './database-errors.ts'
import {
  findTransactionOutcome,
  IDENTIFY_TRANSACTION,
  LostCommitError,
  type TransactionIdentity,
} from './postgres-lost-commit.ts'
import { POSTGRES_CONNECT_TIMEOUT_MS, POSTGRES_QUERY_TIMEOUT_MS, type PostgresPool } from './postgres-pools.ts'

/**
 * Starts a transaction with limits, in ms. The server ends a statement before we stop waiting for it. It also releases the
 * locks of a process that lost its connection. `set local` works behind poolers too, unlike session settings.
 */
const BEGIN = [
  'begin',
  `set local lock_timeout = ${POSTGRES_QUERY_TIMEOUT_MS - 1_000}`,
  `set local statement_timeout = ${POSTGRES_QUERY_TIMEOUT_MS - 500}`,
  `set local idle_in_transaction_session_timeout = ${2 * POSTGRES_QUERY_TIMEOUT_MS}`,
  IDENTIFY_TRANSACTION,
].join('; ')

/** Separate connections for reads and writes, so that writes that wait for a locked row block no reads. */
type PostgresPools = { reads: PostgresPool; writes: PostgresPool }

type Client = { client: pg.PoolClient; pool: PostgresPool; fault?: unknown }
type Connection = DatabaseConnection & { transaction?: Client; identity?: TransactionIdentity }

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
    const result = await runQuery(transaction, command).catch(async (error: unknown) => {
      if (command === 'rollback' || isPostgresStatementError(error)) throw error
      return { command: await findLostCommitOutcome(connection, error) }
    })
    // PostgreSQL answers ROLLBACK if a statement had failed. A lost COMMIT may have arrived too late.
    if (command === 'commit' && result.command === 'ROLLBACK') {
      throw Object.assign(new Error('The transaction was undone.'), { code: '25P02' })
    }
    if (command === 'commit') transaction.pool.reportWrite()
    release(connection)
  }

  /** Returns the answer that PostgreSQL gave to a lost COMMIT. Throws a `LostCommitError` if the server can't be asked. */
  async function findLostCommitOutcome({ identity }: Connection, cause: unknown): Promise<'COMMIT' | 'ROLLBACK'> {
    if (!identity) throw cause
    const findOutcome = () => findTransactionOutcome(reads, identity)
    const outcome = await findOutcome()
    if (outcome === undefined) throw new LostCommitError(findOutcome, cause)
    return outcome === 'committed' ? 'COMMIT' : 'ROLLBACK'
  }

  return {
    init: async () => {},
    acquireConnection: async () => openConnection(reads, writes),
    releaseConnection: async (connection: Connection) => release(connection),
    async beginTransaction(connection: Connection) {
      const transaction: Client = { client: await writes.connect(), pool: writes }
      connection.transaction = transaction
      // The driver returns a result for each statement of a message.
      const results = await runQuery(transaction, BEGIN).catch((error: unknown) => {
        // The transaction has begun and failed, so the connection can't begin another one. A standby gives out no ids.
        transaction.fault ??= error
        throw error
      })
      connection.identity = (results as unknown as pg.QueryResult<TransactionIdentity>[]).at(-1)?.rows[0]
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
  socket.setTimeout(POSTGRES_CONNECT_TIMEOUT_MS, () => socket.destroy())
  socket.on('error', () => {}).unref()
  socket.end(request)
}

function toQueryResult<R>({ command, rowCount, rows }: pg.QueryResult): QueryResult<R> {
  const isChange = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE'
  return { rows: (rows ?? []) as R[], ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) }
}
