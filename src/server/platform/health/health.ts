import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/db.ts'
import { hasMigration } from '../db/migrate.ts'
import { probeSave } from '../db/save-probe.ts'
import { NEVER_TURNED_AWAY } from '../http/load-shedding.ts'

/** Whoever asks has to hear within a second, in ms. */
const READY_WITHIN = 900
/** How long one successful probe is reused, in ms, unless a save has failed since. Anyone may call `/readyz`. */
const PROBE_VALID_FOR = 1_000

type Parts = { database: Database; isClosing: () => boolean }

/**
 * `/healthz`: the process answers. `/readyz`: the database can be written and has the schema that this program needs, and
 * the process is not about to end.
 */
export function registerHealth(app: FastifyInstance, { database, isClosing }: Parts): void {
  let saved: { until: number; failures: number } | undefined

  /** Probes a save, unless the last probe succeeded within that time. */
  async function canSave(): Promise<boolean> {
    const { failures } = database.writeCounts
    if (saved && performance.now() < saved.until && saved.failures === failures) return true
    saved = undefined
    try {
      if (!(await hasMigration(database.read, database.schema))) return false
      await probeSave(database)
      saved = { until: performance.now() + PROBE_VALID_FOR, failures }
      return true
    } catch {
      return false
    }
  }

  /** One attempt at a time, however many ask. */
  let attempt: Promise<boolean> | undefined
  function tryOnce(): Promise<boolean> {
    attempt ??= canSave().finally(() => {
      attempt = undefined
    })
    return attempt
  }

  app.get('/healthz', NEVER_TURNED_AWAY, () => ({ status: 'alive' }))
  app.get('/readyz', NEVER_TURNED_AWAY, async (_request, reply) => {
    const isReady = !isClosing() && (await Promise.race([tryOnce(), pause(READY_WITHIN, false, { ref: false })]))
    if (isReady) return { status: 'ready' }
    reply.status(503).header('retry-after', '5')
    return { status: isClosing() ? 'the process is about to end' : 'the database cannot be written' }
  })
}
