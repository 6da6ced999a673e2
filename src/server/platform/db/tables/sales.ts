import type { OrderStatus, PaymentStatus } from '#contract/sales/order-statuses.ts'
import type {
  ManualPaymentMethod,
  PaymentFactKind,
  ReviewFlagClosingAction,
  ReviewFlagKind,
} from '#contract/sales/payment-kinds.ts'
import type { JobColumns } from './job-columns.ts'

export type SalesTables = {
  orders: OrderTable
  /** One row: the last order number and its month. */
  order_sequence: { id: number; last_number: number; last_month: string }
  customer_counter: CustomerCounterTable
  customer_note: CustomerNoteTable
  customer_follow_up: CustomerFollowUpTable
  order_month: { month: string; first_number: number }
  order_counter: {
    month: string
    package_name: string
    payment_status: PaymentStatus
    order_status: OrderStatus
    is_test: number
    count: number
    cents: number
    received_cents: number
    refunded_cents: number
  }
  /** Changes of an order other than payments. */
  order_event: OrderEventTable
  payment_attempt: PaymentAttemptTable
  payment_notice: PaymentNoticeTable
  payment_fact: PaymentFactTable
  provider_queue: ProviderQueueTable
  provider_task: ProviderTaskTable
  /** Decisions of people about an order's payment, such as a cancellation or a mark as paid. */
  order_decision: PaymentDecisionTable
  review_flag: ReviewFlagTable
  payee_confirmation: { email: string; confirmed_at: number; confirmed_by: string }
  /** The invoice of each order. */
  invoice: InvoiceTable
  /** The invoices whose payment was taken back. A credit note cancels each. */
  cancelled_invoice: InvoiceTable & { transaction_id: string }
  credit_note: CreditNoteTable
  refund_request: RefundRequestTable
  /** One row per series: its last number, and its first. */
  invoice_sequence: { id: number; last_number: number; first_number: number }
}

export type OrderTable = {
  id: string
  number: number
  customer_email: string
  /** Counts the customer's orders from 1. */
  customer_number: number
  customer_name: string
  customer_address: string
  customer_country: string
  package_id: string
  package_name: string
  package_price: string
  package_points: string
  price_cents: number
  payment_status: PaymentStatus
  order_status: OrderStatus
  /** 1: a payment is pending. 2: a payment that doesn't match waits for the owner. Otherwise 0. */
  under_review: number
  /** The money received and returned: live money if any arrived, otherwise test money. */
  received_cents: number
  refunded_cents: number
  /** 1 if the counted payments are test money (sandbox, rehearsal). */
  is_test: number
  /** The month that counts the order, such as `2026-01`. */
  month: string
  placed_at: number
  /** The day in the business's time zone at the time, such as `2026-01-31`. Older orders have none. */
  placed_on: string | null
}

/** A change of an order's status. */
export type OrderEventTable = {
  id: string
  order_id: string
  at: number
  kind: 'delivered' | 'reopened'
  actor: string
  /** The outbox id of the email about it, if any. */
  email_id: string | null
  /** Set once an admin undid the change before its email was sent. */
  undone_at: number | null
}

export type CustomerCounterTable = {
  email: string
  /** The name on the last order, in lower case. */
  name: string
  orders: number
  to_pay: number
  paid: number
  paid_cents: number
  delivered: number
  /** The part of `paid` and `paid_cents` that was paid with test money. */
  test_paid: number
  test_paid_cents: number
}

/** A note of the team about a person, by email in lower case. */
export type CustomerNoteTable = {
  id: string
  email: string
  text: string
  author: string
  created_at: number
}

/** When to get in touch with a person again. `due_on` is YYYY-MM-DD. */
export type CustomerFollowUpTable = { email: string; due_on: string; note: string; set_by: string }

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

export type InvoiceTable = {
  /** Negative for a test invoice: -1 is TEST-1. */
  number: number
  order_id: string
  issued_at: number
  paid_at: number
  /** The printed content as JSON. It stays the same when the order or the business changes. */
  content: string
  /** The PDF from its first rendering. Null before. */
  pdf: Uint8Array | null
}

/** One row for each counted refund and reversal, and one more when a reversal ends. */
export type CreditNoteTable = {
  /** Negative for test money: -1 is TEST-CN-1. */
  number: number
  order_id: string
  /** The provider of the refund or reversal, and its id there. */
  gateway: string
  transaction_id: string
  /** Counts the credit notes of one refund or reversal from 1. The second one cancels the first. */
  sequence: number
  /** Negative if it cancels an earlier credit note. */
  cents: number
  issued_at: number
  refunded_at: number
  content: string
  pdf: Uint8Array | null
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
}
