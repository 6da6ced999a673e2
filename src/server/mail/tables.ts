import type { JobColumns } from '#platform/db/tables.ts'

declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    email_outbox: EmailOutboxTable
  }
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
