import type { EvidenceTimelineStep } from '../../../../contract/sales/payment-evidence.ts'
import type { StoredOrder, StoredOrderEvent } from '../../orders/orders.ts'
import { computePaymentState, type PaymentState, toDecisionEffects } from '../ledger/compute-payment-state.ts'
import type { StoredPaymentNotice } from '../notices/store.ts'
import { MANUAL_GATEWAY } from '../payment-gateway.ts'
import type { PaymentDecision, StoredPaymentAttempt, StoredPaymentFact } from '../store.ts'

/** All that is kept of one order. */
export type PaymentHistory = {
  order: StoredOrder
  events: readonly StoredOrderEvent[]
  attempts: readonly StoredPaymentAttempt[]
  intents: readonly PaymentDecision[]
  notices: readonly StoredPaymentNotice[]
  facts: readonly StoredPaymentFact[]
}

/** A line of the timeline, with the fact that it is about. */
export type TimelineEntry = EvidenceTimelineStep & { fact?: StoredPaymentFact }

export function computeHistoryState({
  attempts,
  facts,
  intents,
}: Pick<PaymentHistory, 'attempts' | 'facts' | 'intents'>): PaymentState {
  return computePaymentState({ attempts, facts, ...toDecisionEffects(intents) })
}

/** What happened, oldest first, each line with how the payment stood from there on where it changed. */
export function buildTimeline({ order, events, attempts, intents, facts }: PaymentHistory): TimelineEntry[] {
  const reportedFacts = facts.filter(({ gateway }) => gateway !== MANUAL_GATEWAY)
  const steps: TimelineEntry[] = [
    buildEntry(order.placed_at, 'placed', null),
    ...attempts
      .filter(({ gateway }) => gateway !== MANUAL_GATEWAY)
      .map(({ createdAt, id }) => buildEntry(createdAt, 'handedOver', id)),
    ...intents.map(({ id, at, kind, actor, reason, method, reference, paid_on }) => ({
      ...buildEntry(at, kind === 'cancel' ? ('cancelled' as const) : kind, id),
      actor,
      reason: reason || null,
      method,
      reference,
      paidOn: paid_on,
    })),
    ...reportedFacts.map((fact) => ({ ...buildEntry(fact.recordedAt, 'fact', fact.transactionId), fact })),
    ...events.map(({ at, kind, actor }) => ({ ...buildEntry(at, kind, null), actor })),
  ]
  const sorted = steps.toSorted((a, b) => a.at - b.at)
  let before: EvidenceTimelineStep['leadsTo'] = 'UnPaid'
  return sorted.map((step, index) => {
    const subjects = new Set(sorted.slice(0, index + 1).map(({ subject }) => subject))
    const known = facts.filter(
      ({ gateway, transactionId, recordedAt }) =>
        subjects.has(transactionId) && (gateway === MANUAL_GATEWAY || recordedAt <= step.at),
    )
    const decisions = intents.filter(({ id }) => subjects.has(id))
    const { paymentStatus: after } = computeHistoryState({ attempts, facts: known, intents: decisions })
    const leadsTo = after === before ? null : after
    before = after
    return { ...step, leadsTo }
  })
}

function buildEntry(at: number, kind: EvidenceTimelineStep['kind'], subject: string | null): TimelineEntry {
  const emptyFields = { actor: null, reason: null, method: null, reference: null, paidOn: null, leadsTo: null }
  return { at, kind, subject, ...emptyFields }
}
