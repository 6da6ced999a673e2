import type { MessageFolder, MessageReadStatus, SpamReason } from '#contract/inbox/messages.ts'
import type { WorkEmailFrequency } from '#contract/people/work-email-frequency.ts'
import type { JobColumns } from './job-columns.ts'

export type PeopleInboxMailAndAuditTables = {
  user_role: UserRoleTable
  setup_code: { hash: string; created_at: number }
  subscriber: SubscriberTable
  message: MessageTable
  email_outbox: EmailOutboxTable
  audit_log: AuditLogTable
  /** Unprocessed requests for a new password, for known and unknown emails alike. */
  reset_request: ResetRequestTable
  /** Hashes of mailed links to a new password, and their expiry. */
  reset_link: { hash: string; user_id: string; ends_at: number }
  /** Used codes of second factors, while they would still be valid. */
  used_second_factor_code: { user_id: string; code: string; used_at: number }
}

export type UserRoleTable = {
  id: string
  /** Lower case and unique. */
  email: string
  role: string
  created_at: number
  updated_at: number
  /** Null until the person chooses. */
  work_emails: WorkEmailFrequency | null
}

export type SubscriberTable = {
  id: string
  /** Lower case and unique. */
  email: string
  /** When the person subscribed, last time. */
  created_at: number
  /** When a visitor last entered the email. Null if the row is older than confirmations. */
  requested_at: number | null
  /** When the last confirmation link was mailed, its hash, and its expiry. */
  confirmation_sent_at: number | null
  confirmation_token_hash: string | null
  confirmation_expires_at: number | null
  confirmed_at: number | null
  /** When the person unsubscribed. Earlier times no longer count. */
  ended_at: number | null
}

export type MessageTable = {
  id: string
  name: string
  email: string
  number: string
  subject: string
  site_url: string
  zip_codes: string
  body: string
  search_text: string
  status: MessageReadStatus
  place: MessageFolder
  /** Why the site put it into the spam folder. Null if it didn't. */
  spam_reason: SpamReason | null
  received_at: number
  /** When it entered the spam folder, or when an admin read it there. Null elsewhere, and for older spam. */
  spam_since: number | null
}

export type EmailOutboxTable = JobColumns & {
  id: string
  recipient: string
  subject: string
  /** JSON of what the email says. Empty once it is sent. */
  body: string
  sent_at: number | null
  last_error: string | null
  created_at: number
}

export type ResetRequestTable = JobColumns & {
  id: string
  email: string
  requested_at: number
}

export type AuditLogTable = {
  id: string
  at: number
  /** Email of the person, or the name of the process. */
  actor: string
  action: string
  /** The email or id that the action concerned. */
  subject: string
  /** JSON, without secrets. */
  detail: string
  search_text: string
}
