import { isOpenState } from '../../../../contract/work/deliverable-steps.ts'
import type { Deliverable, Proof } from '../../../../contract/work/deliverables.ts'
import type { DatabaseReader, DeliverableStepTable, DeliverableTable } from '../../../platform/db/tables.ts'
import { listStepsOf } from './store.ts'

/** `today` is a day of the business's time zone. Only admins see who does the work. */
export type DeliverableViewer = { isAdmin: boolean; today: string }

export async function serializeDeliverables(
  db: DatabaseReader,
  rows: readonly DeliverableTable[],
  viewer: DeliverableViewer,
): Promise<Deliverable[]> {
  const steps = Map.groupBy(
    await listStepsOf(
      db,
      rows.map(({ id }) => id),
    ),
    ({ deliverable_id }) => deliverable_id,
  )
  return rows.map((row) => serializeDeliverable(row, steps.get(row.id) ?? [], viewer))
}

function serializeDeliverable(
  row: DeliverableTable,
  steps: readonly DeliverableStepTable[],
  { isAdmin, today }: DeliverableViewer,
): Deliverable {
  return {
    _id: row.id,
    _version: row.version,
    title: row.title,
    details: row.details,
    state: row.state,
    dueOn: row.due_on,
    isLate: isOpenState(row.state) && row.due_on !== null && row.due_on < today,
    needsApproval: row.needs_approval === 1,
    waitingFor: row.waiting_for,
    reason: row.reason,
    proof: serializeProof(row),
    draftNumber: row.draft_number,
    history: steps.map((step) => ({
      at: step.at,
      state: step.state,
      by: step.by_side,
      ...(isAdmin && { actor: step.actor }),
      comment: step.comment,
      draftNumber: step.draft_number,
      proof: serializeProof(step),
    })),
    ...(isAdmin && { assignee: row.assignee }),
  }
}

function serializeProof({ proof_url, proof_note }: Pick<DeliverableTable, 'proof_url' | 'proof_note'>): Proof | null {
  if (proof_url === '' && proof_note === '') return null
  return { ...(proof_url && { url: proof_url }), ...(proof_note && { note: proof_note }) }
}
