import type {
  ManualPaymentMethod,
  PaymentFactKind,
  ReviewFlagClosingAction,
  ReviewFlagKind,
} from '#contract/sales/payment-kinds.ts'
import type { JobColumns } from '#platform/db/tables.ts'

declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    payment_attempt: PaymentAttemptTable
    payment_notice: PaymentNoticeTable
    payment_fact: PaymentFactTable
    provider_queue: ProviderQueueTable
    provider_task: ProviderTaskTable
    /** Decisions of people about an order's payment, such as a cancellation or a mark as paid. */
    order_decision: PaymentDecisionTable
    review_flag: ReviewFlagTable
    refund_request: RefundRequestTable
  }
}

export type PaymentAttemptTable = {
  id: string
  order_id: string
  gateway: string
  cents: number
  currency: string
  payee: string
  /** 1 for real money. */
  live: number
  /** The provider's id, if it gives one. */
  reference: string | null
  created_at: number
  /** JSON: the provider's other names for the payee. */
  payee_aliases?: string | null
  /** When the checkout attempt ended without a payment. */
  closed_at?: number | null
  /** The provider's reason for refusing the payment, and the id of the refused approval. */
  refusal?: string | null
  refused_approval_id?: string | null
}

/** A notice as received, and its state. */
export type PaymentNoticeTable = JobColumns & {
  id: string
  gateway: string
  /** The same for all copies of one notice. */
  key: string
  bytes: Uint8Array
  headers: string
  received_at: number
  copies: number
  state: 'waiting' | 'authentic' | 'forged' | 'unreadable'
  /** Why it couldn't be read, or not yet. */
  reason: string | null
  order_id: string | null
  /** The checkout attempt in the notice, and the email of its customer. Null if the notice names no attempt. */
  attempt_id: string | null
  account: string | null
}

export type PaymentFactTable = {
  gateway: string
  transaction_id: string
  kind: PaymentFactKind
  parent_transaction_id: string | null
  attempt_id: string | null
  /** Null if the order is unknown. */
  order_id: string | null
  notice_id: string | null
  cents: number
  currency: string
  /** JSON. */
  payees: string
  live: number
  at: number
  /** The day in the business's time zone at the time, such as `2026-01-31`. Null until the next recount for older rows. */
  booked_on: string | null
  recorded_at: number
  /** The provider's id of a dispute, and its deadline for an answer. */
  case_id: string | null
  due_at: number | null
  /** The provider's fee, if the provider stated one. */
  fee_cents: number | null
  /** The fact's part of the order's `received_cents` and `refunded_cents`. */
  received_cents: number
  refunded_cents: number
}

/** The queue of tasks at payment providers: one permanent row per order, so that one task of an order runs at a time. */
export type ProviderQueueTable = JobColumns & {
  /** The order's id. */
  id: string
  /** When the site last queried the provider about the order. */
  queried_at: number | null
}

/** Something to ask or tell a payment provider about one order. */
export type ProviderTaskTable = {
  id: string
  order_id: string
  kind: 'ask' | 'capture' | 'refund'
  /** The subject, such as a checkout attempt. Each kind has one task per subject. */
  subject: string
  /** JSON: further input of this kind of task. */
  detail: string | null
  attempts: number
  due_at: number
  created_at: number
  /** The reason of the last failure. */
  reason: string | null
}

/** The decisions of people about an order's payments. */
export type PaymentDecisionTable = {
  id: string
  order_id: string
  kind: 'cancel' | 'paidByHand' | 'paidByHandTakenBack' | 'mismatchAccepted' | 'mismatchAcceptedTakenBack'
  actor: string
  reason: string
  at: number
  /** The transaction that the decision is about, or the decision that it takes back. */
  subject: string | null
  /** How the money of a mark by hand arrived, its reference, and the day, such as `2026-11-23`. */
  method: ManualPaymentMethod | null
  reference: string | null
  paid_on: string | null
}

/** Something for the owner to review. A person closes it, or the site does once it no longer applies. */
export type ReviewFlagTable = {
  id: string
  order_id: string | null
  kind: ReviewFlagKind
  /** The exact subject. Another payment or another amount gets another flag. */
  subject: string
  raised_at: number
  closed_at: number | null
  closed_by: string | null
  action: ReviewFlagClosingAction | null
  note: string | null
}

export type RefundRequestTable = {
  /** Also the idempotency key at the provider, so that repeated requests make one refund. */
  id: string
  order_id: string
  gateway: string
  payment_transaction_id: string
  cents: number
  reason: string
  actor: string
  at: number
  /** `asked`: the site asks the provider. `expected`: the owner makes it at the provider. `unclear`: the provider never answered. */
  state: 'asked' | 'expected' | 'unclear' | 'confirmed' | 'refused' | 'withdrawn'
  refusal: string | null
  refund_transaction_id: string | null
  /** JSON: the parts of the order that it is for (`RefundedPart`). Null if it isn't for parts. */
  parts: string | null
}
