import { sql } from 'kysely'
import type { Tx } from '../db/write.ts'
import { type Job, type JobTable, NEVER } from '../queue/queue.ts'

export { removeOldest } from '../db/old-rows.ts'

export type RetentionJob = Job & { id: string }

export const retentionJobs: JobTable = { name: 'retention_job' }

/** One job for each of these, made once. */
export async function insertJobs(tx: Tx, ids: readonly string[]): Promise<void> {
  const rows = ids.map((id) => ({ id, attempts: 0, due_at: Date.now(), claimed_at: null }))
  await tx
    .insertInto('retention_job')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** When it is to be done next, in ms from now. Counted as one attempt, so that a time ahead is one that it can have. */
export async function setNext(tx: Tx, id: string, wait: number): Promise<void> {
  await tx
    .updateTable('retention_job')
    .set({ attempts: 1, due_at: Date.now() + wait })
    .where('id', '=', id)
    .execute()
}

/** Mail that was given up: never due again. In such words that the index of what failed leads to the oldest, and not that of what is due. */
export const givenUp = sql`last_error is not null and coalesce(sent_at, 0) = 0 and due_at + 0 = ${NEVER}`
