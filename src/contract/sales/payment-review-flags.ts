import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQueryShape } from '../core/paging.ts'
import { textSchema } from '../core/text-schemas.ts'
import { reviewFlagClosingActions, reviewFlagKinds } from './payment-kinds.ts'

/** The actions that an admin can choose. */
const closingActions = reviewFlagClosingActions.filter((action) => action !== 'over')

export const reviewFlagSchema = z.object({
  _id: z.string(),
  kind: z.enum(reviewFlagKinds),
  /** A sentence with details, if the kind doesn't say everything. */
  detail: z.nullable(z.string()),
  raisedAt: z.number(),
  /** Null while the flag is open. Then `closedBy`, `action` and `note` are null too. */
  closedAt: z.nullable(z.number()),
  closedBy: z.nullable(z.string()),
  action: z.nullable(z.enum(reviewFlagClosingActions)),
  note: z.nullable(z.string()),
  /** Null if the order is unknown. */
  order: z.nullable(z.object({ _id: z.string(), number: z.number() })),
  /** The provider's transaction id, and the amount with two decimals. Null if the flag isn't about one payment. */
  transactionId: z.nullable(z.string()),
  amount: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** The order's price, with two decimals. Null if the order is unknown. */
  price: z.nullable(z.string()),
  /** The provider's deadline for an answer to a dispute, epoch ms. Null if it named none. */
  dueAt: z.nullable(z.number()),
  /** Whether the owner can accept this payment, which doesn't match. */
  canAccept: z.boolean(),
})
export type ReviewFlag = z.infer<typeof reviewFlagSchema>

/** Lists open flags oldest first, and all flags newest first. */
export const listReviewFlagsEndpoint = defineEndpoint('GET /payment-flags', 'admin', {
  summary: 'List review flags',
  query: z.object({ ...pagingQueryShape, open: z.optional(z.literal('1', 'open must be 1, or left out.')) }),
  paged: true,
  reply: z.array(reviewFlagSchema),
})

/**
 * `attached` assigns the payment to the order with `orderNumber`. Every action needs a note. What makes money count, needs a
 * recent log-in too.
 */
export const closeReviewFlagEndpoint = defineEndpoint('PUT /payment-flags/:id', 'admin', {
  summary: 'Close a review flag',
  params: idParamsSchema,
  body: z.strictObject({
    action: z.enum(closingActions, `action must be one of: ${closingActions.join(', ')}.`),
    note: textSchema('Note'),
    orderNumber: z.optional(z.int('Order must be a number, such as 1001.')),
  }),
  reply: buildMessageAndRecordSchema(reviewFlagSchema),
})

/** Undoes the acceptance of a payment that doesn't match. It no longer counts, and the flag is open again. */
export const undoAcceptanceEndpoint = defineEndpoint('PUT /payment-flag-taken-back/:id', 'admin', {
  recent: true,
  summary: 'Undo the acceptance of a payment that doesn’t match',
  params: idParamsSchema,
  reply: buildMessageAndRecordSchema(reviewFlagSchema),
})
