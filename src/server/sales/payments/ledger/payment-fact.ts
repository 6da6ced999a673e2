import { toBusinessDay } from '#contract/core/business-calendar.ts'
import type { PaymentFactKind } from '#contract/sales/payment-kinds.ts'
import { computeLatestPlausibleTime } from '#platform/db/wrong-clock-protection.ts'

/** One event of a payment, as the provider reported it. */
export type PaymentFact = {
  kind: PaymentFactKind
  transactionId: string
  /** The payment that a refund, a reversal or a dispute is about. */
  parentTransactionId?: string
  /** The checkout attempt that the report names. */
  attemptId?: string
  /** The provider's order id, if the provider has orders. Not stored. */
  reference?: string
  /** Our order or checkout attempt, as the checkout passed it on (PayPal's `custom`). Not stored. */
  custom?: string
  /** Never negative, even for a refund. Only an adjustment that costs money is. */
  cents: number
  currency: string
  /** All names of the receiving account: from the form and from the provider. */
  payees: readonly string[]
  /** Whether real money moved. */
  live: boolean
  /** The provider's id of a dispute, and its deadline for an answer (epoch ms), if it named one. */
  dispute?: { caseId: string; dueAt?: number }
  /** Epoch ms by the provider's clock. It never decides a payment state. */
  at: number
  /** The day that an admin typed, such as `2026-11-23`. */
  bookedOn?: string
  /** The provider's fee in cents, if it stated one; negative if a refund returns a fee. */
  feeCents?: number
}

/** The facts about a dispute. They move no money. */
export const DISPUTE_FACT_KINDS: ReadonlySet<PaymentFactKind> = new Set([
  'disputed',
  'disputeWon',
  'disputeLost',
  'disputeClosed',
])

/** The reports of one refund. */
export const REFUND_FACT_KINDS: ReadonlySet<PaymentFactKind> = new Set(['refundPending', 'refunded', 'refundFailed'])

/**
 * The facts about an earlier payment. `adjusted`: money that moved another way, such as a chargeback fee. `takenBack`: an
 * admin took back a payment that counted.
 */
export const REFUND_AND_DISPUTE_FACT_KINDS: ReadonlySet<PaymentFactKind> = new Set([
  'refundPending',
  'refundFailed',
  'refunded',
  'reversed',
  'reversalCancelled',
  'adjusted',
  'takenBack',
  ...DISPUTE_FACT_KINDS,
])

/** The terms of a checkout attempt, frozen because the payee and the price may change later. */
export type PaymentAttemptTerms = {
  id: string
  gateway: string
  cents: number
  currency: string
  payee: string
  /** Further identifiers of the payee's account, from the provider's reply at the start. */
  payeeIdentifiers?: readonly string[]
  live: boolean
}

/** Which terms of the attempt a fact matches. */
export type PaymentAttemptComparison = Record<'payee' | 'amount' | 'currency' | 'account', boolean>

/** Compares a fact with its attempt. A refund or reversal may have a smaller amount. */
export function compareWithAttempt(fact: PaymentFact, attempt: PaymentAttemptTerms): PaymentAttemptComparison {
  return {
    payee: isPayeeOfAttempt(fact.payees, attempt),
    amount: REFUND_AND_DISPUTE_FACT_KINDS.has(fact.kind) ? fact.cents <= attempt.cents : fact.cents === attempt.cents,
    currency: fact.currency === attempt.currency,
    account: fact.live === attempt.live,
  }
}

/** Compares identifiers without regard to case. */
export function isPayeeOfAttempt(identifiers: readonly string[], { payee, payeeIdentifiers = [] }: PaymentAttemptTerms): boolean {
  const expected = new Set([payee, ...payeeIdentifiers].map((identifier) => identifier.toLowerCase()))
  return identifiers.some((identifier) => expected.has(identifier.toLowerCase()))
}

/** Groups facts by payment, one for each kind and transaction. The end of a reversal may name the reversal, not the payment. */
export function groupByPayment(
  all: readonly PaymentFact[],
  isByHand: (fact: PaymentFact) => boolean,
): Map<string, PaymentFact[]> {
  // Two gateways may report the same transaction. Sorting picks the same report whichever came first.
  const sorted = all.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  const facts = [...new Map(sorted.map((fact) => [`${fact.kind} ${fact.transactionId}`, fact])).values()]
  const parents = new Map<string, string>()
  for (const { transactionId, parentTransactionId: parent } of facts) {
    // The smallest of contradicting parents, so that the order of arrival doesn't matter.
    const known = parents.get(transactionId)
    if (parent !== undefined && (known === undefined || parent < known)) parents.set(transactionId, parent)
  }
  // A payment has no parent, even if another fact with its id names one.
  for (const { kind, transactionId } of facts) if (!REFUND_AND_DISPUTE_FACT_KINDS.has(kind)) parents.delete(transactionId)
  const findRoot = (id: string, visited: readonly string[] = []): string => {
    const parent = parents.get(id)
    return parent === undefined || visited.includes(parent) ? id : findRoot(parent, [...visited, id])
  }
  const groups = Map.groupBy(facts, ({ transactionId }) => findRoot(transactionId))
  // A refund of an unreported payment, or of a mark that was taken back, belongs to the mark by hand, if there is one.
  const manualPaymentId = facts.find((fact) => fact.kind === 'settled' && isByHand(fact))?.transactionId
  if (manualPaymentId === undefined) return groups
  const hasPayment = (root: string) => groups.get(root)?.some(({ kind }) => !REFUND_AND_DISPUTE_FACT_KINDS.has(kind))
  return Map.groupBy(facts, ({ transactionId }) =>
    hasPayment(findRoot(transactionId)) ? findRoot(transactionId) : manualPaymentId,
  )
}

/** Gives follow-up facts the attempt of their payment, because providers report them with or without it. */
export function assignAttempt(group: readonly PaymentFact[]): PaymentFact[] {
  const attemptIds = group.filter(({ kind }) => !REFUND_AND_DISPUTE_FACT_KINDS.has(kind)).map(({ attemptId }) => attemptId)
  // The smallest of several, so that the order of arrival doesn't matter.
  const attemptId = attemptIds.filter((id) => id !== undefined).toSorted()[0]
  return group.map((fact) =>
    REFUND_AND_DISPUTE_FACT_KINDS.has(fact.kind) && attemptId !== undefined ? { ...fact, attemptId } : fact,
  )
}

const DAY_MS = 86_400_000
/** An earlier time comes from a wrong clock or a broken report. PayPal began in 1998. */
export const EARLIEST_PAYMENT_DAY = '1998-01-01'

/**
 * Returns the time and the day on which a payment counts everywhere. A time that can't be right, before
 * `EARLIEST_PAYMENT_DAY` or after tomorrow, is replaced by the time of the record. Times in epoch ms.
 */
export function computeBookingTime(at: number, recordedAt: number, timeZone: string): { at: number; bookedOn: string } {
  const isPlausible = at >= Date.parse(EARLIEST_PAYMENT_DAY) && at <= computeLatestPlausibleTime(recordedAt, DAY_MS)
  const time = isPlausible ? at : recordedAt
  return { at: time, bookedOn: toBusinessDay(timeZone, time) }
}
