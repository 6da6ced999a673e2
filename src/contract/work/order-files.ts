import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema, orderIdParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQueryShape } from '../core/paging.ts'
import type { Order } from '../sales/orders.ts'

/** In bytes, of one file and of all files of an order. */
const MAX_ORDER_FILE_BYTES = 25 * 1024 * 1024
export const MAX_FILE_BYTES_PER_ORDER = 500 * 1024 * 1024
export const MAX_FILES_PER_ORDER = 1000
/** Phones take images of 200 million pixels, and captures of long pages have as many. */
export const MAX_ORDER_FILE_PIXELS = 200_000_000

export const orderFileSchema = z.object({
  _id: z.string(),
  name: z.string(),
  /** The media type of the content. */
  type: z.string(),
  bytes: z.number(),
  from: z.enum(['team', 'customer']),
  /** The person who added it. Only admins' replies have it. */
  author: z.optional(z.string()),
  /** Epoch ms. */
  addedAt: z.number(),
  /** The customer can't see it: it isn't part of a message to the customer yet. Only admins' replies have such files. */
  internal: z.optional(z.literal(true)),
  /** The path of a small image of the file. */
  preview: z.optional(z.string()),
})
export type OrderFile = z.output<typeof orderFileSchema>

/** Identifies a file by its content and name: a second upload to the same order adds nothing. */
export const uploadOrderFileEndpoint = defineEndpoint('POST /order-file/:orderId', 'signedIn', {
  limit: 'orderFile',
  idempotent: true,
  summary: 'Add a file to an order',
  params: orderIdParamsSchema,
  upload: { maxBytes: MAX_ORDER_FILE_BYTES, fields: z.strictObject({}), onDisk: true },
  reply: buildMessageAndRecordSchema(orderFileSchema),
  status: 201,
})

export const downloadOrderFileEndpoint = defineEndpoint('GET /order-file/:id', 'signedIn', {
  summary: 'Download a file of an order, or its preview; customers get only their own',
  params: idParamsSchema,
  query: z.object({ preview: z.optional(z.literal('1', 'preview must be 1, or left out.')) }),
  file: { type: 'application/octet-stream', name: 'file' },
  reply: z.string(),
})

export const listOrderFilesEndpoint = defineEndpoint('GET /order-files/:orderId', 'signedIn', {
  summary: 'List the files of an order, newest first; customers get only their own',
  params: orderIdParamsSchema,
  query: z.object(pagingQueryShape),
  paged: true,
  reply: z.array(orderFileSchema),
})

export function buildOrderFileUrl(id: string): string {
  return `/api${downloadOrderFileEndpoint.path.replace(':id', id)}`
}

/** What an order takes, by the content of a file. */
export type OrderFileType = {
  type: string
  /** A name that ends in none of them gets the first. */
  extensions: readonly string[]
  isImage?: true
}

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument'

export const orderFileTypes = {
  /** Illustrator saves PDF files as `.ai`. */
  pdf: { type: 'application/pdf', extensions: ['pdf', 'ai'] },
  word: { type: `${OFFICE}.wordprocessingml.document`, extensions: ['docx'] },
  excel: { type: `${OFFICE}.spreadsheetml.sheet`, extensions: ['xlsx'] },
  binaryExcel: { type: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12', extensions: ['xlsb'] },
  powerPoint: { type: `${OFFICE}.presentationml.presentation`, extensions: ['pptx'] },
  openText: { type: `${OPEN_DOCUMENT}.text`, extensions: ['odt'] },
  openSpreadsheet: { type: `${OPEN_DOCUMENT}.spreadsheet`, extensions: ['ods'] },
  openPresentation: { type: `${OPEN_DOCUMENT}.presentation`, extensions: ['odp'] },
  csv: { type: 'text/csv', extensions: ['csv'] },
  tsv: { type: 'text/tab-separated-values', extensions: ['tsv', 'tab'] },
  json: { type: 'application/json', extensions: ['json'] },
  /** The empty extension is a name without one. */
  text: { type: 'text/plain', extensions: ['txt', 'text', 'md', 'log', ''] },
  png: { type: 'image/png', extensions: ['png'], isImage: true },
  jpeg: { type: 'image/jpeg', extensions: ['jpg', 'jpeg', 'jfif'], isImage: true },
  webp: { type: 'image/webp', extensions: ['webp'], isImage: true },
  gif: { type: 'image/gif', extensions: ['gif'], isImage: true },
  avif: { type: 'image/avif', extensions: ['avif'], isImage: true },
  /** Has no preview, because the image library can't read it. */
  heic: { type: 'image/heic', extensions: ['heic', 'heif', 'hif'] },
} satisfies Record<string, OrderFileType>

export type OrderFileTypeName = keyof typeof orderFileTypes

/** Every extension that an order takes, in lower case. */
export const orderFileExtensions = Object.values(orderFileTypes).flatMap(({ extensions }) => extensions.filter(Boolean))

/** What the browser's file dialog offers. The server decides by the content. */
export const ORDER_FILE_ACCEPT = orderFileExtensions.map((extension) => `.${extension}`).join(',')

/** What an order takes, in words. */
export const ORDER_FILE_KINDS = 'PDF, Word, Excel, PowerPoint, OpenDocument, CSV, text or image'

/** Whether the customer may add files: since the first payment. */
export function areOrderFilesOpen({ paymentStatus, _received }: Pick<Order, 'paymentStatus' | '_received'>): boolean {
  return paymentStatus === 'Paid' || Number(_received) > 0
}

/** What the form says instead of taking a file. */
export const NO_FILES_BEFORE_PAYMENT = 'You can add files as soon as this order is paid.'

/** What the forms say about the files that they take. */
export const ORDER_FILE_HELP = `${ORDER_FILE_KINDS}, up to ${MAX_ORDER_FILE_BYTES / 1024 ** 2} MB. An image can have up to ${MAX_ORDER_FILE_PIXELS / 1e6} million pixels.`
