import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { openDatabase } from '../src/server/platform/db/db.ts'
import { onEveryDatabase } from './support/databases.ts'

async function problemOf(config: { dataDir?: string; databaseUrl?: string }): Promise<string> {
  const error: unknown = await openDatabase({ dataDir: '', databaseUrl: undefined, ...config }).catch((reason: unknown) => reason)
  if (!(error instanceof Error)) throw new Error('The database was opened.')
  expect(error.cause).toBeUndefined()
  return error.message
}

onEveryDatabase('a database of a newer version', (database) => {
  it('is left alone, with the word that it is newer', async () => {
    const { DATA_DIR = '', DATABASE_URL } = await database.environment()
    const config = { dataDir: DATA_DIR, databaseUrl: DATABASE_URL }
    const newer = await openDatabase(config)
    await sql`insert into kysely_migration (name, timestamp) values ('9998-rooms', '2030-01-01T00:00:00.000Z')`.execute(
      newer.main,
    )
    await newer.close()
    expect(await problemOf(config)).toBe(
      'This database was written by a newer version of Rankstead (9998-rooms). Start that version, or put back a backup from before it.',
    )
  })
})

const folder = mkdtempSync(join(tmpdir(), 'rankstead-test-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('a PostgreSQL that cannot be used is told in one sentence', () => {
  it.each<[string, Partial<URL>, RegExp]>([
    ['where nothing listens', { port: '1' }, /no database server answers there/],
    ['where there is no such host', { hostname: 'no-such-host.invalid' }, /there is no such host/],
    ['with the wrong password', { password: 'guessed' }, /refused the user or the password/],
    ['without such a database', { pathname: '/no-such-database' }, /there is no such database/],
  ])('%s, which names the setting and no password', async (_case, change, reason) => {
    const url = Object.assign(new URL(`${inject('postgresUrl')}/postgres`), change)
    const problem = await problemOf({ databaseUrl: url.href, dataDir: join(folder, 'data') })
    expect(problem).toMatch(reason)
    expect(problem).toContain(`The database of DATABASE_URL (${url.hostname}:${url.port}${url.pathname}) cannot be used: `)
    expect(problem).not.toContain(url.password)
  })
})

describe('a data folder that cannot be used is told in one sentence', () => {
  it('where there is a file of that name, or the path leads through one', async () => {
    const taken = join(folder, 'taken')
    writeFileSync(taken, '')
    for (const dataDir of [taken, join(taken, 'below')]) {
      expect(await problemOf({ dataDir })).toMatch(/DATA_DIR: .*taken.* is a file or lies in one; name a folder\.$/)
    }
  })
})
