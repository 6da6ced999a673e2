import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { listAppliedMigrations } from '#platform/db/migrate.ts'
import { readConfig } from '#server/config/config.ts'
import { getNewestKnownMigration } from '#server/migrations/migrations.ts'
import { type Database, openDatabase } from '#server/migrations/open-database.ts'
import { backUpBeforeMigration, restoreBackup } from '#server/operations/backup/backup.ts'
import { addFutureMigration, futureMigration } from '../support/future-migration.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('a migration', (kind) => {
  const currentMigration = getNewestKnownMigration()
  let removeFutureMigration = () => {}
  afterEach(() => removeFutureMigration())

  /** Creates a database of this version with a message, then adds a future migration to this process. */
  async function createOldSite(): Promise<Record<string, string>> {
    const environment = await kind.environment()
    const old = await openDatabase(readConfig(environment))
    await sql`
      insert into message (id, name, email, number, subject, body, search_text, status, place, received_at)
      values ('one', 'Rosa', 'rosa@example.com', '1', 'Old', 'Text', 'text', 'UnRead', 'inbox', 5)`.execute(old.main)
    await old.close()
    removeFutureMigration = addFutureMigration()
    return environment
  }
  const open = (environment: Record<string, string>, lines: string[] = []) => {
    const config = readConfig(environment)
    return openDatabase(
      config,
      backUpBeforeMigration(config, (line) => lines.push(line)),
    )
  }
  const listBackups = (environment: Record<string, string>) => {
    const path = join(environment.DATA_DIR ?? '', 'backups')
    return existsSync(path) ? readdirSync(path).map((name) => join(path, name)) : []
  }
  const readState = async ({ main }: Database) => ({
    subjects: (await main.selectFrom('message').select('subject').execute()).map(({ subject }) => subject),
    last: (await listAppliedMigrations(main)).at(-1),
  })

  it('backs up the database once, even if two processes start, and logs how to restore it', async () => {
    const environment = await createOldSite()
    const lines: string[] = []
    const databases = await Promise.all([open(environment, lines), open(environment, lines)])
    for (const one of databases) {
      expect(await readState(one)).toEqual({ subjects: ['Old'], last: futureMigration.name })
      await one.close()
    }
    const [file = '', ...others] = listBackups(environment)
    expect(others).toEqual([])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(lines).toEqual([expect.stringContaining(file), expect.stringContaining(`restore ${file}`)])

    const target = await kind.environment({ hasNoTables: true })
    const contents = await restoreBackup(file, readConfig(target))
    expect(contents.header.steps.at(-1)).toBe(currentMigration)
    const migrated = await openDatabase(readConfig(target))
    expect(await readState(migrated)).toEqual({ subjects: ['Old'], last: futureMigration.name })
    expect((await sql`select room from message`.execute(migrated.main)).rows).toEqual([{ room: 'Old' }])
    await migrated.close()
  })

  it('does not start if the backup fails, unless backups are off', async () => {
    const environment = await createOldSite()
    writeFileSync(join(environment.DATA_DIR ?? '', 'backups'), '')
    const error = await open(environment).catch((reason: unknown) => reason as Error)
    expect(error).toMatchObject({
      message: 'The database could not be migrated.',
      cause: {
        message: expect.stringMatching(/^The backup could not be written: .*Nothing was migrated\. MIGRATION_BACKUP=off/),
      },
    })
    removeFutureMigration()
    const old = await openDatabase(readConfig(environment))
    expect((await readState(old)).last).toBe(currentMigration)
    await old.close()
    removeFutureMigration = addFutureMigration()
    const without = await openDatabase(readConfig(environment))
    expect((await readState(without)).subjects).toEqual(['Old'])
    await without.close()
  })

  it('makes no backup of a new database, and keeps the last three backups otherwise', async () => {
    const fresh = await kind.environment({ hasNoTables: true })
    await (await open(fresh)).close()
    expect(listBackups(fresh)).toEqual([])

    const environment = await createOldSite()
    const backups = join(environment.DATA_DIR ?? '', 'backups')
    mkdirSync(backups)
    // A newer migration has a greater number. After a return to an earlier version, such a backup may be older.
    const [oldest, ...later] = ['9999-b-2026-01-01', '9999-a-2026-01-02', '9999-c-2026-01-03'].map(
      (migrationAndDay) => `before-${migrationAndDay}T00-00-00-000Z.backup`,
    )
    const own = ['before-new-year.backup', 'my-own.backup']
    for (const name of [oldest ?? '', ...later, ...own]) writeFileSync(join(backups, name), '')
    await (await open(environment)).close()
    const written = expect.stringContaining(`before-${futureMigration.name}`)
    expect(readdirSync(backups).toSorted()).toEqual([written, ...later, ...own])
  })

  it('keeps the new backup even if the clock is behind', async () => {
    const environment = await createOldSite()
    const backups = join(environment.DATA_DIR ?? '', 'backups')
    mkdirSync(backups)
    const later = ['01', '02', '03'].map((day) => `before-0001-a-2999-01-${day}T00-00-00-000Z.backup`)
    for (const name of later) writeFileSync(join(backups, name), '')
    await (await open(environment)).close()
    expect(readdirSync(backups).toSorted()).toEqual([
      ...later.slice(1),
      expect.stringContaining(`before-${futureMigration.name}`),
    ])
  })
})
