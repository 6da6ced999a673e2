type DatabaseError = { code?: unknown; errcode?: unknown }

const SQLITE_BUSY = 5
const SQLITE_CONSTRAINT_PRIMARYKEY = 1555
const SQLITE_CONSTRAINT_UNIQUE = 2067
const POSTGRES_UNIQUE_VIOLATION = '23505'

/** A unique index refused the row, on either database. */
export function isDuplicate(error: unknown): boolean {
  const { code, errcode } = asDatabaseError(error)
  return code === POSTGRES_UNIQUE_VIOLATION || errcode === SQLITE_CONSTRAINT_UNIQUE || errcode === SQLITE_CONSTRAINT_PRIMARYKEY
}

/** Another process holds SQLite's write lock. The extended codes keep the plain one in their low byte. */
export function isDatabaseBusy(error: unknown): boolean {
  const { errcode } = asDatabaseError(error)
  return typeof errcode === 'number' && (errcode & 0xff) === SQLITE_BUSY
}

function asDatabaseError(error: unknown): DatabaseError {
  return typeof error === 'object' && error !== null ? error : {}
}
