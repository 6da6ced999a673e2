import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { afterEach, expect, it, vi } from 'vitest'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import { sqliteDialect } from './sqlite-driver.ts'
import type { Tables } from './tables.ts'
import { createWriter, didNotGetItsTurn } from './write.ts'

const BUSY = 5
const FULL = 13
const IO_ERROR = 10

afterEach(() => void vi.restoreAllMocks())

/** What a write is refused with where COMMIT fails like this, for good. */
async function refusalFor(errcode: number): Promise<unknown> {
  const { prepare } = DatabaseSync.prototype
  vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text, ...more) {
    const statement = prepare.call(this, text, ...more)
    if (text === 'commit')
      statement.run = () => {
        throw Object.assign(new Error('no commit'), { errcode })
      }
    return statement
  })
  const db = new Kysely<Tables>({ dialect: sqliteDialect(new DatabaseSync(':memory:')) })
  const refused = await createWriter(db, { hasRowLocks: false })(async () => {}).catch((error: unknown) => error)
  await db.destroy()
  return refused
}

it.each([
  [BUSY, true],
  [FULL, false],
  [IO_ERROR, false],
])('a write that ends with the code %i had others in its way: %s', async (errcode, isInTheWay) => {
  const refused = await refusalFor(errcode)
  expect(refused).toMatchObject({ status: 503 })
  expect(didNotGetItsTurn(refused)).toBe(isInTheWay)
})

it('another refusal is none of those', () => {
  expect(didNotGetItsTurn(new Refusal(503, 'Something else'))).toBe(false)
  expect(didNotGetItsTurn(new Error('busy'))).toBe(false)
})
