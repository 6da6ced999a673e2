import type { Kysely } from 'kysely'
import type { OrderStatus, PaymentStatus } from '../../../contract/sales/order-enums.ts'
import type {
  AutosaveTable,
  ContentRecordTable,
  ContentRevisionTable,
  ContentTrashTable,
  MediaTable,
  MediaVariantTable,
  ReleaseJobTable,
  StagedChangeTable,
} from './tables/content.ts'
import type {
  AuditLogTable,
  EmailOutboxTable,
  MessageTable,
  ResetRequestTable,
  SubscriberTable,
  UserRoleTable,
} from './tables/people.ts'
import type {
  CreditNoteTable,
  CustomerCounterTable,
  InvoiceTable,
  OrderDecisionTable,
  OrdersTable,
  PaymentAttemptTable,
  PaymentFactTable,
  PaymentNotificationTable,
  ProviderQueueTable,
  ProviderTaskTable,
  RefundRequestTable,
  ReviewFlagTable,
} from './tables/sales.ts'

export type * from './tables/content.ts'
export type * from './tables/people.ts'
export type * from './tables/sales.ts'

/** The tables as Kysely sees them. Times are epoch milliseconds; ids are UUIDs; JSON travels as text. */
export type DatabaseTables = {
  content_record: ContentRecordTable
  content_revision: ContentRevisionTable
  content_trash: ContentTrashTable
  autosave: AutosaveTable
  staged_change: StagedChangeTable
  release_job: ReleaseJobTable
  content_version: { id: number; version: number }
  /** When what a public page shows was last changed. */
  page_change: { page: string; changed_at: number }
  /** The change of a page that search engines were told last. */
  index_now_page: { page: string; submitted_changed_at: number }
  /** One row, a job that never ends: which process may tell them, and how often that was tried since it last worked. */
  index_now_job: { id: number; attempts: number; due_at: number; claimed_at: number | null }
  /** One row: the number of the last save, and when it was (SQLite; `last-save.ts`). */
  last_save: { id: number; sequence: number; saved_at: number }
  /** The rows that processes write to test whether saving works. */
  save_probe: { id: string; filler: string }
  /** A private address that sent `X-Forwarded-For` without being in TRUST_PROXY, and when it last did. */
  unlisted_proxy: { address: string; seen_at: number }
  user_role: UserRoleTable
  /** The applied migrations; created by `migrate.ts`. */
  migration: { name: string; digest: string; applied_at: number }
  /** One row per thing that may happen once in the life of a database. */
  milestone: { name: string; reached_at: number }
  app_secret: { name: string; value: string }
  setup_code: { hash: string; created_at: number }
  subscriber: SubscriberTable
  message: MessageTable
  email_outbox: EmailOutboxTable
  /** The processes that work on this database, and those that ended and were not found out yet. */
  process: { name: string; started_at: number }
  /** How often a page, by its path, or an event, by its name, was counted on a day such as `2026-11-22`. */
  daily_count: { day: string; subject: string; count: number }
  audit_log: AuditLogTable
  /** One row for each kind of thing that is removed one day: a job that never ends. */
  retention_job: { id: string; attempts: number; due_at: number; claimed_at: number | null }
  /** One row for each kind of totals that are counted again: a job that never ends. */
  recount_job: { id: string; attempts: number; due_at: number; claimed_at: number | null }
  /** Requests for a new password that nobody has looked at yet, for known and unknown addresses alike. */
  reset_request: ResetRequestTable
  /** Mailed links to a new password: what is stored of each, and how long it works. */
  reset_link: { hash: string; user_id: string; ends_at: number }
  /** Codes of second factors that logged somebody in, while they would still be valid. */
  used_second_factor_code: { user_id: string; code: string; used_at: number }
  orders: OrdersTable
  /** One row: the number that was allotted last, and the month of it. */
  order_sequence: { id: number; last_number: number; last_month: string }
  customer_counter: CustomerCounterTable
  /** The first order of each month. */
  order_month: { month: string; first_number: number }
  /** What the orders of each month add up to. */
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
  /** What happened to an order besides payments. */
  order_event: { id: string; order_id: string; at: number; kind: 'delivered' | 'reopened'; actor: string }
  payment_attempt: PaymentAttemptTable
  payment_notice: PaymentNotificationTable
  payment_fact: PaymentFactTable
  provider_queue: ProviderQueueTable
  provider_task: ProviderTaskTable
  /** What people decided about an order's payment: to cancel it, or to take it for paid. */
  order_decision: OrderDecisionTable
  review_flag: ReviewFlagTable
  payee_confirmation: { email: string; confirmed_at: number; confirmed_by: string }
  /** At most one row: whether search engines may list the site while it holds samples (0 or 1). */
  search_engine_decision: { id: number; is_allowed: number; decided_at: number; decided_by: string }
  invoice: InvoiceTable
  credit_note: CreditNoteTable
  refund_request: RefundRequestTable
  /** One row for each series: its last number, and its first. */
  invoice_sequence: { id: number; last_number: number; first_number: number }
  media: MediaTable
  media_variant: MediaVariantTable
  /** What became of a request with an Idempotency-Key: hashes of whose it was and what it held, and the outcome as JSON. */
  idempotent_request: { id: string; fingerprint: string; outcome: string | null; expires_at: number }
  /** How often `key` was tried in the window that ends then. */
  attempt_counter: { key: string; count: number; window_ends_at: number }
}

/** What reads: the reading side of a database, or a transaction. */
export type DatabaseReader = Kysely<DatabaseTables>

/** A table by its name; the last ones are the authentication library's. */
export type TableName = keyof DatabaseTables | 'user' | 'session' | 'account' | 'verification' | 'twoFactor' | 'jwks'
