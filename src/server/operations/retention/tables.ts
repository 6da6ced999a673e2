import type { JobColumns } from '#platform/db/tables.ts'

declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    /** One row per retention rule: a permanent job. */
    retention_job: JobColumns & { id: string }
  }
}
