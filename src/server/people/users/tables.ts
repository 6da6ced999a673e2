import type { WorkEmailFrequency } from '#contract/people/work-email-frequency.ts'

declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    user_role: UserRoleTable
    setup_code: { hash: string; created_at: number }
    /** Events that happen once per database. */
    milestone: { name: string; reached_at: number }
  }
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
  /** 1 if an email says when money arrives. */
  payment_emails: number
}
