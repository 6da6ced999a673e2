import { existsSync } from 'node:fs'
import { probeDatabaseSaveFromCommand } from '#platform/db/check-database-writable.ts'
import { findMissingSaves } from '#platform/db/detect-missing-saves.ts'
import { explainMigrationMismatch, listAppliedMigrations } from '#platform/db/migrate.ts'
import { findIntegrityFaults, withDatabaseSnapshot } from '#platform/db/read-database-snapshot.ts'
import { describeSalvageFiles } from '#platform/db/salvage-removed-database.ts'
import { getDatabaseAndMarkerPaths } from '#platform/db/site-marker.ts'
import { computeLatestPlausibleTime } from '#platform/db/wrong-clock-protection.ts'
import { findLastAuditTime } from '../../audit-log/store.ts'
import type { Config } from '../../config/config.ts'
import { createNetworkMatcher } from '../../config/ip-address.ts'
import { findLastRevisionTime } from '../../content/records/history/store.ts'
import { countFailedEmails } from '../../mail/store.ts'
import { databaseSchema, getNewestKnownMigration } from '../../migrations/migrations.ts'
import { listUnlistedProxies } from '../unlisted-proxies/store.ts'
import { type DoctorCheck, type DoctorFinding, reportOk, reportProblem, reportWarning } from './doctor-check.ts'
import { readPostgresServerState } from './store.ts'

/** The largest tolerated difference between the clocks of the database server and this machine, in ms. */
const MAX_CLOCK_DIFFERENCE_MS = 5_000

/** Checks the database, and the clock, emails and proxies with its data. */
export const runningSiteChecks: readonly DoctorCheck[] = [
  { name: 'database', description: 'that it is healthy, has this version, and can save', run: checkDatabase },
  {
    name: 'clock',
    description: 'that this machine’s clock is right, compared with stored data and the database server',
    run: checkClock,
  },
  { name: 'outbox', description: 'that no email has failed', run: checkOutbox },
  { name: 'proxy', description: 'that TRUST_PROXY names the proxy that X-Forwarded-For comes from', run: checkProxy },
]

async function checkDatabase(config: Config): Promise<DoctorFinding | DoctorFinding[]> {
  if (isNewSite(config)) return reportWarning('There is no database yet. The first start creates it.')
  return (await inspectDatabase(config)) ?? checkSave(config)
}

/** Returns the problem of the database. Returns undefined if a test save may follow. */
function inspectDatabase(config: Config): Promise<DoctorFinding | undefined> {
  return withDatabaseSnapshot(config, async (snapshot) => {
    const server = await readPostgresServerState(snapshot)
    const name = server ? `PostgreSQL ${server.version}` : 'SQLite'
    const faults = await findIntegrityFaults(snapshot)
    if (faults.length > 0) return reportProblem(`The database is damaged: ${faults.slice(0, 3).join('; ')}. Restore a backup.`)
    if (server?.isReadOnly) return reportProblem('The database server is read-only. Set DATABASE_URL to one that accepts writes.')
    const appliedNames = await listAppliedMigrations(snapshot.db)
    const mismatch = await explainMigrationMismatch(snapshot.db, snapshot.type, databaseSchema)
    if (mismatch) return reportProblem(mismatch)
    if (appliedNames.length === 0) return reportWarning(`${name} holds no site yet. The first start creates its tables.`)
    if (appliedNames.at(-1) !== getNewestKnownMigration())
      return reportWarning(`${name} is at ${appliedNames.at(-1)}; the next start migrates it to ${getNewestKnownMigration()}.`)
    return undefined
  })
}

async function checkSave(config: Config): Promise<DoctorFinding | DoctorFinding[]> {
  const name = config.databaseUrl ? 'PostgreSQL' : 'SQLite'
  const files = getDatabaseAndMarkerPaths(config.dataDir)
  const missingSaves = config.databaseUrl ? undefined : await findMissingSaves(files)
  try {
    await probeDatabaseSaveFromCommand(config)
  } catch (error) {
    const reasons = [error, (error as Error).cause].flatMap((one) => (one instanceof Error ? one.message : []))
    return reportProblem(`${name} can be read, but saving fails. ${reasons.join(' ')}`)
  }
  const salvaged = config.databaseUrl ? [] : describeSalvageFiles(files.database)
  const health = missingSaves ? reportProblem(missingSaves) : reportOk(`${name} is healthy and can save.`)
  return [health, ...salvaged.map(reportWarning)]
}

async function checkClock(config: Config): Promise<DoctorFinding> {
  if (isNewSite(config)) return reportOk('There is nothing to compare it with yet.')
  return withDatabaseSnapshot(config, async (snapshot) => {
    const now = Date.now()
    const server = await readPostgresServerState(snapshot)
    if (server && Math.abs(server.clock - now) > MAX_CLOCK_DIFFERENCE_MS) {
      return reportProblem(
        `This machine’s clock and the database server’s are ${formatSeconds(server.clock - now)} apart. Sync both with NTP.`,
      )
    }
    if ((await listAppliedMigrations(snapshot.db)).length === 0) return reportOk('There is nothing to compare it with yet.')
    const newest = Math.max(await findLastAuditTime(snapshot.db), await findLastRevisionTime(snapshot.db))
    if (newest > computeLatestPlausibleTime(now)) {
      return reportProblem(
        `Something was stored ${formatSeconds(newest - now)} in the future: this machine’s clock is behind, or was ahead then. Sync it with NTP.`,
      )
    }
    return reportOk(`The clock says ${new Date(now).toISOString()}, and no stored data is newer.`)
  })
}

async function checkOutbox(config: Config): Promise<DoctorFinding> {
  if (isNewSite(config)) return reportOk('There is no email yet.')
  return withDatabaseSnapshot(config, async (snapshot) => {
    if ((await listAppliedMigrations(snapshot.db)).length === 0) return reportOk('There is no email yet.')
    const failed = await countFailedEmails(snapshot.db)
    if (failed === 0) return reportOk('No email has failed.')
    return reportWarning(`${failed} emails could not be delivered. The admin area says why and tries again.`)
  })
}

async function checkProxy(config: Config): Promise<DoctorFinding | DoctorFinding[]> {
  if (isNewSite(config)) return reportOk('No requests yet.')
  return withDatabaseSnapshot(config, async (snapshot) => {
    const hasSite = (await listAppliedMigrations(snapshot.db)).includes('0001-baseline')
    const isTrustedProxy = createNetworkMatcher(config.trustProxy)
    const proxies = (hasSite ? await listUnlistedProxies(snapshot.db) : []).filter(({ address }) => !isTrustedProxy(address))
    if (proxies.length === 0) return reportOk('Every private address that sent X-Forwarded-For is in TRUST_PROXY.')
    return proxies.map(({ address, seen_at }) =>
      reportWarning(
        `X-Forwarded-For comes from ${address}, last at ${new Date(Number(seen_at)).toISOString()}, which isn’t in TRUST_PROXY. If a ` +
          'proxy of yours is there, the limits take all its visitors for one: set ' +
          `TRUST_PROXY=${[...config.trustProxy, address].join(',')} and restart the site. Otherwise ignore this: any program there can send the header.`,
      ),
    )
  })
}

function isNewSite({ databaseUrl, dataDir }: Config): boolean {
  return !databaseUrl && Object.values(getDatabaseAndMarkerPaths(dataDir)).every((path) => !existsSync(path))
}

function formatSeconds(ms: number): string {
  return `${Math.round(Math.abs(ms) / 1_000).toLocaleString('en')} s`
}
