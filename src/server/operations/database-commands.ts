import { createPasswordHasher } from '../people/auth/password-hasher.ts'
import { listAppliedMigrations } from '../platform/db/migrate.ts'
import { openDatabase } from '../platform/db/open-database.ts'
import { withDatabaseSnapshot } from '../platform/db/snapshot.ts'
import { backUpBeforeMigration } from './backup/backup.ts'
import { type Command, defineCommand } from './command/command.ts'
import { silentLog } from './command/context.ts'

/** The database as the site finds it. */
export const databaseCommands: readonly Command[] = [
  defineCommand({
    name: 'migrate',
    summary: 'Brings the database up to date, as a start does',
    arguments: {},
    about: [
      'Where there is something to do and the database is in use, a backup is made first, in DATA_DIR/backups (MIGRATION_BACKUP=off goes without). Where there is no database yet, it is made.',
    ],
    fault: 'nothing was changed',
    async run(_given, { config: readConfig, print }) {
      const config = readConfig()
      // Why it cannot be looked at, opening it says.
      const before = await withDatabaseSnapshot(config, ({ db }) => listAppliedMigrations(db)).catch((): string[] => [])
      const database = await openDatabase(config, config.migrationBackup ? backUpBeforeMigration(config, print) : undefined)
      const now = await listAppliedMigrations(database.main)
      await database.close()
      const steps = now.filter((name) => !before.includes(name))
      const line = steps.length > 0 ? `Took ${steps.join(', ')}.` : 'There was nothing to do.'
      return { lines: [line, `The database is at ${now.at(-1)}.`], result: { steps, schema: now.at(-1) } }
    },
  }),
  defineCommand({
    name: 'seed',
    summary: 'Puts the demo content into an empty database',
    arguments: {},
    about: ['Whatever SEED says. A database in which anybody has entered something stays as it is.'],
    fault: 'the database was not empty, or cannot be used; nothing was changed',
    async run(_given, { config: readConfig }) {
      const config = readConfig()
      const { createModules } = await import('../modules.ts')
      const { loadRenderer } = await import('../site/pages/renderer.ts')
      const [database, renderer] = await Promise.all([openDatabase(config), loadRenderer()])
      try {
        const modules = await createModules({ config, database, renderer, log: silentLog, hashing: createPasswordHasher() })
        const isSeeded = await modules.content.seed('demo', modules.dataTables)
        if (!isSeeded) throw new Error('The database holds something already: nothing was changed.')
        await database.checkpoint()
        return { lines: ['The demo content is there.'], result: {} }
      } finally {
        await database.close()
      }
    },
  }),
]
