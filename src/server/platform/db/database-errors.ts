import { setTimeout as pause } from 'node:timers/promises'

type DatabaseError = { code?: unknown; errcode?: unknown; message?: unknown }

const SQLITE_BUSY = 5
const SQLITE_IOERR = 10
/** Busy, locked, read-only or moved, disk error, damaged, disk full, cannot be opened, locking protocol, no database. */
const SQLITE_UNAVAILABLE = [SQLITE_BUSY, 6, 8, SQLITE_IOERR, 11, 13, 14, 15, 26]
const SQLITE_READONLY_DBMOVED = 1032
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
const SQLITE_CONSTRAINT_UNIQUE = 2067
const POSTGRES_UNIQUE_VIOLATION = '23505'
/** Two transactions waited for each other, or could not both be right, and this one was undone. */
const POSTGRES_ROLLED_BACK = ['40P01', '40001']
const POSTGRES_LOCK_TIMEOUT = '55P03'
/** Every code of PostgreSQL's has this form; those of the network and of Node have no digits. */
const SQLSTATE = /^(?=.*\d)[0-9A-Z]{5}$/
/** Connection lost or refused, no such database, no resources, shut down, system error, read-only. */
const POSTGRES_UNAVAILABLE = /^(08|28|3D|53|57P|58)\w+$|^(25006|55000)$/
/** The server only reads: it is a standby, or its operator keeps it from writing. */
const POSTGRES_READ_ONLY = '25006'
/** The server, the database or the user has no connection left. */
const POSTGRES_OUT_OF_CONNECTIONS = '53300'
/** A lock or an answer took too long. */
const POSTGRES_TIMEOUT = [POSTGRES_LOCK_TIMEOUT, '57014', '25P03']
/** What can reach us though the COMMIT before it was carried out. */
const POSTGRES_CUT_OFF = /^(08|57P|58|XX)/
const NETWORK_UNAVAILABLE = /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** What PostgreSQL's driver says without any code. */
const DRIVER_UNAVAILABLE =
  /^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client (has encountered a connection error|was closed))/

/** A unique index refused the row, on either database. */
export function isUniqueViolation(error: unknown): boolean {
  const { code, errcode } = asDatabaseError(error)
  return code === POSTGRES_UNIQUE_VIOLATION || errcode === SQLITE_CONSTRAINT_UNIQUE || errcode === SQLITE_CONSTRAINT_PRIMARYKEY
}

/**
 * Another process was in the way and the same transaction may work the next time: it holds SQLite's write
 * lock (the extended codes keep the plain one in their low byte), or PostgreSQL chose it of two.
 */
export function isDatabaseBusyError(error: unknown): boolean {
  const { code, errcode } = asDatabaseError(error)
  if (POSTGRES_ROLLED_BACK.includes(String(code))) return true
  return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY
}

/** Somebody else held a row or a table for longer than this statement was to wait (PostgreSQL). */
export function isLockTimeoutError(error: unknown): boolean {
  return asDatabaseError(error).code === POSTGRES_LOCK_TIMEOUT
}

/** PostgreSQL takes no writes over this connection, and will take none. */
export function isReadOnlyError(error: unknown): boolean {
  return asDatabaseError(error).code === POSTGRES_READ_ONLY
}

/** Whether PostgreSQL refused a new connection because its limit is reached. Open connections keep working. */
export function isOutOfConnectionsError(error: unknown): boolean {
  return asDatabaseError(error).code === POSTGRES_OUT_OF_CONNECTIONS
}

/** The database cannot be reached or read; what was asked of it was in order. */
export function isDatabaseUnavailableError(error: unknown): boolean {
  const { code, errcode, message } = asDatabaseError(error)
  if (typeof errcode === 'number') return SQLITE_UNAVAILABLE.includes(errcode & 0xff)
  if (typeof code !== 'string') return DRIVER_UNAVAILABLE.test(String(message))
  return POSTGRES_UNAVAILABLE.test(code) || POSTGRES_TIMEOUT.includes(code) || NETWORK_UNAVAILABLE.test(code)
}

/** PostgreSQL itself refused the statement and the connection goes on; otherwise its end of the line is unknown. */
export function isRefusedByServer(error: unknown): boolean {
  const { code } = asDatabaseError(error)
  return typeof code === 'string' && SQLSTATE.test(code) && !POSTGRES_CUT_OFF.test(code)
}

/** Whether a COMMIT that failed like this certainly left nothing: it was answered, and by no disk that failed half-way. */
export function isRollbackCertain(error: unknown): boolean {
  const { errcode } = asDatabaseError(error)
  if (typeof errcode !== 'number') return isRefusedByServer(error)
  return errcode !== SQLITE_READONLY_DBMOVED && (errcode & 0xff) !== SQLITE_IOERR
}

/** The file is no longer where it was opened: what is written to it now is lost with the process (SQLite's own code for that). */
export function createFilesMovedError(path: string): Error {
  const error = new Error(`The files of the database were removed or replaced while the site was running (${path}).`)
  return Object.assign(error, { errcode: SQLITE_READONLY_DBMOVED })
}

function asDatabaseError(error: unknown): DatabaseError {
  return typeof error === 'object' && error !== null ? error : {}
}

/** How long to try, and how long to leave the event loop alone between tries, in ms. */
const RETRY_TIMEOUT = 5_000
const RETRY_PAUSE = 100

/** Runs a whole transaction again while another process is in the way; gives up with the database's own error. */
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
