import type { VariantFormat } from '#contract/content/media-urls.ts'
import type { RecordHistoryEventKind } from '#contract/content/record-history.ts'
import type { JobColumns } from './job-columns.ts'

export type ContentTables = {
  content_record: ContentRecordTable
  content_revision: ContentRevisionTable
  content_trash: ContentTrashTable
  autosave: AutosaveTable
  staged_change: StagedChangeTable
  discarded_change: DiscardedChangeTable
  release_job: ReleaseJobTable
  content_version: { id: number; version: number }
  /** When the content of a public page last changed. */
  page_change: { page: string; changed_at: number }
  media: MediaTable
  media_variant: MediaVariantTable
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

/** An image of the library after encoding. */
export type MediaTable = {
  /** The start of the SHA-256 of the bytes. */
  id: string
  /** The origin: the SHA-256 of the uploaded file, or the crop of another image. */
  source: string
  format: 'jpg' | 'webp'
  width: number
  height: number
  size: number
  alt: string
  /** The description, normalized for search. */
  search_text: string
  /** The point that stays in view when the image is cropped, in percent. */
  focus_x: number
  focus_y: number
  cropped_from: string | null
  /** The words of the uploaded file's name, or ''. */
  file_name: string
  added_by: string
  added_at: number
  deleted_at: number | null
  bytes: Uint8Array
}

/** A smaller form of an image, and the job that creates it. The id is its file name. */
export type MediaVariantTable = JobColumns & {
  id: string
  media_id: string
  format: VariantFormat
  width: number
  made_at: number | null
  bytes: Uint8Array | null
}
