import { setTimeout as pause } from 'node:timers/promises'
import type { PostgresPool } from './postgres-pools.ts'

/** Identifies a transaction and the server that began it. */
export type TransactionIdentity = { id: string; began: string; server_started: string }

/** Assigns the id of a transaction. A savepoint doesn't change it. */
export const IDENTIFY_TRANSACTION = `select pg_current_xact_id()::text as id, clock_timestamp()::text as began,
  pg_postmaster_start_time()::text as server_started`

/**
 * Returns the status of a transaction. A server that ran already when the transaction began, and isn't the one that began
 * it, is a promoted standby: it may have given the id to another transaction, so it can't tell.
 */
const READ_STATUS = `select case
  when pg_postmaster_start_time() = $2::timestamptz or pg_postmaster_start_time() > $3::timestamptz
  then pg_xact_status($1::xid8) end as status`

/** How long to ask for the outcome, in ms. A server that restarts accepts connections within a second or two. */
const TIMEOUT_MS = 3_000
/** The pause between two questions, in ms. The server may not have noticed the lost connection. */
const PAUSE_MS = 50

/** Asks whether a transaction was committed. Returns undefined if the server can't tell or doesn't answer in time. */
export async function findTransactionOutcome(
  pool: PostgresPool,
  { id, began, server_started }: TransactionIdentity,
): Promise<'committed' | 'aborted' | undefined> {
  for (const deadline = performance.now() + TIMEOUT_MS; performance.now() < deadline; await pause(PAUSE_MS)) {
    const rows = await pool.query<{ status: string | null }>(READ_STATUS, [id, server_started, began]).catch(() => [])
    const status = rows[0]?.status
    if (status === 'committed' || status === 'aborted') return status
    if (status === null) return undefined
  }
  return undefined
}

/** A COMMIT whose answer was lost. `findOutcome` asks again what became of it. */
export class LostCommitError extends Error {
  override name = 'LostCommitError'
  /** SQLSTATE: transaction resolution unknown. */
  readonly code = '08007'
  readonly findOutcome: () => Promise<'committed' | 'aborted' | undefined>
  constructor(findOutcome: LostCommitError['findOutcome'], cause: unknown) {
    super('The connection was lost during COMMIT.', { cause })
    this.findOutcome = findOutcome
  }
}
