import type { PaymentFactKind } from '../../../../contract/sales/payment-enums.ts'

/** What a payment provider told of a payment, read from a notice that proved to be its own. */
export type PaymentFact = {
  kind: PaymentFactKind
  transactionId: string
  /** Of a refund, a reversal and the end of one: the payment that it changes. */
  parentTransactionId?: string
  /** The hand-off that was paid; undefined where the notice names none. */
  attemptId?: string
  /** What the provider calls the order that was paid, where it has orders. Not stored. */
  reference?: string
  /** Always positive, of refunds too. */
  cents: number
  currency: string
  /** The addresses of the account that was paid: what the form named, and what the provider calls it. */
  payees: readonly string[]
  /** Whether real money moved. */
  live: boolean
  /** The provider's id of a dispute, and its deadline for an answer (epoch ms), if it named one. */
  dispute?: { caseId: string; dueAt?: number }
  /** Epoch ms, by the provider's clock; for people only, since nothing is decided by when it happened. */
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

/** The facts about an earlier payment. */
export const FOLLOW_UP_KINDS: ReadonlySet<PaymentFactKind> = new Set([
  'refundPending',
  'refunded',
  'reversed',
  'reversalCancelled',
  ...DISPUTE_FACT_KINDS,
])

/** What was asked for at a hand-off, written down as it was then: the payee and the price may change afterwards. */
export type PaymentAttempt = {
  id: string
  gateway: string
  cents: number
  currency: string
  payee: string
  /** What else the provider calls the payee's account, as it said at the hand-off. */
  payeeNames?: readonly string[]
  live: boolean
}

/** What of a fact is as it was asked for. */
export type AttemptComparison = Record<'payee' | 'amount' | 'currency' | 'account', boolean>

/** A fact beside the hand-off that it is about. Of what comes back the amount may be a part. */
export function compareWithAttempt(fact: PaymentFact, attempt: PaymentAttempt): AttemptComparison {
  return {
    payee: isPayeeOfAttempt(fact.payees, attempt),
    amount: FOLLOW_UP_KINDS.has(fact.kind) ? fact.cents <= attempt.cents : fact.cents === attempt.cents,
    currency: fact.currency === attempt.currency,
    account: fact.live === attempt.live,
  }
}

/** Whether one of these names is the account that was to be paid. */
export function isPayeeOfAttempt(names: readonly string[], { payee, payeeNames = [] }: PaymentAttempt): boolean {
  const payeeNamesKnown = new Set([payee, ...payeeNames].map((name) => name.toLowerCase()))
  return names.some((name) => payeeNamesKnown.has(name.toLowerCase()))
}
