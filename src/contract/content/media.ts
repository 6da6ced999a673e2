import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQueryShape } from '../core/paging.ts'
import { searchQuerySchema, textSchema } from '../core/text-schemas.ts'

/** In bytes. A phone's photo has about 12 MB. */
const MAX_UPLOAD_BYTES = 16 * 1024 * 1024
/** Phones take images of 50 million pixels. */
export const MAX_LIBRARY_PIXELS = 50_000_000
const MAX_ALT = 300

const alt = textSchema('Description', { optional: true }).check(
  z.trim(),
  z.refine((value) => value.length <= MAX_ALT, `The description must be at most ${MAX_ALT} characters.`),
)
const percent = (label: string) => {
  const sentence = `${label} must be a whole number from 0 to 100.`
  return z.number(sentence).check(z.int(sentence), z.minimum(0, sentence), z.maximum(100, sentence))
}

function pixels(name: string, min: number) {
  const sentence = `${name} must be a whole number of pixels, at least ${min}.`
  return z.number(sentence).check(z.int(sentence), z.minimum(min, sentence))
}

/**
 * The details that pages need to show an image. The focus is the point that stays in view after cropping, in percent from the
 * left and the top.
 */
const imageDetailsShape = {
  url: z.string(),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
  focusX: z.number(),
  focusY: z.number(),
  /** The words of the uploaded file's name. Pages show them in the URL. */
  fileName: z.optional(z.string()),
}
const imageDetailsSchema = z.object(imageDetailsShape)
export type ImageDisplayDetails = z.output<typeof imageDetailsSchema>

const mediaImageSchema = z.object({
  _id: z.string(),
  ...imageDetailsShape,
  /** The size of the whole image. Pages load smaller variants. */
  bytes: z.number(),
  /** The URL of a small variant for lists, or of the image until the variant exists. */
  thumbnail: z.string(),
  /** Epoch ms. */
  addedAt: z.number(),
  /** The image that this one was cropped from. */
  croppedFrom: z.optional(z.string()),
  /** How many places use it, including staged changes. */
  uses: z.number(),
})
export type MediaImage = z.output<typeof mediaImageSchema>

const writeReplySchema = buildMessageAndRecordSchema(mediaImageSchema)

/** Identifies an image by its content: a second upload of the same file keeps the existing description. */
export const uploadMediaEndpoint = defineEndpoint('POST /media', 'admin', {
  limit: 'media',
  idempotent: true,
  summary: 'Add an image to the library',
  upload: { maxBytes: MAX_UPLOAD_BYTES, fields: z.strictObject({ alt: z._default(alt, '') }) },
  reply: writeReplySchema,
  status: 201,
})

/** The newest come first. A search looks for each word in the descriptions and file names. */
export const listMediaEndpoint = defineEndpoint('GET /media', 'admin', {
  summary: 'List the images of the library',
  query: z.object({
    ...pagingQueryShape,
    search: z._default(searchQuerySchema(), ''),
  }),
  paged: true,
  reply: z.array(mediaImageSchema),
})

export const updateImageAltAndFocusEndpoint = defineEndpoint('PUT /media/:id', 'admin', {
  summary: 'Change the description or the focal point of an image. Omitted fields stay unchanged',
  params: idParamsSchema,
  body: z.strictObject({
    alt: z.optional(alt),
    focusX: z.optional(percent('The focal point’s distance from the left')),
    focusY: z.optional(percent('The focal point’s distance from the top')),
  }),
  reply: writeReplySchema,
})

/** Refuses while the image is used. Can be undone for 30 days. */
export const deleteMediaEndpoint = defineEndpoint('DELETE /media/:id', 'admin', {
  summary: 'Delete an unused image',
  params: idParamsSchema,
  reply: writeReplySchema,
})

export const undeleteMediaEndpoint = defineEndpoint('POST /undelete-media/:id', 'admin', {
  summary: 'Restore a deleted image',
  params: idParamsSchema,
  reply: writeReplySchema,
})

/** Creates an image from a part of another. Repeating the call returns the same image. */
export const cropMediaEndpoint = defineEndpoint('POST /crop-media/:id', 'admin', {
  limit: 'media',
  summary: 'Crop an image into a new one',
  params: idParamsSchema,
  body: z.strictObject({
    left: pixels('left', 0),
    top: pixels('top', 0),
    width: pixels('width', 16),
    height: pixels('height', 16),
  }),
  reply: writeReplySchema,
})

const mediaUseSchema = z.object({
  kind: z.string(),
  recordId: z.string(),
  field: z.string(),
  /** `history` is an earlier version. Only the others block a deletion. */
  where: z.enum(['live', 'draft', 'history']),
})
export type MediaUse = z.output<typeof mediaUseSchema>

export const listMediaUsesEndpoint = defineEndpoint('GET /media-uses/:id', 'admin', {
  summary: 'List the places that use an image',
  params: idParamsSchema,
  reply: z.array(mediaUseSchema),
})

/** Lists the illustrations that ship with the product. */
export const listIllustrationsEndpoint = defineEndpoint('GET /drawings', 'admin', {
  summary: 'List the URLs of the illustrations that ship with the site',
  reply: z.array(z.string()),
})

/** Returns the details of all images of a page in one call. Admins also get those of drafts and hidden records. */
export const listSiteImageDetailsEndpoint = defineEndpoint('GET /picture-facts', 'anyone', {
  summary: 'Get size, description and focal point of all library images that the site shows',
  reply: z.array(imageDetailsSchema),
})
