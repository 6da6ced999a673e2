import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { DeliverableChoiceTable } from '../../tables.ts'

/** Lists the choices about some deliverables, the oldest date first. */
export async function listChoices(db: DatabaseReader, ids: readonly string[]): Promise<DeliverableChoiceTable[]> {
  if (ids.length === 0) return []
  return db.selectFrom('deliverable_choice').selectAll().where('deliverable_id', 'in', ids).orderBy('missed_on').execute()
}

/** Deletes the choices about a deliverable, so that the client can choose again. */
export async function deleteChoices(tx: Tx, deliverableId: string): Promise<void> {
  await tx.deleteFrom('deliverable_choice').where('deliverable_id', '=', deliverableId).execute()
}

/** Saves the choice about a date, or changes it. */
export async function saveChoice(tx: Tx, choice: Omit<DeliverableChoiceTable, 'at'>): Promise<void> {
  const at = Date.now()
  const { kind, by_side } = choice
  await tx
    .insertInto('deliverable_choice')
    .values({ ...choice, at })
    .onConflict((conflict) => conflict.columns(['deliverable_id', 'missed_on']).doUpdateSet({ kind, by_side, at }))
    .execute()
}
