import type { PaymentFactKind } from '#contract/sales/payment-kinds.ts'

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
