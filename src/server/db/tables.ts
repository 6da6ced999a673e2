/** The tables as Kysely sees them. Times are epoch milliseconds; ids are UUIDs; JSON travels as text. */
export type Tables = {
  content_record: ContentRecordTable
  content_revision: ContentRevisionTable
  content_version: { id: number; version: number }
  user_record: UserRecordTable
  /** One row per thing that may happen once in the life of a database. */
  milestone: { name: string; reached_at: number }
  app_secret: { name: string; value: string }
  set_up_code: { hash: string; created_at: number }
  subscriber: { id: string; email: string; created_at: number }
  mail_outbox: MailOutboxTable
  audit_log: AuditLogTable
  /** Codes of second factors that logged somebody in, while they would still be valid. */
  spent_code: { user_id: string; code: string; spent_at: number }
  /** How often `key` was tried in the window that ends then. */
  attempt_limit: { key: string; count: number; window_ends_at: number }
}

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
  sent_at: number | null
  last_error: string | null
  created_at: number
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
