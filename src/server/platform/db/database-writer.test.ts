import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { UserError } from '#contract/core/user-error.ts'
import { createDatabaseWriter, isWriteTimeout } from './database-writer.ts'
import { createSqliteDialect } from './sqlite-driver.ts'
import type { DatabaseTables } from './tables.ts'

const BUSY = 5
const FULL = 13
const IO_ERROR = 10

afterEach(() => void vi.restoreAllMocks())

/** Returns the error of a write whose COMMIT always fails with this code. */
async function failWrite(errcode: number): Promise<unknown> {
  const { prepare } = DatabaseSync.prototype
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text, ...more) {
    const statement = prepare.call(this, text, ...more)
    if (text === 'commit')
      statement.run = () => {
        throw Object.assign(new Error('no commit'), { errcode })
      }
    return statement
  })
  const db = new Kysely<DatabaseTables>({ dialect: createSqliteDialect(new DatabaseSync(':memory:')) })
  const writeError = await createDatabaseWriter(db, { hasRowLocks: false })(async () => {}).catch((error: unknown) => error)
  await db.destroy()
  return writeError
}

it.each([
  [BUSY, true],
  [FULL, false],
  [IO_ERROR, false],
])('reports the SQLite code %i as a write timeout: %s', async (errcode, isTimeout) => {
  const writeError = await failWrite(errcode)
  expect(writeError).toMatchObject({ status: 503 })
  expect(isWriteTimeout(writeError)).toBe(isTimeout)
})

it('does not report other errors as a write timeout', () => {
  expect(isWriteTimeout(new UserError(503, 'Something else'))).toBe(false)
  expect(isWriteTimeout(new Error('busy'))).toBe(false)
})
