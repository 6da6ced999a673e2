import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQuery } from '../core/paging.ts'
import { buildWriteReplySchema, idParamsSchema } from '../core/reply-schemas.ts'
import { searchQuerySchema, textSchema } from '../core/text-schemas.ts'

/** How large a picture may come, in bytes: that of a phone's camera has some 12 MB. */
const MAX_UPLOAD_BYTES = 16 * 1024 * 1024
const MAX_ALT = 300

/** How wide pictures are made for pages, in pixels; and in which formats, the smallest first. */
const VARIANT_WIDTHS = [320, 640, 960, 1280, 1920] as const
const MAX_VARIANT_WIDTH = 1920
/** What is hardly narrower than the next saves nothing. */
const MAX_WIDTH_RATIO = 0.8

export const VARIANT_FORMATS = ['avif', 'webp'] as const
export type VariantFormat = (typeof VARIANT_FORMATS)[number]

const MEDIA_PATH = /^\/media\/([0-9a-f]{32})\.(?:jpg|webp)$/

/** The id of one of our pictures by its address; undefined for any other address. */
export function parseMediaId(url: string): string | undefined {
  return MEDIA_PATH.exec(url)?.[1]
}

/** The widths of the variants of a picture that is so wide: its own, if that is not too much, and narrower ones. A small one has none. */
export function listVariantWidths(width: number): number[] {
  const maxWidth = Math.min(width, MAX_VARIANT_WIDTH)
  return width <= VARIANT_WIDTHS[0] ? [] : [...VARIANT_WIDTHS.filter((one) => one < MAX_WIDTH_RATIO * maxWidth), maxWidth]
}

/** The address of a variant, from the picture's id. */
export function getVariantUrl(id: string, width: number, format: VariantFormat): string {
  return `/media/${id}-${width}.${format}`
}

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

/** What pages need to show a picture well. The focus is what stays in view wherever it is cropped, in percent from the left and the top. */
const imageDetailsShape = {
  url: z.string(),
  width: z.number(),
  height: z.number(),
  alt: z.string(),
  focusX: z.number(),
  focusY: z.number(),
}
const imageDetailsSchema = z.object(imageDetailsShape)
export type ImageDetails = z.output<typeof imageDetailsSchema>

const mediaImageSchema = z.object({
  _id: z.string(),
  ...imageDetailsShape,
  /** Of the whole picture; pages load a variant that is much smaller. */
  bytes: z.number(),
  /** Small, for lists; the picture itself until it is made. */
  thumbnail: z.string(),
  /** Epoch ms. */
  addedAt: z.number(),
  /** Of which picture it is a part. */
  croppedFrom: z.optional(z.string()),
  /** In how many places it is used, drafts included. */
  uses: z.number(),
})
export type MediaImage = z.output<typeof mediaImageSchema>

const shared = { access: 'admin', tag: 'media' } as const
const writeReplySchema = buildWriteReplySchema(mediaImageSchema)

/** Kept by its content: the same file a second time is the same picture, with the description that it has. */
export const uploadMedia = defineEndpoint({
  ...shared,
  method: 'POST',
  path: '/media',
  limit: 'media',
  idempotent: true,
  summary: 'Add a picture to the library',
  upload: { maxBytes: MAX_UPLOAD_BYTES, fields: z.strictObject({ alt: z._default(alt, '') }) },
  reply: writeReplySchema,
  status: 201,
})

/** Newest first. A search looks through the descriptions, word by word. */
export const listMedia = defineEndpoint({
  ...shared,
  method: 'GET',
  path: '/media',
  summary: 'The library of pictures',
  query: z.object({
    ...pagingQuery,
    search: z._default(searchQuerySchema(), ''),
  }),
  paged: true,
  reply: z.array(mediaImageSchema),
  status: 200,
})

export const getMedia = defineEndpoint({
  ...shared,
  method: 'GET',
  path: '/media/:id',
  summary: 'One picture',
  params: idParamsSchema,
  reply: mediaImageSchema,
  status: 200,
})

export const updateMedia = defineEndpoint({
  ...shared,
  method: 'PUT',
  path: '/media/:id',
  summary: 'Describe a picture, or say what of it stays in view; what is left out stays as it is',
  params: idParamsSchema,
  body: z.strictObject({
    alt: z.optional(alt),
    focusX: z.optional(percent('The focus from the left')),
    focusY: z.optional(percent('The focus from the top')),
  }),
  reply: writeReplySchema,
  status: 200,
})

/** Refused while it is used. Can be undone for 30 days. */
export const deleteMedia = defineEndpoint({
  ...shared,
  method: 'DELETE',
  path: '/media/:id',
  summary: 'Delete a picture that is used nowhere',
  params: idParamsSchema,
  reply: writeReplySchema,
  status: 200,
})

export const undeleteMedia = defineEndpoint({
  ...shared,
  method: 'POST',
  path: '/undelete-media/:id',
  summary: 'Bring a deleted picture back',
  params: idParamsSchema,
  reply: writeReplySchema,
  status: 200,
})

/** A part of a picture is a picture of its own; the same part a second time is the same one. */
export const cropMedia = defineEndpoint({
  ...shared,
  method: 'POST',
  path: '/crop-media/:id',
  limit: 'media',
  summary: 'Make a picture of a part of one',
  params: idParamsSchema,
  body: z.strictObject({
    left: pixels('left', 0),
    top: pixels('top', 0),
    width: pixels('width', 16),
    height: pixels('height', 16),
  }),
  reply: writeReplySchema,
  status: 200,
})

const mediaUseSchema = z.object({
  kind: z.string(),
  recordId: z.string(),
  field: z.string(),
  /** Only `live` and `draft` keep it from being deleted; `history` is an earlier version. */
  where: z.enum(['live', 'draft', 'history']),
})
export type MediaUse = z.output<typeof mediaUseSchema>

export const listMediaUses = defineEndpoint({
  ...shared,
  method: 'GET',
  path: '/media-uses/:id',
  summary: 'Where a picture is used',
  params: idParamsSchema,
  reply: z.array(mediaUseSchema),
  status: 200,
})

/** The drawings that the site was delivered with. */
export const listIllustrations = defineEndpoint({
  ...shared,
  method: 'GET',
  path: '/drawings',
  summary: 'The drawings that come with the site, by their addresses',
  reply: z.array(z.string()),
  status: 200,
})

/** One call for all pictures of a page. */
export const listImageDetails = defineEndpoint({
  method: 'GET',
  path: '/picture-facts',
  access: 'anyone',
  tag: 'media',
  summary: 'Size, description and focus of every picture of the library that the site shows',
  reply: z.array(imageDetailsSchema),
  status: 200,
})
