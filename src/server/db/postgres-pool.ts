import pg from 'pg'

const INT8 = 20

/** How long to wait for a connection, and for the answer to a statement, in ms. */
export const CONNECT_TIMEOUT = 3_000
export const QUERY_TIMEOUT = 4_000

// Times and counts come as int8, which fits a JavaScript number until the year 287396.
const types = new pg.TypeOverrides()
types.setTypeParser(INT8, Number)

type Options = Pick<pg.PoolConfig, 'max' | 'query_timeout' | 'connectionTimeoutMillis' | 'idleTimeoutMillis'>

/** Connections to PostgreSQL. One that breaks, idle or at work, is replaced: unheard, its error would end the process. */
export function createPool(url: string, options: Options): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    ...options,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  return pool
}
