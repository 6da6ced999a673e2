import { setTimeout as pause } from 'node:timers/promises'
import { UserError } from '#contract/core/user-error.ts'

type DatabaseError = { code?: unknown; errcode?: unknown; message?: unknown }

const SQLITE_BUSY = 5
const SQLITE_IOERR = 10
const SQLITE_FULL = 13
/** Busy, locked, read-only or moved, disk error, damaged, disk full, cannot be opened, locking protocol, no database. */
const SQLITE_UNAVAILABLE = [SQLITE_BUSY, 6, 8, SQLITE_IOERR, 11, SQLITE_FULL, 14, 15, 26]
const SQLITE_READONLY_DBMOVED = 1032
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
const SQLITE_CONSTRAINT_UNIQUE = 2067
const POSTGRES_UNIQUE_VIOLATION = '23505'
/** Deadlock or serialization failure. PostgreSQL rolled back this transaction. */
const POSTGRES_ROLLED_BACK = ['40P01', '40001']
const POSTGRES_LOCK_TIMEOUT = '55P03'
/** Matches PostgreSQL's error codes. Codes of Node and the network contain no digits. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/
/** Connection lost or refused, unknown database, no resources, shutdown, system error, read-only. */
const POSTGRES_UNAVAILABLE = /^(08|28|3D|53|57P|58)\w+$|^(25006|55000)$/
/** The server is read-only: a standby, or closed for writes by its operator. */
const POSTGRES_READ_ONLY = '25006'
/** The server, the database or the user has no connection left. */
const POSTGRES_OUT_OF_CONNECTIONS = '53300'
/** A lock or a reply took too long. */
const POSTGRES_TIMEOUT = [POSTGRES_LOCK_TIMEOUT, '57014', '25P03']
/** Errors that may arrive although the COMMIT before them succeeded. */
const POSTGRES_CUT_OFF = /^(08|57P|58|XX)/
const NETWORK_UNAVAILABLE = /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** Messages of PostgreSQL's driver that have no code. */
const DRIVER_UNAVAILABLE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed))/

/** Returns whether a unique index refused the row, in either database. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = asDatabaseError(error)
  return code === POSTGRES_UNIQUE_VIOLATION || errcode === SQLITE_CONSTRAINT_UNIQUE || errcode === SQLITE_CONSTRAINT_PRIMARYKEY
}

/**
 * Returns whether another process was in the way and a retry may succeed. Either it holds SQLite's write lock, or PostgreSQL
 * rolled back this transaction in its favor. SQLite's extended codes keep the basic code in their low byte.
 */
export function isDatabaseBusyError(error: unknown): boolean {
  const { code, errcode } = asDatabaseError(error)
  if (POSTGRES_ROLLED_BACK.includes(String(code))) return true
  return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY
}

/** Returns whether another transaction locked a row or table for too long (PostgreSQL). */
export function isLockTimeoutError(error: unknown): boolean {
  return asDatabaseError(error).code === POSTGRES_LOCK_TIMEOUT
}

/** Returns whether the server behind this connection is read-only (PostgreSQL). */
export function isReadOnlyError(error: unknown): boolean {
  return asDatabaseError(error).code === POSTGRES_READ_ONLY
}

/** Returns whether PostgreSQL refused a new connection because its limit is reached. Open connections keep working. */
export function isOutOfConnectionsError(error: unknown): boolean {
  return asDatabaseError(error).code === POSTGRES_OUT_OF_CONNECTIONS
}

/** Returns whether the database is unreachable or unreadable, although the query was correct. */
export function isDatabaseUnavailableError(error: unknown): boolean {
  const { code, errcode, message } = asDatabaseError(error)
  if (typeof errcode === 'number') return SQLITE_UNAVAILABLE.includes(errcode & 0xff)
  if (typeof code !== 'string') return DRIVER_UNAVAILABLE.test(String(message))
  return POSTGRES_UNAVAILABLE.test(code) || POSTGRES_TIMEOUT.includes(code) || NETWORK_UNAVAILABLE.test(code)
}

/** Returns whether SQLite, or the file system below it, had no space. `createNothingSavedError` keeps that as the cause. */
export function isDiskFullError(error: unknown): boolean {
  const { errcode, code } = asDatabaseError(error)
  if (code === 'ENOSPC' || (typeof errcode === 'number' && (errcode & 0xff) === SQLITE_FULL)) return true
  return error instanceof Error && error.cause !== undefined && isDiskFullError(error.cause)
}

/** Returns whether PostgreSQL itself refused the statement. Then the connection still works. */
export function isPostgresStatementError(error: unknown): boolean {
  const { code } = asDatabaseError(error)
  return typeof code === 'string' && SQLSTATE.test(code) && !POSTGRES_CUT_OFF.test(code)
}

/** Returns whether a failed COMMIT certainly saved nothing. Disk errors and lost connections leave that open. */
export function isRollbackCertain(error: unknown): boolean {
  const { errcode } = asDatabaseError(error)
  if (typeof errcode !== 'number') return isPostgresStatementError(error)
  return errcode !== SQLITE_READONLY_DBMOVED && (errcode & 0xff) !== SQLITE_IOERR
}

/** Creates a 503 for a database error. The caller must know that nothing was saved. */
export function createNothingSavedError(cause: unknown): UserError {
  const message = 'Nothing was saved, because the database is not available right now. Please try again in a moment.'
  return Object.assign(new UserError(503, message), { cause })
}

const OUTCOME_UNKNOWN = 'This may have been saved: we lost the connection to the database. '
const LOOK_FIRST = 'Please look before you send it again.'
const SEND_AGAIN = 'Please send it again from here. It won’t be saved twice.'

/** Creates a 503 for a write that may be stored. `isRepeatable`: the sender's idempotency key makes a repeat safe. */
export function createOutcomeUnknownError(cause: unknown, isRepeatable = false): UserError {
  return Object.assign(new UserError(503, OUTCOME_UNKNOWN + (isRepeatable ? SEND_AGAIN : LOOK_FIRST)), { cause })
}

/** Creates the error for a moved database file. The process would lose whatever it writes to it now. */
export function createDatabaseFileMovedError(path: string): Error {
  const error = new Error(`The files of the database were removed or replaced while the site was running (${path}).`)
  return Object.assign(error, { errcode: SQLITE_READONLY_DBMOVED })
}

function asDatabaseError(error: unknown): DatabaseError {
  return typeof error === 'object' && error !== null ? error : {}
}

/** How long to retry, and the pause between tries, in ms. */
const RETRY_TIMEOUT = 5_000
const RETRY_PAUSE = 100

/** Repeats a whole transaction while another process is in the way. Finally throws the database's own error. */
export async function retryWhileBusy<T>(transaction: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + RETRY_TIMEOUT
  for (;;) {
    try {
      return await transaction()
    } catch (error) {
      if (!isDatabaseBusyError(error) || performance.now() > deadline) throw error
      await pause(RETRY_PAUSE)
    }
  }
}
