import type { JobColumns } from '#platform/db/tables.ts'

declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    staged_change: StagedChangeTable
    discarded_change: DiscardedChangeTable
    release_job: ReleaseJobTable
  }
}

/** A change that the next release applies to a record. One row per record. */
export type StagedChangeTable = {
  id: string
  kind: string
  record_id: string
  action: 'add' | 'change' | 'delete'
  /** All fields after the change. */
  data: string
  /** Whether the record will be hidden. Null if that doesn't change. */
  hidden: number | null
  /** All fields of the live record that the change is based on, and its version. Version 0 is a new record. */
  base: string
  base_version: number
  saves: number
  /** Email of the admin who last saved it. */
  author: string
  created_at: number
  saved_at: number
}

/** A staged change that an admin discarded and can restore. */
export type DiscardedChangeTable = StagedChangeTable & { discarded_at: number }

/** One row, a permanent job: when to publish the release, and which process does it. */
export type ReleaseJobTable = JobColumns & {
  id: number
  scheduled_at: number | null
  scheduled_by: string | null
  /** Why the last scheduled release failed. */
  failure: string | null
}
