import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { createDatabaseWriter } from './database-writer.ts'
import { checkLockOrder, hasTakenLock, type LockName, takeLock } from './lock-order.ts'
import { createSqliteDialect } from './sqlite-driver.ts'
import type { DatabaseTables } from './tables.ts'

const db = new Kysely<DatabaseTables>({ dialect: createSqliteDialect(new DatabaseSync(':memory:')) })
const write = createDatabaseWriter(db, { hasRowLocks: false })
let runs: LockName[] = []

beforeAll(() => checkLockOrder())
afterEach(() => {
  runs = []
})
afterAll(() => db.destroy())

const lockAll = (...names: LockName[]) =>
  write(async (tx) => {
    for (const name of names) await takeLock(tx, name, async () => void runs.push(name))
  })

it('refuses a lock that comes before one that the write has, and runs no statement', async () => {
  await expect(lockAll('order work', 'order counters')).rejects.toThrow(
    'The lock "order counters" comes before "order work" in LOCK_ORDER (lock-order.ts). Take it first.',
  )
  expect(runs).toEqual(['order work'])
})

it('takes locks in order, and again', async () => {
  await lockAll('order counters', 'order work', 'order counters')
  expect(runs).toEqual(['order counters', 'order work', 'order counters'])
})

it('knows a lock until the next write of the transaction, because a failed write loses its locks', async () => {
  const takeAndFail = write(async (tx) => {
    await takeLock(tx, 'order counters', async () => undefined)
    throw new Error(`has it: ${hasTakenLock(tx, 'order counters')}`)
  })
  const next = write(async (tx) => hasTakenLock(tx, 'order counters'))
  await expect(takeAndFail).rejects.toThrow('has it: true')
  expect(await next).toBe(false)
})

it('counts the locks of each write in a group alone', async () => {
  await Promise.all([lockAll('order work'), lockAll('order counters')])
  expect(runs).toEqual(['order work', 'order counters'])
})
