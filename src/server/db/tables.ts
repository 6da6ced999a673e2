import type { Kysely } from 'kysely'
import type { RecordEvent } from '../../contract/history.ts'
import type { VariantFormat } from '../../contract/media.ts'
import type { MessagePlace, MessageStatus } from '../../contract/messages.ts'
import type { OrderStatus, PaymentStatus } from '../../contract/order-states.ts'
import type { FactKind, FlagAction, PaymentFlag } from '../../contract/payment-states.ts'

/** The tables as Kysely sees them. Times are epoch milliseconds; ids are UUIDs; JSON travels as text. */
export type Tables = {
  content_record: ContentRecordTable
  content_revision: ContentRevisionTable
  content_trash: ContentTrashTable
  own_draft: OwnDraftTable
  draft_change: DraftChangeTable
  draft_publication: DraftPublicationTable
  content_version: { id: number; version: number }
  /** When what a public page shows was last changed. */
  page_change: { page: string; changed_at: number }
  /** The change of a page that search engines were told last. */
  index_now_page: { page: string; told_change: number }
  /** One row, a job that never ends: which process may tell them, and how often that was tried since it last worked. */
  index_now_turn: { id: number; attempts: number; due_at: number; claimed_at: number | null }
  user_record: UserRecordTable
  /** One row per thing that may happen once in the life of a database. */
  milestone: { name: string; reached_at: number }
  app_secret: { name: string; value: string }
  set_up_code: { hash: string; created_at: number }
  subscriber: SubscriberTable
  /** One row: how many subscribers the list holds. */
  subscriber_total: { id: number; listed: number }
  message: MessageTable
  message_total: MessageTotalTable
  mail_outbox: MailOutboxTable
  audit_log: AuditLogTable
  /** Requests for a new password that nobody has looked at yet, for known and unknown addresses alike. */
  reset_request: ResetRequestTable
  /** Mailed links to a new password: what is stored of each, and how long it works. */
  reset_link: { hash: string; user_id: string; ends_at: number }
  /** Codes of second factors that logged somebody in, while they would still be valid. */
  spent_code: { user_id: string; code: string; spent_at: number }
  orders: OrdersTable
  /** One row: the number that was allotted last, and the month of it. */
  order_books: { id: number; last_number: number; last_month: string }
  order_customer: OrderCustomerTable
  /** The first order of each month. */
  order_month: { month: string; first_number: number }
  order_tally: {
    month: string
    package_name: string
    payment_status: PaymentStatus
    order_status: OrderStatus
    count: number
    cents: number
    returned_cents: number
  }
  /** What happened to an order besides payments. */
  order_event: { id: string; order_id: string; at: number; kind: 'delivered' | 'reopened'; actor: string }
  payment_attempt: PaymentAttemptTable
  payment_notice: PaymentNoticeTable
  payment_fact: PaymentFactTable
  /** What people decided about an order's payment: to cancel it, or to take it for paid. */
  order_intent: { id: string; order_id: string; kind: 'cancel' | 'paidByHand'; actor: string; reason: string; at: number }
  payment_flag: PaymentFlagTable
  payee_confirmation: { email: string; confirmed_at: number; confirmed_by: string }
  invoice: InvoiceTable
  /** One row: the number that was allotted last. */
  invoice_books: { id: number; last_number: number }
  media: MediaTable
  media_variant: MediaVariantTable
  /** What became of a request with an Idempotency-Key: hashes of whose it was and what it held, and the outcome as JSON. */
  request_outcome: { id: string; fingerprint: string; outcome: string | null; kept_until: number }
  /** How often `key` was tried in the window that ends then. */
  attempt_limit: { key: string; count: number; window_ends_at: number }
}

/** What reads: the reading side of a database, or a transaction. */
export type Reader = Kysely<Tables>

export type ContentRecordTable = {
  id: string
  kind: string
  /** The kind, for the one record of a single section; null in lists. Unique, so a second is refused by the database. */
  sole: string | null
  data: string
  position: number
  version: number
  /** 1 while any of its fields holds demo content that the owner should replace. */
  sample: number
  /** 1 where visitors do not see it. */
  hidden: number
  created_at: number
  updated_at: number
}

/** A deleted record as it was, while it can be put back. */
export type ContentTrashTable = ContentRecordTable & { deleted_at: number; deleted_by: string }

/** What somebody has typed into the form of a record, or of a new one, and not saved. */
export type OwnDraftTable = {
  user_id: string
  kind: string
  record_id: string
  data: string
  /** Of the record that the form was opened with. */
  version: number | null
  saved_at: number
}

/** What becomes of a record once the draft is published: one row for each. */
export type DraftChangeTable = {
  id: string
  kind: string
  record_id: string
  action: 'add' | 'change' | 'delete'
  /** All fields as they will be. */
  data: string
  /** Whether it will be hidden; null where that stays as it is. */
  hidden: number | null
  /** All fields of the live record that it was made from, and its version; 0 for a new one. */
  base: string
  base_version: number
  saves: number
  /** Email of the admin who saved it last. */
  author: string
  created_at: number
  saved_at: number
}

/** One row, a job that never ends: when the draft is to be published, and which process may do that. */
export type DraftPublicationTable = {
  id: number
  scheduled_at: number | null
  scheduled_by: string | null
  /** Why the last one that was scheduled did not come about. */
  failure: string | null
  attempts: number
  due_at: number
  claimed_at: number | null
}

export type ContentRevisionTable = {
  id: string
  record_id: string
  kind: string
  version: number
  data: string
  /** Email of the admin who saved it, or the name of the process that did. */
  author: string
  saved_at: number
  event: RecordEvent
  /** 1 where it held demo content. */
  sample: number
}

