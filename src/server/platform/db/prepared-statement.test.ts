import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { definePreparedStatement } from './prepared-statement.ts'
import { createSqliteDialect } from './sqlite-driver.ts'
import type { DatabaseTables } from './tables.ts'

type Milestone = DatabaseTables['milestone']

describe('a prepared statement', () => {
  const db = new Kysely<DatabaseTables>({ dialect: createSqliteDialect(new DatabaseSync(':memory:')) })
  let buildCount = 0
  const insert = definePreparedStatement((on, milestone: Milestone) => {
    buildCount += 1
    return on.insertInto('milestone').values(milestone)
  })
  const listSince = definePreparedStatement((on, { time }: { time: number }) =>
    on.selectFrom('milestone').selectAll().where('reached_at', '>=', time).where('name', '!=', 'none').orderBy('name'),
  )

  beforeAll(() => sql`create table milestone (name text primary key, reached_at integer)`.execute(db))
  afterAll(() => db.destroy())

  it('is built once and takes the values of each run, in transactions too', async () => {
    await insert(db, { name: 'first', reached_at: 1 })
    await db.transaction().execute((tx) => insert(tx, { reached_at: 2, name: 'second' }))
    expect(buildCount).toBe(1)
    expect(await listSince(db, { time: 2 })).toEqual([{ name: 'second', reached_at: 2 }])
    expect(await listSince(db, { time: 0 })).toHaveLength(2)
  })

  it('refuses missing and unknown values', async () => {
    await expect(insert(db, { name: 'third' } as Milestone)).rejects.toThrow('takes these values: name, reached_at')
    await expect(insert(db, { name: 'third', reached: 3 } as unknown as Milestone)).rejects.toThrow('lacks its value reached_at')
    await expect(insert(db, { name: 'third', reached_at: 3, more: 4 } as Milestone)).rejects.toThrow('takes these values')
    expect(await listSince(db, { time: 3 })).toEqual([])
  })
})
