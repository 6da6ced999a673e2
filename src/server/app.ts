import { pino } from 'pino'
import type { BeforeMigration } from '#platform/db/database.ts'
import { computeSiteId, SITE_ID_SECRET } from '#platform/db/site-id.ts'
import { HTTP_CONNECTION_LIMITS, type HttpConnectionLimits } from '#platform/http/connection-manager.ts'
import { createLogOutput, type LogOutput } from '#platform/log/buffered-log-output.ts'
import { getLogContext } from '#platform/log/log-context.ts'
import { summarizeRepeatedLines } from '#platform/log/repeated-lines.ts'
import { loadOrCreateSharedSecret } from '#platform/secrets/secrets.ts'
import { type BuiltHttpServer, buildHttpServer } from './build-http-server.ts'
import type { Config } from './config/config.ts'
import { openDatabase } from './migrations/open-database.ts'
import { createModules, type SalesOverrides } from './modules.ts'
import { createPasswordHasher, type PasswordHasher } from './people/auth/password-hasher.ts'
import { loadPageRenderer } from './site/pages/load-page-renderer.ts'

export type App = BuiltHttpServer & {
  /** The one-time code for the first admin, while there is none. */
  setUpCode: string | undefined
  /** A link with the code, or the file that holds the link; safe to print. */
  setUpLink: string | undefined
  isSeeded: boolean
  /** Makes the queues look for due jobs at once. Only tests call it. */
  wakeQueues: () => void
}

/** Options that only `run-server.ts` and tests set. */
export type AppOverrides = SalesOverrides & {
  output?: LogOutput
  connectionLimits?: HttpConnectionLimits
  hashing?: PasswordHasher
}

/** Opens the database, creates the modules and builds the server. Doesn't listen yet. */
export async function buildApp(config: Config, options: AppOverrides = {}): Promise<App> {
  const {
    output = createLogOutput(1),
    connectionLimits = HTTP_CONNECTION_LIMITS,
    hashing = createPasswordHasher(),
    ...salesOverrides
  } = options
  const repeatedLines = summarizeRepeatedLines()
  const logger = pino({ level: config.logLevel, hooks: { logMethod: repeatedLines.logMethod } }, output)
  const log = {
    line: (text: string) => config.logLevel !== 'fatal' && output.write(`${text}\n`),
    problem: (err: unknown, sentence: string) => logger.error({ ...getLogContext(), err }, sentence),
  }
  const [database, renderer] = await Promise.all([
    openDatabase(config, createMigrationBackup(config, log.line)),
    loadPageRenderer(),
  ])
  const modules = await createModules({ config, database, renderer, log, hashing, salesOverrides })
  const isSeeded = await modules.transfer.seed(config.seed, modules.dataTables)
  const siteId = await computeSiteId(database.read, await loadOrCreateSharedSecret(database, SITE_ID_SECRET), config)
  const { close, ...built } = await buildHttpServer({ config, database, renderer, modules, logger, siteId, connectionLimits })
  const setUp = await modules.users.prepareFirstAdmin()
  // From here on, a copy of the database file alone holds the whole new site.
  await database
    .checkpoint()
    .catch((error: unknown) => log.problem(error, 'could not checkpoint the database: a copy also needs the -wal file'))
  modules.start()
  return {
    ...built,
    setUpCode: setUp?.code,
    setUpLink: setUp?.link,
    isSeeded,
    wakeQueues: () => {
      for (const queue of modules.queues) queue.wake()
    },
    // The database closes last: the steps before it may still write.
    close: async () => {
      await close()
      await modules.close()
      await database.close()
      repeatedLines.close()
    },
  }
}

/** Returns the step before a migration. It loads the backup code only if it runs. */
function createMigrationBackup(config: Config, print: (line: string) => void): BeforeMigration | undefined {
  if (!config.migrationBackup) return undefined
  return async (...migration) =>
    (await import('./operations/backup/backup.ts')).backUpBeforeMigration(config, print)(...migration)
}
