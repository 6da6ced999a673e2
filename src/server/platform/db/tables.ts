import type { Kysely } from 'kysely'
import type { OrderStatus, PaymentStatus } from '../../../contract/sales/order-and-payment-statuses.ts'
import type {
  AutosaveTable,
  ContentRecordTable,
  ContentRevisionTable,
  ContentTrashTable,
  DiscardedChangeTable,
  MediaTable,
  MediaVariantTable,
  ReleaseJobTable,
  StagedChangeTable,
} from './tables/content.ts'
import type {
  OrderConversationTable,
  OrderFileChunkTable,
  OrderFilePreviewTable,
  OrderFileTable,
  OrderFileTotalTable,
  OrderMessageBurstTable,
  OrderMessageTable,
} from './tables/conversation-and-order-files.ts'
import type {
  AuditLogTable,
  EmailOutboxTable,
  MessageTable,
  ResetRequestTable,
  SubscriberTable,
  UserRoleTable,
} from './tables/people-inbox-mail-and-audit.ts'
import type {
  CreditNoteTable,
  CustomerCounterTable,
  CustomerFollowUpTable,
  CustomerNoteTable,
  InvoiceTable,
  OrderEventTable,
  OrderTable,
  PaymentAttemptTable,
  PaymentDecisionTable,
  PaymentFactTable,
  PaymentNoticeTable,
  ProviderQueueTable,
  ProviderTaskTable,
  RefundRequestTable,
  ReviewFlagTable,
} from './tables/sales.ts'
import type {
  BriefTable,
  DeliverableOutcomeTable,
  DeliverableStepTable,
  DeliverableTable,
  OrderWorkTable,
  SentBriefTable,
  SentReminderTable,
} from './tables/work.ts'

export type * from './tables/content.ts'
export type * from './tables/conversation-and-order-files.ts'
export type * from './tables/people-inbox-mail-and-audit.ts'
export type * from './tables/sales.ts'
export type * from './tables/work.ts'

/** The tables for Kysely. Times are epoch milliseconds, ids are UUIDs, and JSON is text. */
export type DatabaseTables = {
  content_record: ContentRecordTable
  content_revision: ContentRevisionTable
  content_trash: ContentTrashTable
  autosave: AutosaveTable
  staged_change: StagedChangeTable
  discarded_change: DiscardedChangeTable
  release_job: ReleaseJobTable
  content_version: { id: number; version: number }
  /** When the content of a public page last changed. */
  page_change: { page: string; changed_at: number }
  index_now_page: { page: string; submitted_changed_at: number }
  /** One row, a permanent job: which process reports to search engines, and how many attempts failed in a row. */
  index_now_job: { id: number; attempts: number; due_at: number; claimed_at: number | null }
  /** One row: the number and the time of the last save (SQLite; `detect-missing-saves.ts`). */
  last_save: { id: number; sequence: number; saved_at: number }
  /** Rows that processes write to test whether saving works. */
  save_probe: { id: string; filler: string }
  /** Private addresses that sent `X-Forwarded-For` without being in TRUST_PROXY, and the last time. */
  unlisted_proxy: { address: string; seen_at: number }
  user_role: UserRoleTable
  /** The applied migrations. `migrate.ts` creates this table. */
  migration: { name: string; digest: string; applied_at: number }
  /** Events that happen once per database. */
  milestone: { name: string; reached_at: number }
  app_secret: { name: string; value: string }
  setup_code: { hash: string; created_at: number }
  subscriber: SubscriberTable
  message: MessageTable
  email_outbox: EmailOutboxTable
  /** Processes on this database, including those whose end no other process has noticed yet. */
  process: { name: string; started_at: number }
  /** Daily counts of a page, by its path, or of an event, by its name. `day` is like `2026-11-22`. */
  daily_count: { day: string; subject: string; count: number }
  /** Requests for a path without a page, and uses of a redirect by its id. A path begins with a slash. */
  path_hit: { subject: string; hits: number; last_at: number }
  audit_log: AuditLogTable
  /** One row per retention rule: a permanent job. */
  retention_job: { id: string; attempts: number; due_at: number; claimed_at: number | null }
  /** One row per kind of counters to recount: a permanent job. */
  recount_job: { id: string; attempts: number; due_at: number; claimed_at: number | null }
  /** Unprocessed requests for a new password, for known and unknown emails alike. */
  reset_request: ResetRequestTable
  /** Hashes of mailed links to a new password, and their expiry. */
  reset_link: { hash: string; user_id: string; ends_at: number }
  /** Used codes of second factors, while they would still be valid. */
  used_second_factor_code: { user_id: string; code: string; used_at: number }
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
  /** At most one row: whether search engines may list the site while it holds samples (0 or 1). */
  search_engine_decision: { id: number; is_allowed: number; decided_at: number; decided_by: string }
  invoice: InvoiceTable
  credit_note: CreditNoteTable
  refund_request: RefundRequestTable
  order_work: OrderWorkTable
  brief: BriefTable
  sent_brief: SentBriefTable
  deliverable: DeliverableTable
  deliverable_step: DeliverableStepTable
  deliverable_outcome: DeliverableOutcomeTable
  sent_reminder: SentReminderTable
  /** Orders whose customer stopped the reminders. */
  stopped_reminder: { order_id: string; stopped_at: number }
  /** One row per kind of reminder: a permanent job. */
  reminder_job: { id: string; attempts: number; due_at: number; claimed_at: number | null }
  /** One row per series: its last number, and its first. */
  invoice_sequence: { id: number; last_number: number; first_number: number }
  order_conversation: OrderConversationTable
  order_message: OrderMessageTable
  order_message_burst: OrderMessageBurstTable
  order_file: OrderFileTable
  order_file_total: OrderFileTotalTable
  order_file_chunk: OrderFileChunkTable
  order_file_preview: OrderFilePreviewTable
  media: MediaTable
  media_variant: MediaVariantTable
  /** Requests with an Idempotency-Key: hashes of sender and input, and the outcome as JSON. */
  idempotent_request: { id: string; fingerprint: string; outcome: string | null; expires_at: number }
  /** How many attempts `key` made in the current window. */
  attempt_counter: { key: string; count: number; window_ends_at: number }
}

/** A database for reads, or a transaction. */
export type DatabaseReader = Kysely<DatabaseTables>

/** The name of a table. The last ones belong to the authentication library. */
export type TableName = keyof DatabaseTables | 'user' | 'session' | 'account' | 'verification' | 'twoFactor' | 'jwks'
