import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { sharedRead } from './shared-read.ts'
import { sqliteDialect } from './sqlite-driver.ts'
import type { Tables } from './tables.ts'
import { createWriter } from './write.ts'

describe('a reading that writes of one group share', () => {
  const db = new Kysely<Tables>({ dialect: sqliteDialect(new DatabaseSync(':memory:')) })
  const write = createWriter(db, { hasRowLocks: false })
  afterAll(() => db.destroy())

  const read: string[] = []
  let fault: Error | undefined
  const lengthOf = sharedRead(
    async (_tx, key: { word: string }) => {
      read.push(key.word)
      if (fault) throw fault
      return key.word.length
    },
    ({ word }) => word,
  )

  it('is done once for each key, and anew in the next transaction', async () => {
    const ask = (word: string) => write((tx) => lengthOf(tx, { word }))
    expect(await Promise.all([ask('three'), ask('two'), ask('three')])).toEqual([5, 3, 5])
    expect(read).toEqual(['three', 'two'])
    expect(await ask('three')).toBe(5)
    expect(read).toEqual(['three', 'two', 'three'])
  })

  it('is done again after it failed, as the write that asked was undone alone', async () => {
    read.length = 0
    fault = new Error('not now')
    const failed = write((tx) => lengthOf(tx, { word: 'four' })).catch((error: Error) => error.message)
    const next = write(async (tx) => {
      fault = undefined
      return lengthOf(tx, { word: 'four' })
    })
    expect(await Promise.all([failed, next])).toEqual(['not now', 4])
    expect(read).toEqual(['four', 'four'])
  })
})
