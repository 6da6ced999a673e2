import type { MessageFolder, MessageStatus } from '../../../../contract/inbox/messages.ts'

export type UserRoleTable = {
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
  confirmation_sent_at: number | null
  confirmation_token_hash: string | null
  confirmation_expires_at: number | null
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
  place: MessageFolder
  received_at: number
}

export type EmailOutboxTable = {
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
