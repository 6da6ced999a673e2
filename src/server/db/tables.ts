import type { Kysely } from 'kysely'
import type { MessagePlace, MessageStatus } from '../../contract/messages.ts'

/** The tables as Kysely sees them. Times are epoch milliseconds; ids are UUIDs; JSON travels as text. */
export type Tables = {
  content_record: ContentRecordTable
  content_revision: ContentRevisionTable
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
  mail_outbox: MailOutboxTable
  audit_log: AuditLogTable
  /** Requests for a new password that nobody has looked at yet, for known and unknown addresses alike. */
  reset_request: ResetRequestTable
  /** Mailed links to a new password: what is stored of each, and how long it works. */
  reset_link: { hash: string; user_id: string; ends_at: number }
  /** Codes of second factors that logged somebody in, while they would still be valid. */
  spent_code: { user_id: string; code: string; spent_at: number }
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
  /** 1 while it holds demo content that the owner should replace. */
  sample: number
  created_at: number
  updated_at: number
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
}
