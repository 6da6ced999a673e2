import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { vi } from 'vitest'

/** The codes with which SQLite and PostgreSQL report a conflict with another process. */
const BUSY_ERROR = { errcode: 5, code: '40001' }

/**
 * Makes every other COMMIT fail as busy while `isArmed`, so each group of writes runs twice.
 * Call it before the database opens, because the database caches its statements.
 */
export function failCommits() {
  const state = { isArmed: false, failureCount: 0 }
  let isFirst = true
  function failFirst(): void {
    if (!state.isArmed) return
    // Background work may commit between the two attempts.
    isFirst = state.failureCount > 0 && !isFirst
    if (isFirst) return
    state.failureCount++
    throw Object.assign(new Error('busy'), BUSY_ERROR)
  }

  const { prepare } = DatabaseSync.prototype
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text, ...more) {
    const statement = prepare.call(this, text, ...more)
    if (text !== 'commit') return statement
    const run = statement.run.bind(statement)
    statement.run = (...values: never[]) => {
      failFirst()
      return run(...values)
    }
    return statement
  })
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    if (args[0] === 'commit') {
      try {
        failFirst()
      } catch (error) {
        return Promise.reject(error)
      }
    }
    return query.apply(this, args)
  } as never)
  return state
}
