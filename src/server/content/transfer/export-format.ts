import * as z from 'zod/mini'
import { contentKinds } from '../../../contract/content-kinds.ts'
import type { ContentKind } from '../../../contract/core/content-kind.ts'
import { UPLOAD_FILE_PART } from '../../../contract/core/endpoint.ts'
import { UserError } from '../../../contract/core/user-error.ts'
import type { SampleFields } from '../records/records.ts'

// The format of an export (docs/decisions/0050). What changes here needs another VERSION, and has to read the former ones.

export const EXPORT_FORMAT = 'rankstead-content'
export const EXPORT_VERSION = 3

export const MANIFEST_FILE_NAME = 'rankstead.json'
export const CONTENT_FILE_NAME = 'content.json'

/** How large both may be, in bytes. */
export const MAX_JSON_BYTES = 16 * 1024 * 1024
const MAX_IMAGE_BYTES = 16 * 1024 * 1024

const id = z.string().check(z.regex(/^[0-9a-f]{32}$/))

const imageEntrySchema = z.strictObject({
  /** The beginning of the SHA-256 of its bytes. */
  id,
  format: z.enum(['jpg', 'webp']),
  bytes: z.int().check(z.minimum(1), z.maximum(MAX_IMAGE_BYTES)),
  width: z.int().check(z.minimum(1)),
  height: z.int().check(z.minimum(1)),
  alt: z.string(),
  focusX: z.number(),
  focusY: z.number(),
  /** Of which picture it is a part. */
  croppedFrom: z.nullable(id),
})
export type ImageEntry = z.output<typeof imageEntrySchema>

export const manifestSchema = z.strictObject({
  format: z.literal(EXPORT_FORMAT),
  version: z.literal([1, 2, EXPORT_VERSION]),
  /** ISO 8601. */
  madeAt: z.iso.datetime(),
  /** Of the file with the records. */
  content: z.strictObject({ sha256: z.string(), bytes: z.int() }),
  pictures: z.array(imageEntrySchema),
})
export type Manifest = z.output<typeof manifestSchema>

/**
 * The records of each kind in their order: `_id`, `_hidden` and `_sample` where they are so, and the fields by name.
 * Since version 3 `_sample` names the fields with invented values, with a space between, where it is not the whole record.
 * Since version 2 `_slugs`, where records have pages of their own: the ends of all addresses of its page, the present one first.
 */
export const exportedRecordSchema = z.record(z.string(), z.union([z.string(), z.literal(true)]))

export const DAMAGED_FILE_MESSAGE = 'This file is damaged or was edited. Download it again.'

/** A record as a file has it. */
export type ImportedRecord = {
  id: string
  isHidden: boolean
  sampleFields: SampleFields
  /** None where the file says none. */
  slugs: readonly string[]
  values: Record<string, string>
}

/** The kinds that travel. Whose account is paid does not: a copy that took somebody's payments would be found out too late. */
export const transferredKinds: readonly ContentKind[] = contentKinds.filter(({ recent }) => !recent)

/** The name of a picture within the file. */
export function getImageFileName({ id, format }: Pick<ImageEntry, 'id' | 'format'>): string {
  return `media/${id}.${format}`
}

/** How many sentences are said of one file. */
const MAX_MESSAGES = 20

/** A file that is not imported, with a sentence for each thing that is wrong with it. */
export function createImportError(sentences: readonly string[], status = 400): UserError {
  const omittedCount = sentences.length - MAX_MESSAGES
  const listedMessages = omittedCount > 0 ? [...sentences.slice(0, MAX_MESSAGES), `And ${omittedCount} more.`] : sentences
  const fields = listedMessages.map((sentence, index) => [
    index === 0 ? UPLOAD_FILE_PART : `${UPLOAD_FILE_PART}${index + 1}`,
    sentence,
  ])
  return new UserError(status, `Nothing was imported. ${listedMessages[0]}`, Object.fromEntries(fields))
}
