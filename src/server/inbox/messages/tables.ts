import type { MessageFolder, MessageReadStatus, SpamReason } from '#contract/inbox/messages.ts'

declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    message: MessageTable
  }
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
