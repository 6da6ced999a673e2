import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { cachePerTransaction } from './cache-per-transaction.ts'
import { createDatabaseWriter } from './database-writer.ts'
import { createSqliteDialect } from './sqlite-driver.ts'
import type { DatabaseTables } from './tables.ts'

describe('a read that the writes of one group share', () => {
  const db = new Kysely<DatabaseTables>({ dialect: createSqliteDialect(new DatabaseSync(':memory:')) })
  const write = createDatabaseWriter(db, { hasRowLocks: false })
  afterAll(() => db.destroy())

  const read: string[] = []
  let fault: Error | undefined
  const readLength = cachePerTransaction(
    async (_tx, key: { word: string }) => {
      read.push(key.word)
      if (fault) throw fault
      return key.word.length
    },
    ({ word }) => word,
  )

  it('runs once per key and transaction', async () => {
    const writeAndRead = (word: string) => write((tx) => readLength(tx, { word }))
    expect(await Promise.all([writeAndRead('three'), writeAndRead('two'), writeAndRead('three')])).toEqual([5, 3, 5])
    expect(read).toEqual(['three', 'two'])
    expect(await writeAndRead('three')).toBe(5)
    expect(read).toEqual(['three', 'two', 'three'])
  })

  it('runs again after a failure, because only the failed write is undone', async () => {
    read.length = 0
    fault = new Error('not now')
    const failed = write((tx) => readLength(tx, { word: 'four' })).catch((error: Error) => error.message)
    const next = write(async (tx) => {
      fault = undefined
      return readLength(tx, { word: 'four' })
    })
    expect(await Promise.all([failed, next])).toEqual(['not now', 4])
    expect(read).toEqual(['four', 'four'])
  })
})
