import type { MessageFolder, MessageReadStatus, SpamReason } from '../../../../contract/inbox/messages.ts'
import type { WorkEmailFrequency } from '../../../../contract/people/work-email-frequency.ts'

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
  /** When it entered the spam folder. Null elsewhere, and for older spam. */
  spam_since: number | null
}

export type EmailOutboxTable = {
  id: string
  recipient: string
  subject: string
  /** JSON of what the email says. Empty once it is sent. */
  body: string
  attempts: number
  /** The time of the next attempt. A process that claims the email moves it forward, so that no second one does. */
  due_at: number
  /** Since when a process has been sending it. A killed process leaves it set until `due_at`. */
  claimed_at: number | null
  sent_at: number | null
  last_error: string | null
  created_at: number
}

export type ResetRequestTable = {
  id: string
  email: string
  requested_at: number
  attempts: number
  due_at: number
  claimed_at: number | null
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
