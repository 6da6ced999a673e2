import type { EvidenceTimelineStep } from '#contract/sales/payment-evidence.ts'
import type { StoredOrder, StoredOrderEvent } from '../../orders/orders.ts'
import { computePaymentState, getPaymentDecisionEffects, type OrderPaymentState } from '../ledger/compute-payment-state.ts'
import type { StoredPaymentFact } from '../ledger/store.ts'
import type { StoredPaymentNotice } from '../notices/store.ts'
import { MANUAL_GATEWAY } from '../payment-gateway.ts'
import type { PaymentDecision, StoredPaymentAttempt } from '../store.ts'

export type StoredPaymentEvidence = {
  order: StoredOrder
  events: readonly StoredOrderEvent[]
  attempts: readonly StoredPaymentAttempt[]
  decisions: readonly PaymentDecision[]
  notices: readonly StoredPaymentNotice[]
  facts: readonly StoredPaymentFact[]
}

export type TimelineEntry = EvidenceTimelineStep & { fact?: StoredPaymentFact }

export function computePaymentStateWithDecisions({
  attempts,
  facts,
  decisions,
}: Pick<StoredPaymentEvidence, 'attempts' | 'facts' | 'decisions'>): OrderPaymentState {
  return computePaymentState({ attempts, facts, ...getPaymentDecisionEffects(decisions) })
}

/** Builds the timeline, oldest entry first. `leadsTo` is the new payment status if the entry changed it. */
export function buildPaymentTimeline({ order, events, attempts, decisions, facts }: StoredPaymentEvidence): TimelineEntry[] {
  // The decisions stand for the payment of a mark by hand, and for taking it back. A refund of it has its own entry.
  const isMark = ({ gateway, kind }: StoredPaymentFact) => gateway === MANUAL_GATEWAY && kind === 'settled'
  const reportedFacts = facts.filter((fact) => !isMark(fact) && fact.kind !== 'takenBack')
  const steps: TimelineEntry[] = [
    buildEntry(order.placed_at, 'placed', null),
    ...attempts
      .filter(({ gateway }) => gateway !== MANUAL_GATEWAY)
      .map(({ createdAt, id }) => buildEntry(createdAt, 'handedOver', id)),
    ...decisions.map(({ id, at, kind, actor, reason, method, reference, paid_on }) => ({
      ...buildEntry(at, kind === 'cancel' ? ('cancelled' as const) : kind, id),
      actor,
      reason: reason || null,
      method,
      reference,
      paidOn: paid_on,
    })),
    ...reportedFacts.map((fact) => ({ ...buildEntry(fact.recordedAt, 'fact', fact.transactionId), factKind: fact.kind, fact })),
    ...events.map(({ at, kind, actor }) => ({ ...buildEntry(at, kind, null), actor })),
  ]
  const sorted = steps.toSorted((a, b) => a.at - b.at)
  let before: EvidenceTimelineStep['leadsTo'] = 'UnPaid'
  return sorted.map((step, index) => {
    const stepsSoFar = sorted.slice(0, index + 1)
    const subjects = new Set(stepsSoFar.map(({ subject }) => subject))
    const manualFacts = facts.filter((fact) => isMark(fact) && subjects.has(fact.transactionId))
    // Each reported fact counts from its own step on, also if several were stored in the same millisecond.
    const factsSoFar = [...stepsSoFar.flatMap((one) => one.fact ?? []), ...manualFacts]
    const decisionsSoFar = decisions.filter(({ id }) => subjects.has(id))
    const { paymentStatus: after } = computePaymentStateWithDecisions({ attempts, facts: factsSoFar, decisions: decisionsSoFar })
    const leadsTo = after === before ? null : after
    before = after
    return { ...step, leadsTo }
  })
}

function buildEntry(at: number, kind: EvidenceTimelineStep['kind'], subject: string | null): TimelineEntry {
  const emptyFields = { factKind: null, actor: null, reason: null, method: null, reference: null, paidOn: null, leadsTo: null }
  return { at, kind, subject, ...emptyFields }
}
