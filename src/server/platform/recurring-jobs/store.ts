import type { Tx } from '../db/database-writer.ts'

/** The tables of jobs that never end. */
export type RecurringJobTable = 'retention_job' | 'recount_job'

/** One job for each of these, made once. */
export async function insertRecurringJobs(tx: Tx, table: RecurringJobTable, ids: readonly string[]): Promise<void> {
  const rows = ids.map((id) => ({ id, attempts: 0, due_at: Date.now(), claimed_at: null }))
  await tx
    .insertInto(table)
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** When it is to be done next, in ms from now. Counted as one attempt, so that a time ahead is one that it can have. */
export async function scheduleNextRun(tx: Tx, table: RecurringJobTable, id: string, delay: number): Promise<void> {
  await tx
    .updateTable(table)
    .set({ attempts: 1, due_at: Date.now() + delay })
    .where('id', '=', id)
    .execute()
}
