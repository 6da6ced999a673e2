import * as z from 'zod/mini'
import { contentKinds } from '#contract/content-kinds.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { UPLOAD_FILE_PART } from '#contract/core/endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { SampleFieldNames } from '../records/records.ts'

// The export format (decision 50). A change needs a new EXPORT_VERSION, and the import must still read the older versions.

export const EXPORT_FORMAT = 'rankstead-content'
export const EXPORT_VERSION = 4

export const EXPORT_MANIFEST_FILE_NAME = 'rankstead.json'
export const EXPORT_CONTENT_FILE_NAME = 'content.json'

/** The limit of each JSON file, in bytes. */
export const MAX_EXPORT_JSON_BYTES = 16 * 1024 * 1024
const MAX_IMAGE_BYTES = 16 * 1024 * 1024

const id = z.string().check(z.regex(/^[0-9a-f]{32}$/))

const exportedImageSchema = z.strictObject({
  /** The first 32 hex digits of the SHA-256 of the image's bytes. */
  id,
  format: z.enum(['jpg', 'webp']),
  bytes: z.int().check(z.minimum(1), z.maximum(MAX_IMAGE_BYTES)),
  width: z.int().check(z.minimum(1)),
  height: z.int().check(z.minimum(1)),
  alt: z.string(),
  focusX: z.number(),
  focusY: z.number(),
  /** The image that this one is a part of. */
  croppedFrom: z.nullable(id),
  /** The words of the uploaded file's name. */
  fileName: z.optional(z.string().check(z.regex(/^[a-z0-9-]{1,60}$/))),
})
export type ExportedImage = z.output<typeof exportedImageSchema>

export const exportManifestSchema = z.strictObject({
  format: z.literal(EXPORT_FORMAT),
  version: z.literal([1, 2, 3, EXPORT_VERSION]),
  /** ISO 8601. */
  madeAt: z.iso.datetime(),
  /** The file with the records. */
  content: z.strictObject({ sha256: z.string(), bytes: z.int() }),
  pictures: z.array(exportedImageSchema),
})
export type ExportManifest = z.output<typeof exportManifestSchema>

/**
 * Maps field names to values, plus `_id`, `_hidden` and `_sample`.
 * `_sample` is true for a whole record. Since version 3 it may list the invented fields, separated by spaces.
 * Since version 4, formatted texts are Markdown.
 * `_slugs` lists the slugs of the record's page since version 2, the current one first.
 */
export const exportedRecordSchema = z.record(z.string(), z.union([z.string(), z.literal(true)]))

export const DAMAGED_FILE_MESSAGE = 'This file is damaged or was edited. Download it again.'

export type ImportedRecord = {
  id: string
  isHidden: boolean
  sampleFields: SampleFieldNames
  /** Empty if the file has none. */
  slugs: readonly string[]
  values: Record<string, string>
}

/** The kinds that an export holds. Payment emails are left out: a copied site must not send its payments to another account. */
export const transferredKinds: readonly ContentKind[] = contentKinds.filter(({ recent }) => !recent)

/** Returns the image's path inside the archive. */
export function getArchiveImagePath({ id, format }: Pick<ExportedImage, 'id' | 'format'>): string {
  return `media/${id}.${format}`
}

/** How many problems of one file are listed. */
const MAX_MESSAGES = 20

export function createImportError(sentences: readonly string[], status = 400): UserError {
  const omittedCount = sentences.length - MAX_MESSAGES
  const listedMessages = omittedCount > 0 ? [...sentences.slice(0, MAX_MESSAGES), `And ${omittedCount} more.`] : sentences
  const fields = listedMessages.map((sentence, index) => [
    index === 0 ? UPLOAD_FILE_PART : `${UPLOAD_FILE_PART}${index + 1}`,
    sentence,
  ])
  return new UserError(status, `Nothing was imported. ${listedMessages[0]}`, Object.fromEntries(fields))
}
