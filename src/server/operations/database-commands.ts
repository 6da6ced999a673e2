import { listAppliedMigrations } from '#platform/db/migrate.ts'
import { withDatabaseSnapshot } from '#platform/db/read-database-snapshot.ts'
import { openDatabase } from '../migrations/open-database.ts'
import { createPasswordHasher } from '../people/auth/password-hasher.ts'
import { backUpBeforeMigration } from './backup/backup.ts'
import { type Command, defineCommand, silentLog } from './command/command.ts'

export const databaseCommands: readonly Command[] = [
  defineCommand({
    name: 'migrate',
    summary: 'Migrates the database, as a start does',
    arguments: {},
    about: [
      'If a used database needs a migration, the command first writes a backup to DATA_DIR/backups. MIGRATION_BACKUP=off skips the backup. The command creates a missing database.',
    ],
    fault: 'nothing was changed',
    async run(_given, { config: readConfig, print }) {
      const config = readConfig()
      // Ignores errors here, because openDatabase reports them.
      const before = await withDatabaseSnapshot(config, ({ db }) => listAppliedMigrations(db)).catch((): string[] => [])
      const database = await openDatabase(config, config.migrationBackup ? backUpBeforeMigration(config, print) : undefined)
      const now = await listAppliedMigrations(database.main)
      await database.close()
      const steps = now.filter((name) => !before.includes(name))
      const line = steps.length > 0 ? `Applied ${steps.join(', ')}.` : 'The database was already up to date.'
      return { lines: [line, `The database is at ${now.at(-1)}.`], result: { steps, schema: now.at(-1) } }
    },
  }),
  defineCommand({
    name: 'seed',
    summary: 'Adds the demo content to an empty database',
    arguments: {},
    about: ['Ignores the variable SEED. A database that already holds data stays unchanged.'],
    fault: 'the database is not empty or not usable; nothing was changed',
    async run(_given, { config: readConfig }) {
      const config = readConfig()
      const { createModules } = await import('../modules.ts')
      const { loadPageRenderer } = await import('../site/pages/load-page-renderer.ts')
      const [database, renderer] = await Promise.all([openDatabase(config), loadPageRenderer()])
      try {
        const modules = await createModules({ config, database, renderer, log: silentLog, hashing: createPasswordHasher() })
        const isSeeded = await modules.transfer.seed('demo', modules.dataTables)
        if (!isSeeded) throw new Error('The database already holds data. Nothing was changed.')
        await database.checkpoint()
        return { lines: ['Demo content added.'], result: {} }
      } finally {
        await database.close()
      }
    },
  }),
]
