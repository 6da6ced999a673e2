type DatabaseError = { code?: unknown; errcode?: unknown; message?: unknown }

const SQLITE_BUSY = 5
/** Busy, locked, disk error, damaged, disk full, cannot be opened, locking protocol, no database. */
const SQLITE_AWAY = [SQLITE_BUSY, 6, 10, 11, 13, 14, 15, 26]
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
const SQLITE_CONSTRAINT_UNIQUE = 2067
const POSTGRES_UNIQUE_VIOLATION = '23505'
/** Two transactions waited for each other, and this one was undone. */
const POSTGRES_DEADLOCK = '40P01'
/** Connection lost or refused, no such database, not taking connections, no resources, shut down, system error. */
const POSTGRES_AWAY = /^(08|28|3D|53|57P|58)\w+$|^55000$/
const NETWORK_AWAY = /^(ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/
/** What PostgreSQL's driver says without any code. */
const DRIVER_AWAY = /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** A unique index refused the row, on either database. */
export function isDuplicate(error: unknown): boolean {
  const { code, errcode } = asDatabaseError(error)
  return code === POSTGRES_UNIQUE_VIOLATION || errcode === SQLITE_CONSTRAINT_UNIQUE || errcode === SQLITE_CONSTRAINT_PRIMARYKEY
}

/**
 * Another process was in the way and the same transaction may work the next time: it holds SQLite's write
 * lock (the extended codes keep the plain one in their low byte), or PostgreSQL chose it of two.
 */
export function isDatabaseBusy(error: unknown): boolean {
  const { code, errcode } = asDatabaseError(error)
  if (code === POSTGRES_DEADLOCK) return true
  return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY
}

/** The database cannot be reached or read; what was asked of it was in order. */
export function isDatabaseAway(error: unknown): boolean {
  const { code, errcode, message } = asDatabaseError(error)
  if (typeof errcode === 'number') return SQLITE_AWAY.includes(errcode & 0xff)
  if (typeof code === 'string') return POSTGRES_AWAY.test(code) || NETWORK_AWAY.test(code)
  return DRIVER_AWAY.test(String(message))
}

function asDatabaseError(error: unknown): DatabaseError {
  return typeof error === 'object' && error !== null ? error : {}
}
