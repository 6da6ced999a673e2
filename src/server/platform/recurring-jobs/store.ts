import type { Tx } from '../db/database-writer.ts'
import type { DatabaseTables, JobColumns, TableName } from '../db/tables.ts'

type RecurringJobRow = JobColumns & { id: string }

/** The tables that hold only permanent jobs. */
export type RecurringJobTableName = {
  [Name in TableName]: DatabaseTables[Name] extends RecurringJobRow
    ? keyof DatabaseTables[Name] extends keyof RecurringJobRow
      ? Name
      : never
    : never
}[TableName]

export async function insertRecurringJobs(tx: Tx, table: RecurringJobTableName, ids: readonly string[]): Promise<void> {
  const rows = ids.map((id) => ({ id, attempts: 0, due_at: Date.now(), claimed_at: null }))
  await tx
    .insertInto(table)
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Schedules the next run in `delay` ms. Counts as one attempt, so that the queue finds the time plausible. */
export async function scheduleNextRun(tx: Tx, table: RecurringJobTableName, id: string, delay: number): Promise<void> {
  await tx
    .updateTable(table)
    .set({ attempts: 1, due_at: Date.now() + delay })
    .where('id', '=', id)
    .execute()
}
