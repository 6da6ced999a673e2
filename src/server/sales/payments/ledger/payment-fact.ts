import type { PaymentFactKind } from '../../../../contract/sales/payment-fact-and-flag-kinds.ts'

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
  /** Never negative, even for a refund. */
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

export const REFUND_AND_DISPUTE_FACT_KINDS: ReadonlySet<PaymentFactKind> = new Set([
  'refundPending',
  'refunded',
  'reversed',
  'reversalCancelled',
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
