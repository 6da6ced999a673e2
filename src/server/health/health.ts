import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/db.ts'
import { hasStep } from '../db/migrate.ts'
import { NEVER_TURNED_AWAY } from '../http/load-shedding.ts'

/** Whoever asks has to hear within a second, in ms. */
const READY_WITHIN = 900

type Parts = { database: Database; isClosing: () => boolean }

/**
 * `/healthz`: the process answers. `/readyz`: the database can be written and has the schema that this program needs, and
 * the process is not about to end.
 */
export function registerHealth(app: FastifyInstance, { database: { write, read, schema }, isClosing }: Parts): void {
  /** Takes the write lock and commits, as any write does. */
  async function canWrite(): Promise<boolean> {
    try {
      if (!(await hasStep(read, schema))) return false
      await write((tx) => tx.updateTable('content_version').set({ id: 1 }).where('id', '=', 1).execute())
      return true
    } catch {
      return false
    }
  }

  /** One attempt at a time, however many ask. */
  let attempt: Promise<boolean> | undefined
  function tryOnce(): Promise<boolean> {
    attempt ??= canWrite().finally(() => {
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
