import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { buildMessageAndRecordSchema, idParamsSchema, orderIdParamsSchema } from '../core/id-params-and-reply-schemas.ts'
import { pagingQueryShape } from '../core/paging.ts'

/** In bytes, of one file and of all files of an order. */
const MAX_ORDER_FILE_BYTES = 25 * 1024 * 1024
export const MAX_FILE_BYTES_PER_ORDER = 500 * 1024 * 1024
export const MAX_FILES_PER_ORDER = 1000

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

/** Identifies a file by its content: a second upload to the same order adds nothing. */
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

/** What the browser's file dialog offers. The server decides by the content. */
export const ORDER_FILE_ACCEPT = '.pdf,.docx,.xlsx,.csv,.txt,.png,.jpg,.jpeg,.webp,.heic'

/** What the forms say about the files that they take. */
export const ORDER_FILE_HELP = 'PDF, Word, Excel, CSV, text or image, up to 25 MB.'
