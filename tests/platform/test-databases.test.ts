import { existsSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('a test database', (database) => {
  test('is new at each call', async () => {
    const [one, other] = [await database.environment(), await database.environment()]
    expect(existsSync(one.DATA_DIR ?? '')).toBe(true)
    expect(other.DATA_DIR).not.toBe(one.DATA_DIR)
    if (database.name === 'PostgreSQL') expect(other.DATABASE_URL).not.toBe(one.DATABASE_URL)
  })

  test('has a URL on PostgreSQL only, and no tables if a test asks for that', async () => {
    const connectionString = await database.url({ hasNoTables: true })
    expect(connectionString !== undefined).toBe(database.name === 'PostgreSQL')
    if (connectionString === undefined) return
    expect(await listTables(connectionString)).toEqual([])
    expect(await listTables((await database.url()) ?? '')).toContainEqual({ tablename: 'content_record' })
  })
})

async function listTables(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query(`select tablename from pg_tables where schemaname = 'public'`)
  await client.end()
  return rows
}
