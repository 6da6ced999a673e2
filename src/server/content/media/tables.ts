import type { VariantFormat } from '#contract/content/media-urls.ts'
import type { JobColumns } from '#platform/db/tables.ts'

declare module '#platform/db/tables.ts' {
  interface DatabaseTables {
    media: MediaTable
    media_variant: MediaVariantTable
  }
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
