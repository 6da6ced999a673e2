import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { orderStatusSchema } from './order-statuses.ts'
import { orderSchema } from './orders.ts'

/** How long the email of a status change waits in the outbox, so that an admin can undo the change first (P-202). In ms. */
export const STATUS_UNDO_WINDOW_MS = 30_000

/** Twice the number of orders on a page. */
const MAX_ORDERS_PER_UPDATE = 20

const orderIds = z
  .array(idParamsSchema.shape.id)
  .check(
    z.minLength(1, 'Choose at least one order.'),
    z.maxLength(MAX_ORDERS_PER_UPDATE, `You can change at most ${MAX_ORDERS_PER_UPDATE} orders at once.`),
  )

export const setOrderStatusEndpoint = defineEndpoint('PUT /order-status/:id', 'admin', {
  summary: 'Set an order to Pending or Delivered',
  params: idParamsSchema,
  body: z.strictObject({ orderStatus: orderStatusSchema }),
  reply: buildMessageAndRecordSchema(orderSchema),
})

/** Changes the orders that an admin selected on a page. Skips orders that already have the status. */
export const setOrderStatusesEndpoint = defineEndpoint('PUT /order-status', 'admin', {
  summary: 'Set several orders to Pending or Delivered',
  body: z.strictObject({ ids: orderIds, orderStatus: orderStatusSchema }),
  /** `changes` are the ids of the changes, to undo them. */
  reply: z.object({ message: z.string(), records: z.array(orderSchema), changes: z.array(z.string()) }),
})

/** A change of status that an admin can still undo. */
const statusChange = z.object({
  _id: z.string(),
  orderStatus: orderStatusSchema,
  actor: z.string(),
  /** In ms. Afterward the email is sent. */
  undoFor: z.number(),
})

export const previewOrderStatusEmailEndpoint = defineEndpoint('GET /order-status/:id', 'admin', {
  summary: 'Preview the email that Delivered sends, and get the change that can still be undone',
  params: idParamsSchema,
  reply: z.object({
    /** Setting an order to Pending sends no email. */
    deliveredEmail: z.object({ to: z.string(), subject: z.string(), text: z.string() }),
    undoable: z.nullable(statusChange),
  }),
})
export type StatusEmailPreviewReply = z.infer<typeof previewOrderStatusEmailEndpoint.reply>

/** Restores the previous status and deletes the email if no process has sent it. The message says so if one has. */
export const undoOrderStatusEndpoint = defineEndpoint('POST /undo-order-status', 'admin', {
  summary: 'Undo status changes',
  body: z.strictObject({ changes: orderIds }),
  reply: z.object({ message: z.string(), records: z.array(orderSchema) }),
})
