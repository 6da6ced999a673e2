import type { Tx } from '#platform/db/database-writer.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import type { PaymentDecisionTable } from '../tables.ts'

/** A decision of a customer or an admin; see `PaymentDecisionTable`. */
export type PaymentDecision = Omit<PaymentDecisionTable, 'order_id'>

type NewDecision = Pick<PaymentDecision, 'id' | 'kind' | 'actor' | 'reason'> & Partial<PaymentDecision>

export async function insertPaymentDecision(tx: Tx, orderId: string, decision: NewDecision): Promise<void> {
  const defaults = { subject: null, method: null, reference: null, paid_on: null }
  await tx
    .insertInto('order_decision')
    .values({ ...defaults, ...decision, order_id: orderId, at: Date.now() })
    .execute()
}

/** Returns the oldest decision first. */
export async function listPaymentDecisions(db: DatabaseReader, orderId: string): Promise<PaymentDecision[]> {
  const all = db.selectFrom('order_decision').selectAll().where('order_id', '=', orderId)
  return all.orderBy('at').orderBy('id').execute()
}

/** Returns the newest mark by hand that no admin took back. */
export function pickActiveManualPayment(decisions: readonly PaymentDecision[]): PaymentDecision | undefined {
  const undoneIds = new Set(decisions.flatMap(({ kind, subject }) => (kind === 'paidByHandTakenBack' ? [subject] : [])))
  return decisions.findLast(({ kind, id }) => kind === 'paidByHand' && !undoneIds.has(id))
}
