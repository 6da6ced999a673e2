import * as z from 'zod/mini'
import { contentKinds } from '../../../contract/content-kinds.ts'
import type { ContentKind } from '../../../contract/grammar/content-kind.ts'
import { FILE_PART } from '../../../contract/grammar/endpoint.ts'
import { Refusal } from '../../../contract/grammar/refusal.ts'
import type { SampleFields } from '../records/records.ts'

// The format of an export (docs/decisions/0050). What changes here needs another VERSION, and has to read the former ones.

export const FORMAT = 'rankstead-content'
export const VERSION = 3

export const MANIFEST = 'rankstead.json'
export const CONTENT = 'content.json'

/** How large both may be, in bytes. */
export const MAX_JSON = 16 * 1024 * 1024
const MAX_PICTURE = 16 * 1024 * 1024

const id = z.string().check(z.regex(/^[0-9a-f]{32}$/))

const picture = z.strictObject({
  /** The beginning of the SHA-256 of its bytes. */
  id,
  format: z.enum(['jpg', 'webp']),
  bytes: z.int().check(z.minimum(1), z.maximum(MAX_PICTURE)),
  width: z.int().check(z.minimum(1)),
  height: z.int().check(z.minimum(1)),
  alt: z.string(),
  focusX: z.number(),
  focusY: z.number(),
  /** Of which picture it is a part. */
  croppedFrom: z.nullable(id),
})
export type PictureEntry = z.output<typeof picture>

export const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal([1, 2, VERSION]),
  /** ISO 8601. */
  madeAt: z.iso.datetime(),
  /** Of the file with the records. */
  content: z.strictObject({ sha256: z.string(), bytes: z.int() }),
  pictures: z.array(picture),
})
export type Manifest = z.output<typeof manifestSchema>

/**
 * The records of each kind in their order: `_id`, `_hidden` and `_sample` where they are so, and the fields by name.
 * Since version 3 `_sample` names the fields with invented values, with a space between, where it is not the whole record.
 * Since version 2 `_slugs`, where records have pages of their own: the ends of all addresses of its page, the present one first.
 */
export const recordSchema = z.record(z.string(), z.union([z.string(), z.literal(true)]))

export const DAMAGED = 'This file is damaged or was edited. Download it again.'

/** A record as a file has it. */
export type FiledRecord = {
  id: string
  isHidden: boolean
  sampleFields: SampleFields
  /** None where the file says none. */
  slugs: readonly string[]
  values: Record<string, string>
}

/** The kinds that travel. Whose account is paid does not: a copy that took somebody's payments would be found out too late. */
export const transferred: readonly ContentKind[] = contentKinds.filter(({ recent }) => !recent)

/** The name of a picture within the file. */
export function fileNameOf({ id, format }: Pick<PictureEntry, 'id' | 'format'>): string {
  return `media/${id}.${format}`
}

/** How many sentences are said of one file. */
const MOST_SAID = 20

/** A file that is not imported, with a sentence for each thing that is wrong with it. */
export function refusedFile(sentences: readonly string[], status = 400): Refusal {
  const more = sentences.length - MOST_SAID
  const said = more > 0 ? [...sentences.slice(0, MOST_SAID), `And ${more} more.`] : sentences
  const fields = said.map((sentence, nth) => [nth === 0 ? FILE_PART : `${FILE_PART}${nth + 1}`, sentence])
  return new Refusal(status, `Nothing was imported. ${said[0]}`, Object.fromEntries(fields))
}
