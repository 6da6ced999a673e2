import { amountOf } from '../../../../contract/grammar/money.ts'
import type { EvidenceFact, EvidenceNotice, PaymentEvidence } from '../../../../contract/sales/payment-evidence.ts'
import type { StoryStep, storyKinds } from '../../../../contract/sales/payments.ts'
import { type Attempt, compare, type Fact } from '../ledger/fact.ts'
import type { StoredNotice } from '../notices/store.ts'
import { newestMark, type StoredFact } from '../store.ts'
import { type Kept, standingNow, stepsOf } from './history.ts'

/** All that is known of the payments of an order, but for its flags. */
export function evidenceOf(
  kept: Kept,
): Omit<PaymentEvidence, 'flags' | 'isRehearsal' | 'canAsk' | 'invoiceNumber' | 'creditNotes' | 'refunds' | 'refundable'> {
  const { attempts, notices, facts } = kept
  const { settled, returned, notCounted, uncounted } = standingNow(kept)
  const isUncounted = (fact: Fact) => uncounted.some((one) => one.transactionId === fact.transactionId && one.kind === fact.kind)
  const toWire = (fact: StoredFact) =>
    factToWire(fact, { attempt: attempts.find(({ id }) => id === attemptIdOf(fact, facts)), isCounted: !isUncounted(fact) })
  return {
    settled: amountOf(settled),
    returned: amountOf(returned),
    notCounted: amountOf(notCounted),
    net: amountOf(settled - returned),
    canTakeBack: newestMark(kept.intents) !== undefined,
    steps: stepsOf(kept),
    attempts: attempts.map(({ id, gateway }) => ({ _id: id, gateway })),
    notices: notices.map((notice) => ({
      ...noticeToWire(notice),
      facts: facts.filter(({ noticeId }) => noticeId === notice.id).map(toWire),
    })),
    otherFacts: facts.filter(({ noticeId }) => noticeId === null).map(toWire),
  }
}

/** The same for the customer: without what nobody can be sure of. */
export function storyOf(kept: Kept): StoryStep[] {
  const { uncounted } = standingNow(kept)
  return stepsOf(kept).flatMap(({ at, kind, fact }): StoryStep[] => {
    if (kind === 'paidByHand') return [{ at, kind: 'paid', amount: amountOf(kept.order.price_cents) }]
    if (kind === 'paidByHandTakenBack') return [{ at, kind: 'takenBack', amount: amountOf(kept.order.price_cents) }]
    // The accepted payment has its own line.
    if (kind === 'mismatchAccepted') return []
    if (kind !== 'fact') return [{ at, kind }]
    if (!fact || uncounted.some((one) => one.transactionId === fact.transactionId && one.kind === fact.kind)) return []
    const told = STORY[fact.kind]
    return told ? [{ at, kind: told, amount: amountOf(fact.cents) }] : []
  })
}

/** The steps that a customer sees. The customer opened the dispute, and sees a refund only once it is complete. */
const STORY: Readonly<Partial<Record<Fact['kind'], (typeof storyKinds)[number]>>> = {
  settled: 'paid',
  pending: 'pending',
  failed: 'failed',
  refunded: 'refunded',
  reversed: 'reversed',
  reversalCancelled: 'reversalCancelled',
}

/** What comes back is about the hand-off of the payment that it changes. */
function attemptIdOf({ attemptId, parentTransactionId }: StoredFact, facts: readonly StoredFact[]): string | undefined {
  return facts.find(({ transactionId }) => transactionId === parentTransactionId)?.attemptId ?? attemptId
}

function factToWire(
  fact: StoredFact,
  { attempt, isCounted }: { attempt: Attempt | undefined; isCounted: boolean },
): EvidenceFact {
  const { transactionId, kind, cents, currency, at } = fact
  const differences = attempt ? differencesBetween(fact, attempt) : []
  return { transactionId, kind, amount: amountOf(cents), currency, at, isCounted, differences }
}

function differencesBetween(fact: StoredFact, attempt: Attempt): EvidenceFact['differences'] {
  const same = compare(fact, attempt)
  const lines = {
    payee: [attempt.payee, [...new Set(fact.payees)].join(', ')],
    amount: [amountOf(attempt.cents), amountOf(fact.cents)],
    currency: [attempt.currency, fact.currency],
    account: [attempt, fact].map(({ live }) => (live ? 'Live' : 'Test')),
  } as const
  const differing = (Object.keys(lines) as (keyof typeof lines)[]).filter((what) => !same[what])
  return differing.map((what) => ({ what, asked: lines[what][0] ?? '', told: lines[what][1] ?? '' }))
}

/** Shown as text and never read as anything else; each byte is a letter, whatever it was meant to be. */
function noticeToWire(notice: StoredNotice): Omit<EvidenceNotice, 'facts'> {
  const { id, received_at, bytes, copies, state, reason } = notice
  return {
    _id: id,
    receivedAt: received_at,
    copies,
    state,
    reason,
    raw: Buffer.from(bytes).toString('latin1'),
  }
}
