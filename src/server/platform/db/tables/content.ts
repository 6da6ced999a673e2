import type { VariantFormat } from '../../../../contract/content/media.ts'
import type { RecordEvent } from '../../../../contract/content/record-history.ts'

export type ContentRecordTable = {
  id: string
  kind: string
  /** The kind, for the one record of a single content kind; null in lists. Unique, so a second is refused by the database. */
  sole: string | null
  data: string
  position: number
  version: number
  /** JSON array of the fields with invented values; `[]` where the record as a whole awaits the owner's look; null for no sample. */
  sample: string | null
  /** 1 where visitors do not see it. */
  hidden: number
  created_at: number
  updated_at: number
}

/** A deleted record as it was, while it can be put back. */
export type ContentTrashTable = ContentRecordTable & { deleted_at: number; deleted_by: string }

/** What somebody has typed into the form of a record, or of a new one, and not saved. */
export type AutosaveTable = {
  user_id: string
  kind: string
  record_id: string
  data: string
  /** Of the record that the form was opened with. */
  version: number | null
  saved_at: number
  /** Of what the draft of the site made of it then, where the form showed that. */
  draft: number | null
}

/** What becomes of a record once the draft is published: one row for each. */
export type StagedChangeTable = {
  id: string
  kind: string
  record_id: string
  action: 'add' | 'change' | 'delete'
  /** All fields as they will be. */
  data: string
  /** Whether it will be hidden; null where that stays as it is. */
  hidden: number | null
  /** All fields of the live record that it was made from, and its version; 0 for a new one. */
  base: string
  base_version: number
  saves: number
  /** Email of the admin who saved it last. */
  author: string
  created_at: number
  saved_at: number
}

/** One row, a job that never ends: when the draft is to be published, and which process may do that. */
export type ReleaseJobTable = {
  id: number
  scheduled_at: number | null
  scheduled_by: string | null
  /** Why the last one that was scheduled did not come about. */
  failure: string | null
  attempts: number
  due_at: number
  claimed_at: number | null
}

export type ContentRevisionTable = {
  id: string
  record_id: string
  kind: string
  version: number
  data: string
  /** Email of the admin who saved it, or the name of the process that did. */
  author: string
  saved_at: number
  event: RecordEvent
  /** As in `content_record`. */
  sample: string | null
}

/** A picture of the library, as it was encoded anew. */
export type MediaTable = {
  /** The beginning of the SHA-256 of its bytes. */
  id: string
  /** Tells what it was made from: the SHA-256 of the file that came, or a part of which picture. */
  source: string
  format: 'jpg' | 'webp'
  width: number
  height: number
  size: number
  alt: string
  /** The description in the spelling that a search uses. */
  searched: string
  /** What stays in view where it is cropped, in percent. */
  focus_x: number
  focus_y: number
  cropped_from: string | null
  added_by: string
  added_at: number
  deleted_at: number | null
  bytes: Uint8Array
}

/** A smaller form of a picture, and the job of making it; named like its file. */
export type MediaVariantTable = {
  id: string
  media_id: string
  format: VariantFormat
  width: number
  attempts: number
  due_at: number
  claimed_at: number | null
  made_at: number | null
  bytes: Uint8Array | null
}
