import { createEmptyWorkSummary, type WorkSummary } from '#contract/sales/order-progress.ts'
import { isOpenDeliverableState } from '#contract/work/deliverable-workflow.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { listActiveDeliverableOutcomes } from './deliverables/outcomes/store.ts'
import { listPromisedParts } from './store.ts'

/** Summarizes the work of orders. Leaves out canceled parts, and orders without work or with every part still planned. */
export async function loadWorkSummaries(db: DatabaseReader, orderIds: readonly string[]): Promise<Map<string, WorkSummary>> {
  if (orderIds.length === 0) return new Map()
  const parts = await listPromisedParts(db, orderIds)
  const missed = parts.filter(({ state }) => state === 'not delivered').map(({ id }) => id)
  const outcomes = new Map((await listActiveDeliverableOutcomes(db, missed)).map((one) => [one.deliverable_id, one]))
  const summaries = new Map<string, WorkSummary>()
  const touched = new Set(parts.filter(({ state }) => state !== 'planned').map(({ order_id }) => order_id))
  for (const { id, order_id, title, state } of parts) {
    if (!touched.has(order_id)) continue
    const summary = summaries.get(order_id) ?? createEmptyWorkSummary()
    summaries.set(order_id, summary)
    const outcome = outcomes.get(id)
    if (state === 'delivered') summary.delivered.push(title)
    else if (isOpenDeliverableState(state) || outcome?.kind === 'carried') summary.continuing.push(title)
    else if (outcome)
      summary[outcome.refund_state === 'confirmed' ? 'refunded' : 'refunding'].push({
        title,
        cents: Number(outcome.cents ?? outcome.refund_cents),
      })
    else summary.missed.push(title)
  }
  return summaries
}
