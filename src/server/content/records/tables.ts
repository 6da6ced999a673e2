import type { RecordHistoryEventKind } from '#contract/content/record-history.ts'

declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    content_record: ContentRecordTable
    content_revision: ContentRevisionTable
    content_trash: ContentTrashTable
    autosave: AutosaveTable
    /** When the content of a public page last changed. */
    page_change: { page: string; changed_at: number }
  }
}

export type ContentRecordTable = {
  id: string
  kind: string
  /** The kind, for the record of a single content kind; null in lists. A unique index refuses a second record. */
  unique_key: string | null
  data: string
  position: number
  version: number
  /** JSON array of the invented fields. `[]` if the whole record awaits the owner's review. Null if it isn't a sample. */
  sample: string | null
  /** 1 if visitors don't see the record. */
  hidden: number
  created_at: number
  updated_at: number
}

export type ContentRevisionTable = {
  id: string
  record_id: string
  kind: string
  version: number
  data: string
  /** Email of the admin, or the name of the process, that saved it. */
  author: string
  saved_at: number
  event: RecordHistoryEventKind
  /** As in `content_record`. */
  sample: string | null
}

/** A deleted record that can still be restored. */
export type ContentTrashTable = ContentRecordTable & { deleted_at: number; deleted_by: string }

/** Text that an admin typed into the form of a record, or of a new one, and didn't save. */
export type AutosaveTable = {
  user_id: string
  kind: string
  record_id: string
  data: string
  /** The record's version when the form opened. */
  version: number | null
  saved_at: number
  /** The version of the staged change when the form opened. Null if the form showed the live record. */
  draft: number | null
}
