import type { EvidenceStep } from '../../../../contract/sales/payment-evidence.ts'
import type { StoredEvent, StoredOrder } from '../../orders/orders.ts'
import { BY_HAND } from '../gateway.ts'
import { decisionsOf, type Standing, standingOf } from '../ledger/standing.ts'
import type { StoredNotice } from '../notices/store.ts'
import type { Intent, StoredAttempt, StoredFact } from '../store.ts'

/** All that is kept of one order. */
export type Kept = {
  order: StoredOrder
  events: readonly StoredEvent[]
  attempts: readonly StoredAttempt[]
  intents: readonly Intent[]
  notices: readonly StoredNotice[]
  facts: readonly StoredFact[]
}

/** A line of the timeline, with the fact that it is about. */
export type Step = EvidenceStep & { fact?: StoredFact }

export function standingNow({ attempts, facts, intents }: Pick<Kept, 'attempts' | 'facts' | 'intents'>): Standing {
  return standingOf({ attempts, facts, ...decisionsOf(intents) })
}

/** What happened, oldest first, each line with how the payment stood from there on where it changed. */
export function stepsOf({ order, events, attempts, intents, facts }: Kept): Step[] {
  const told = facts.filter(({ gateway }) => gateway !== BY_HAND)
  const steps: Step[] = [
    stepAt(order.placed_at, 'placed', null),
    ...attempts.filter(({ gateway }) => gateway !== BY_HAND).map(({ createdAt, id }) => stepAt(createdAt, 'handedOver', id)),
    ...intents.map(({ id, at, kind, actor, reason, method, reference, paid_on }) => ({
      ...stepAt(at, kind === 'cancel' ? ('cancelled' as const) : kind, id),
      actor,
      reason: reason || null,
      method,
      reference,
      paidOn: paid_on,
    })),
    ...told.map((fact) => ({ ...stepAt(fact.recordedAt, 'fact', fact.transactionId), fact })),
    ...events.map(({ at, kind, actor }) => ({ ...stepAt(at, kind, null), actor })),
  ]
  const sorted = steps.toSorted((a, b) => a.at - b.at)
  let before: EvidenceStep['leadsTo'] = 'UnPaid'
  return sorted.map((step, index) => {
    const subjects = new Set(sorted.slice(0, index + 1).map(({ subject }) => subject))
    const known = facts.filter(
      ({ gateway, transactionId, recordedAt }) => subjects.has(transactionId) && (gateway === BY_HAND || recordedAt <= step.at),
    )
    const stated = intents.filter(({ id }) => subjects.has(id))
    const { paymentStatus: after } = standingNow({ attempts, facts: known, intents: stated })
    const leadsTo = after === before ? null : after
    before = after
    return { ...step, leadsTo }
  })
}

function stepAt(at: number, kind: EvidenceStep['kind'], subject: string | null): Step {
  const nothing = { actor: null, reason: null, method: null, reference: null, paidOn: null, leadsTo: null }
  return { at, kind, subject, ...nothing }
}
