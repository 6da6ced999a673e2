import type { JobColumns } from '#platform/db/tables.ts'

declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    /** One row per kind of counters to recount: a permanent job. */
    recount_job: JobColumns & { id: string }
  }
}
