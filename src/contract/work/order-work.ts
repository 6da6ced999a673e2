import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, orderIdParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { workProgressSchema } from '../sales/order-progress.ts'
import { daySchema, deliverableSchema } from './deliverables.ts'

export const orderWorkSchema = z.object({
  /** The id of the order. */
  _id: z.string(),
  /** The day the month begins, such as 2026-11-23. Null until the team starts it: until then nothing is due. */
  startsOn: z.nullable(z.string()),
  /** Whether the last day of the month has passed. */
  isMonthOver: z.boolean(),
  /** The five steps of the month, in order. Their days are null until the month starts. */
  steps: z.array(z.object({ title: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()), isDone: z.boolean() })),
  /** When the client sent the answers (epoch ms), and how many questions have none. */
  brief: z.object({ sentAt: z.nullable(z.number()), unanswered: z.number() }),
  deliverables: z.array(deliverableSchema),
  progress: workProgressSchema,
  /** How many messages about the order the caller's side hasn't read. */
  unread: z.number(),
})
export type OrderWork = z.output<typeof orderWorkSchema>

export const getOrderWorkEndpoint = defineEndpoint('GET /order-work/:orderId', 'signedIn', {
  params: orderIdParamsSchema,
  summary: 'Get the progress of a paid order; customers get only their own',
  reply: orderWorkSchema,
})

/** Another start moves every due date that follows from the start. A start before the payment is sent twice. */
export const setMonthStartDateEndpoint = defineEndpoint('PUT /order-start/:orderId', 'admin', {
  params: orderIdParamsSchema,
  summary: 'Start the month of an order, or move its start',
  body: z.strictObject({
    startsOn: daySchema('The start'),
    /** The same day again, which confirms a start before the payment. */
    confirmedStart: z.optional(z.string()),
  }),
  reply: buildMessageAndRecordSchema(orderWorkSchema),
})

/** A repeat changes nothing. Answers 409 unless refunds and reversals took the whole price back. */
export const cancelOpenDeliverablesEndpoint = defineEndpoint('PUT /deliverables-canceled/:orderId', 'admin', {
  summary: 'Cancel the open deliverables of an order whose payment was returned in full',
  params: orderIdParamsSchema,
  reply: buildMessageAndRecordSchema(orderWorkSchema),
})
