import type { JobColumns } from '#platform/db/tables.ts'

declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    index_now_page: { page: string; submitted_changed_at: number }
    /** One row, a permanent job: which process reports to search engines, and how many attempts failed in a row. */
    index_now_job: JobColumns & { id: number }
  }
}
