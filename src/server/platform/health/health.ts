import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { probeDatabaseSave } from '../db/check-database-writable.ts'
import { isMigrationApplied } from '../db/migrate.ts'
import type { Database } from '../db/open-database.ts'
import { SITE_ID_HEADER } from '../db/site-id.ts'
import { SHEDDING_EXEMPT_ROUTE_OPTIONS } from '../http/load-shedding.ts'

/** How long `/readyz` may take, in ms. Monitors expect a reply within a second. */
const READY_TIMEOUT = 900
/** How long a successful probe is reused, in ms, if no save has failed since. Anyone may call `/readyz`. */
const PROBE_LIFETIME = 1_000

type Dependencies = { database: Database; isClosing: () => boolean; siteId: string }

/**
 * Adds `/healthz` (the process answers) and `/readyz`. The latter checks that the database accepts writes and has the
 * current schema, and that the process isn't closing.
 */
export function registerHealthChecks(app: FastifyInstance, { database, isClosing, siteId }: Dependencies): void {
  let lastProbe: { until: number; failures: number } | undefined

  /** Probes a save, unless a recent probe succeeded. */
  async function canSave(): Promise<boolean> {
    const { failures } = database.writeCounts
    if (lastProbe && performance.now() < lastProbe.until && lastProbe.failures === failures) return true
    lastProbe = undefined
    try {
      if (!(await isMigrationApplied(database.read, database.newestMigration))) return false
      await probeDatabaseSave(database)
      lastProbe = { until: performance.now() + PROBE_LIFETIME, failures }
      return true
    } catch {
      return false
    }
  }

  /** The running probe. Parallel requests share it. */
  let attempt: Promise<boolean> | undefined
  function probeOnce(): Promise<boolean> {
    attempt ??= canSave().finally(() => {
      attempt = undefined
    })
    return attempt
  }

  app.get('/healthz', SHEDDING_EXEMPT_ROUTE_OPTIONS, (_request, reply) => {
    reply.header(SITE_ID_HEADER, siteId).send({ status: 'alive' })
  })
  app.get('/readyz', SHEDDING_EXEMPT_ROUTE_OPTIONS, async (_request, reply) => {
    const isReady = !isClosing() && (await Promise.race([probeOnce(), pause(READY_TIMEOUT, false, { ref: false })]))
    if (isReady) return { status: 'ready' }
    reply.status(503).header('retry-after', '5')
    return { status: isClosing() ? 'the process is shutting down' : 'the database cannot be written' }
  })
}