export type UserRecordTable = {
  id: string
  /** Lower case; unique. */
  email: string
  role: string
  created_at: number
  updated_at: number
}

export type SubscriberTable = {
  id: string
  /** Lower case; unique. */
  email: string
  /** When it was subscribed; anew after leaving. */
  created_at: number
  /** When somebody typed it last; null for one from before there were confirmations. */
  asked_at: number | null
  /** When a link to confirm it was mailed last, what is stored of that link, and how long it works. */
  mailed_at: number | null
  link_hash: string | null
  link_ends_at: number | null
  confirmed_at: number | null
  /** When they left; what comes before it no longer counts. */
  ended_at: number | null
}

export type MessageTable = {
  id: string
  name: string
  email: string
  number: string
  subject: string
  body: string
  /** What a search looks through, in the spelling that it uses. */
  searched: string
  status: MessageStatus
  place: MessagePlace
  received_at: number
}

/** One row: how many messages lie in each place, unread and read. */
export type MessageTotalTable = { id: number } & Record<`${MessagePlace}_${Lowercase<MessageStatus>}`, number>

export type MailOutboxTable = {
  id: string
  recipient: string
  subject: string
  /** Plain text. */
  body: string
  /** An address; the sender's own where there is none. */
  reply_to: string | null
  /** Where one POST ends the subscription that this mail belongs to (RFC 8058). */
  unsubscribe: string | null
  attempts: number
  /** When it may be tried next; moved ahead by the process that tries, so that no second one does. */
  due_at: number
  /** Since when a process hands it over, until that is settled; a process that died leaves it set until `due_at`. */
  claimed_at: number | null
  sent_at: number | null
  last_error: string | null
  created_at: number
}

export type ResetRequestTable = {
  id: string
  email: string
  asked_at: number
  attempts: number
  due_at: number
  claimed_at: number | null
}

export type AuditLogTable = {
  id: string
  at: number
  /** Email of whoever did it, or the name of the process. */
  actor: string
  action: string
  /** What it was done to: an email or an id. */
  subject: string
  /** JSON; never a secret. */
  detail: string
  /** What a search looks through, in the spelling that it uses. */
  searched: string
}

export type OrdersTable = {
  id: string
  number: number
  customer_email: string
  /** Which of the customer's orders it is. */
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
  /** 1 while a payment is on its way. */
  under_review: number
  /** What went back of what was paid. */
  returned_cents: number
  /** In which it is counted, such as `2026-01`. */
  month: string
  placed_at: number
}

/** What a customer's orders come to. */
export type OrderCustomerTable = {
  email: string
  /** As on the last order, in lower case. */
  name: string
  orders: number
  to_pay: number
  paid: number
  paid_cents: number
  delivered: number
}

export type PaymentAttemptTable = {
  id: string
  order_id: string
  gateway: string
  cents: number
  currency: string
  payee: string
  /** 1 where real money is asked for. */
  live: number
  /** What the provider calls it, where it does. */
  reference: string | null
  created_at: number
}

/** A notice as it came, and how far it got. */
export type PaymentNoticeTable = {
  id: string
  gateway: string
  /** The same for each copy of one notice. */
  key: string
  bytes: Uint8Array
  headers: string
  received_at: number
  copies: number
  state: 'waiting' | 'authentic' | 'forged' | 'unreadable'
  /** Why it was not read, or not yet. */
  reason: string | null
  order_id: string | null
  attempts: number
  due_at: number
  claimed_at: number | null
}

export type PaymentFactTable = {
  gateway: string
  transaction_id: string
  kind: FactKind
  parent_transaction_id: string | null
  attempt_id: string | null
  /** None where nobody knows whose it is. */
  order_id: string | null
  notice_id: string | null
  cents: number
  currency: string
  /** JSON. */
  payees: string
  live: number
  at: number
  recorded_at: number
}

/** Something for the owner to look at; closed by a person, or by itself once it no longer holds. */
export type PaymentFlagTable = {
  id: string
  order_id: string | null
  kind: PaymentFlag
  /** What exactly it is about: another payment, or another amount, is another flag. */
  subject: string
  raised_at: number
  closed_at: number | null
  closed_by: string | null
  action: FlagAction | null
  note: string | null
}

export type InvoiceTable = {
  number: number
  order_id: string
  issued_at: number
  paid_at: number
  /** All that stands on it, as JSON: what it says stays, whatever becomes of the order and of the business's record. */
  printed: string
}

/** A picture of the library, as it was encoded anew. */
export type MediaTable = {
  /** The beginning of the SHA-256 of its bytes. */
  id: string
  /** Tells what it was made from: the SHA-256 of the file that came, or a part of which picture. */
  source: string
  format: 'jpg' | 'webp'
  width: number
  height: number
  size: number
  alt: string
  /** The description in the spelling that a search uses. */
  searched: string
  /** What stays in view where it is cropped, in percent. */
  focus_x: number
  focus_y: number
  cropped_from: string | null
  added_by: string
  added_at: number
  deleted_at: number | null
  bytes: Uint8Array
}

/** A smaller form of a picture, and the job of making it; named like its file. */
export type MediaVariantTable = {
  id: string
  media_id: string
  format: VariantFormat
  width: number
  attempts: number
  due_at: number
  claimed_at: number | null
  made_at: number | null
  bytes: Uint8Array | null
}

/** A table by its name; the last ones are the authentication library's. */
export type TableName = keyof Tables | 'user' | 'verification'
