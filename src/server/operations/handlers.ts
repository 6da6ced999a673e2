import type { FastifyInstance } from 'fastify'
import type { Database } from '../db/db.ts'

/** `/healthz`: the process answers. `/readyz`: the database can be written. */
export function registerHealth(app: FastifyInstance, { write }: Database): void {
  app.get('/healthz', () => ({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    try {
      // Takes the write lock and commits, as any write does.
      await write((tx) => tx.updateTable('content_version').set({ id: 1 }).where('id', '=', 1).execute())
      return { status: 'ready' }
    } catch {
      return reply.status(503).header('retry-after', '5').send({ status: 'the database cannot be written' })
    }
  })
}
