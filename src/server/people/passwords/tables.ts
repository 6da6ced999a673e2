import type { JobColumns } from '#platform/db/tables.ts'

declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    /** Unprocessed requests for a new password, for known and unknown emails alike. */
    reset_request: ResetRequestTable
    /** Hashes of mailed links to a new password, and their expiry. */
    reset_link: { hash: string; user_id: string; ends_at: number }
  }
}

export type ResetRequestTable = JobColumns & {
  id: string
  email: string
  requested_at: number
}
