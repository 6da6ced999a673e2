import { existsSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import { belongsTo } from '../../config/ip-address.ts'
import { latestPlausible } from '../../platform/db/clock.ts'
import { appliedMigrations, newestMigration, schemaProblem } from '../../platform/db/migrate.ts'
import { describeSalvageFiles } from '../../platform/db/salvage.ts'
import { probeSaveFromCommand } from '../../platform/db/save-probe.ts'
import { faultsIn, withSnapshot } from '../../platform/db/snapshot.ts'
import { siteFilesIn } from '../../platform/db/sqlite-files.ts'
import { unlistedProxies } from '../unlisted-proxies/store.ts'
import { type Check, type Finding, ok, problem, warning } from './check.ts'
import { failedMailIn, newestTimeIn, serverStateOf } from './store.ts'

/** How far the clock of the database server may be from ours, in ms. */
const CLOCKS_APART = 5_000

/** The database, and what it tells of the clock, of mail and of proxies. */
export const databaseChecks: readonly Check[] = [
  { name: 'database', looksAt: 'that it can be used, is in order, of this version, and takes a save', find: database },
  {
    name: 'clock',
    looksAt: 'that this machine’s clock is not behind what is stored, nor apart from the database server’s',
    find: clock,
  },
  { name: 'outbox', looksAt: 'that no mail has failed', find: outbox },
  { name: 'proxy', looksAt: 'that TRUST_PROXY names the proxy that X-Forwarded-For comes from', find: proxy },
]

async function database(config: Config): Promise<Finding[]> {
  if (isNew(config)) return [warning('There is no database yet; the first start makes it.')]
  const found = await inspect(config)
  return found.length === 0 ? trySave(config) : found
}

/** Returns the problems of the database; none if a probe save may follow. */
function inspect(config: Config): Promise<Finding[]> {
  return withSnapshot(config, async (snapshot) => {
    const server = await serverStateOf(snapshot)
    const name = server ? `PostgreSQL ${server.version}` : 'SQLite'
    const faults = await faultsIn(snapshot)
    if (faults.length > 0) return [problem(`The database is damaged: ${faults.slice(0, 3).join('; ')}. Restore a backup.`)]
    if (server?.isReadOnly) return [problem('The database server takes no writes. Name the one that does as DATABASE_URL.')]
    const taken = await appliedMigrations(snapshot.db)
    const mismatch = await schemaProblem(snapshot.db, snapshot.type)
    if (mismatch) return [problem(mismatch)]
    if (taken.length === 0) return [warning(`${name} holds no site yet; the first start makes its tables.`)]
    if (taken.at(-1) !== newestMigration())
      return [warning(`${name} is at ${taken.at(-1)}; the next start brings it up to ${newestMigration()}.`)]
    return []
  })
}

async function trySave(config: Config): Promise<Finding[]> {
  const name = config.databaseUrl ? 'PostgreSQL' : 'SQLite'
  try {
    await probeSaveFromCommand(config)
  } catch (error) {
    const reasons = [error, (error as Error).cause].flatMap((one) => (one instanceof Error ? one.message : []))
    return [problem(`${name} can be read, but nothing can be saved. ${reasons.join(' ')}`)]
  }
  const salvaged = config.databaseUrl ? [] : describeSalvageFiles(siteFilesIn(config.dataDir).database)
  return [ok(`${name} is in order, and takes saves.`), ...salvaged.map(warning)]
}

async function clock(config: Config): Promise<Finding[]> {
  if (isNew(config)) return [ok('There is nothing yet to compare it with.')]
  return withSnapshot(config, async (snapshot) => {
    const now = Date.now()
    const server = await serverStateOf(snapshot)
    if (server && Math.abs(server.clock - now) > CLOCKS_APART) {
      return [
        problem(
          `This machine’s clock and the database server’s are ${seconds(server.clock - now)} apart. Set both by the network (NTP).`,
        ),
      ]
    }
    if ((await appliedMigrations(snapshot.db)).length === 0) return [ok('There is nothing yet to compare it with.')]
    const newest = await newestTimeIn(snapshot)
    if (newest > latestPlausible(now)) {
      return [
        problem(
          `Something was stored ${seconds(newest - now)} from now: this machine’s clock is behind, or was ahead then. Set it by the network (NTP).`,
        ),
      ]
    }
    return [ok(`It is ${new Date(now).toISOString()} here, and nothing stored is newer.`)]
  })
}

async function outbox(config: Config): Promise<Finding[]> {
  if (isNew(config)) return [ok('There is no mail yet.')]
  return withSnapshot(config, async (snapshot) => {
    if ((await appliedMigrations(snapshot.db)).length === 0) return [ok('There is no mail yet.')]
    const failed = await failedMailIn(snapshot)
    if (failed === 0) return [ok('No mail waits because it failed.')]
    return [warning(`${failed} mails could not be handed over. The admin area says why and tries again.`)]
  })
}

async function proxy(config: Config): Promise<Finding[]> {
  if (isNew(config)) return [ok('No request has come yet.')]
  return withSnapshot(config, async (snapshot) => {
    const hasSite = (await appliedMigrations(snapshot.db)).includes('0001-baseline')
    const isTrustedProxy = belongsTo(config.trustProxy)
    const found = (hasSite ? await unlistedProxies(snapshot.db) : []).filter(({ address }) => !isTrustedProxy(address))
    if (found.length === 0) return [ok('X-Forwarded-For has come from no private address that is missing in TRUST_PROXY.')]
    return found.map(({ address, seen_at }) =>
      warning(
        `X-Forwarded-For arrives from ${address}, last at ${new Date(Number(seen_at)).toISOString()}, which isn’t in TRUST_PROXY. If a ` +
          'proxy of yours is there, the limits take all its visitors for one: set ' +
          `TRUST_PROXY=${[...config.trustProxy, address].join(',')} and restart the site. Otherwise ignore this: any program there can send the header.`,
      ),
    )
  })
}

function isNew({ databaseUrl, dataDir }: Config): boolean {
  return !databaseUrl && Object.values(siteFilesIn(dataDir)).every((path) => !existsSync(path))
}

function seconds(ms: number): string {
  return `${Math.round(Math.abs(ms) / 1_000).toLocaleString('en')} s`
}
