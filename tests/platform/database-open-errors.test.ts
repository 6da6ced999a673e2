import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import { openUnmigratedDatabase } from '#platform/db/open-database.ts'
import { migrations } from '#server/migrations/migrations.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { writeBackup } from '#server/operations/backup/backup.ts'
import { version } from '../../package.json' with { type: 'json' }
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { createTestFolder } from '../support/test-folder.ts'

const FORMAT = Number.parseInt(migrations.at(-1)?.name ?? '', 10)

async function getOpenError(config: { dataDir?: string; databaseUrl?: string }): Promise<string> {
  const error: unknown = await openDatabase({ dataDir: '', databaseUrl: undefined, ...config }).catch((reason: unknown) => reason)
  if (!(error instanceof Error)) throw new Error('The database was opened.')
  expect(error.cause).toBeUndefined()
  return error.message
}

describeOnEachDatabase('a database of a newer version', (database) => {
  it('stays unchanged, and the error says that it is newer', async () => {
    const { DATA_DIR = '', DATABASE_URL } = await database.environment()
    const config = { dataDir: DATA_DIR, databaseUrl: DATABASE_URL }
    const newer = await openDatabase(config)
    const row = { name: '9998-rooms', digest: 'x', applied_at: 0 }
    await newer.main.insertInto('migration').values(row).execute()
    await newer.close()
    const opens = `Version ${version} opens the data formats up to ${FORMAT}.`
    expect(await getOpenError(config)).toBe(
      `This database was written by a newer version of Rankstead in data format 9998. ${opens} ` +
        'Start that version, or restore a backup from before it.',
    )
    const { main, close } = await openUnmigratedDatabase(config)
    await main.updateTable('migration').set({ version: '7.1.0' }).where('name', '=', row.name).execute()
    await close()
    expect(await getOpenError(config)).toBe(
      `This database was written by version 7.1.0 of Rankstead in data format 9998. ${opens} ` +
        'Start version 7.1.0 or a later one, or restore a backup from before it.',
    )
  })
})

describeOnEachDatabase('a database of this version', (database) => {
  it("is rejected after an edit of an applied migration, with the file's name", async () => {
    const { DATA_DIR = '', DATABASE_URL } = await database.environment()
    const config = { dataDir: DATA_DIR, databaseUrl: DATABASE_URL }
    const { main, close } = await openDatabase(config)
    const name = '9997-edited'
    migrations.push({ name, sql: 'create table edited (id text)' })
    onTestFinished(() => void migrations.pop())
    await main.insertInto('migration').values({ name, digest: 'of an earlier text', applied_at: 0 }).execute()
    await close()
    expect(await getOpenError(config)).toBe(
      'The migration 9997-edited.ts was edited after this database applied it. ' +
        'Undo the edit and add a migration, or choose an empty DATA_DIR or database.',
    )
  })

  it('stores which version applied each migration', async () => {
    const { DATA_DIR = '', DATABASE_URL } = await database.environment({ hasNoTables: true })
    const { main, close } = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL })
    const rows = await main.selectFrom('migration').select('version').execute()
    await close()
    expect(new Set(rows.map((row) => row.version))).toEqual(new Set([version]))
  })
})

describeOnEachDatabase('a database of a build before the release of its version', (database) => {
  it('stays unchanged, and the error names the versions that open it', async () => {
    const { DATA_DIR = '', DATABASE_URL } = await database.environment()
    const config = { dataDir: DATA_DIR, databaseUrl: DATABASE_URL }
    const { main, close } = await openDatabase(config)
    await main.updateTable('migration').set({ digest: 'of a build' }).where('name', '=', '0001-baseline').execute()
    await close()
    expect(await getOpenError(config)).toBe(
      'This database has another data format 1 than the release of version 1.0.0: a build before that release wrote it. Only ' +
        `that build opens it. Version ${version} opens databases that version 1.0.0 or a later release wrote. ` +
        'Export the content with the program that wrote it, choose an empty DATA_DIR or database for this version, and import ' +
        'the content.',
    )
  })
})

describeOnEachDatabase('a database from before version 1.0.0', (database) => {
  it('stays unchanged, and the error says how to move its content', async () => {
    const { DATA_DIR = '', DATABASE_URL } = await database.environment()
    const config = { dataDir: DATA_DIR, databaseUrl: DATABASE_URL }
    const { main, close } = await openDatabase(config)
    await sql`drop table migration`.execute(main)
    await sql`create table kysely_migration (name text primary key, timestamp text not null)`.execute(main)
    await sql`insert into kysely_migration (name, timestamp) values ('0001-content', ''), ('0002-accounts', '')`.execute(main)
    await close()
    expect(await getOpenError(config)).toBe(
      'This database was written by a version of Rankstead before 1.0.0. This version can’t update it. ' +
        'Export the content with the program that wrote it, choose an empty DATA_DIR or database for this version, and import ' +
        'the content.',
    )
    await expect(writeBackup(config, join(DATA_DIR, 'x.backup'))).rejects.toThrow('Make the backup with that version.')
  })
})

const folder = createTestFolder()

describe('the error for an unusable PostgreSQL', () => {
  it.each<[string, Partial<URL>, RegExp]>([
    ['nothing listens', { port: '1' }, /no database server answers there/],
    ['the host does not exist', { hostname: 'no-such-host.invalid' }, /the host does not exist/],
    ['the password is wrong', { password: 'guessed' }, /refused the user or the password/],
    ['the database does not exist', { pathname: '/no-such-database' }, /there is no such database/],
  ])('names the setting and the reason, and no password, if %s', async (_case, change, reason) => {
    const url = Object.assign(new URL(`${inject('postgresUrl')}/postgres`), change)
    const problem = await getOpenError({ databaseUrl: url.href, dataDir: join(folder, 'data') })
    expect(problem).toMatch(reason)
    expect(problem).toContain(`The database of DATABASE_URL (${url.hostname}:${url.port}${url.pathname}) cannot be used: `)
    expect(problem).not.toContain(url.password)
  })
})

describe('the error for an unusable data folder', () => {
  it('says that the path is a file or leads through a file', async () => {
    const occupiedPath = join(folder, 'taken')
    writeFileSync(occupiedPath, '')
    for (const dataDir of [occupiedPath, join(occupiedPath, 'below')]) {
      expect(await getOpenError({ dataDir })).toMatch(/DATA_DIR: .*taken.* is a file or inside one; choose a folder\.$/)
    }
  })
})
