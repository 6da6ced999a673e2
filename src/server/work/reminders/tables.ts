import type { JobColumns } from '#platform/db/tables.ts'

declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    sent_reminder: SentReminderTable
    /** Orders whose customer stopped the reminders. */
    stopped_reminder: { order_id: string; stopped_at: number }
    /** One row per kind of reminder: a permanent job. */
    reminder_job: JobColumns & { id: string }
  }
}

/** An email that must not be sent twice. */
export type SentReminderTable = {
  /** Such as `answers-2`. */
  kind: string
  /** What it was about: an order, a draft or a day. */
  subject: string
  sent_at: number
}
