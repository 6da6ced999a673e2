import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema, orderIdParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { textSchema } from '../core/text-schemas.ts'
import { workProgressSchema } from '../sales/order-progress.ts'
import { daySchema, deliverableSchema } from './deliverables.ts'
import { stopSchema } from './stop-request.ts'

/** A person of the public team section who writes to the client. */
const orderContact = z.object({
  /** The id of the person's record. */
  _id: z.string(),
  name: z.string(),
  position: z.string(),
  /** An image's URL, or empty. */
  photo: z.string(),
})
export type OrderContact = z.output<typeof orderContact>

export const orderWorkSchema = z.object({
  /** The id of the order. */
  _id: z.string(),
  /** The day the month begins, such as 2026-11-23. Null until the team starts it: until then nothing is due. */
  startsOn: z.nullable(z.string()),
  /** Which month of its package it is for the client, from 1. */
  month: z.number(),
  /** Null if only the business writes. */
  contact: z.nullable(orderContact),
  /** Whether the last day of the month has passed. */
  isMonthOver: z.boolean(),
  /** The five steps of the month, in order. Their days are null until the month starts. */
  steps: z.array(z.object({ title: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()), isDone: z.boolean() })),
  /** When the client sent the answers (epoch ms), and how many questions have none. */
  brief: z.object({ sentAt: z.nullable(z.number()), unanswered: z.number() }),
  deliverables: z.array(deliverableSchema),
  progress: workProgressSchema,
  /** What a stop would refund, and the client's last request to stop. */
  stop: stopSchema,
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

/** The customer's next order keeps the contact. */
export const setOrderContactEndpoint = defineEndpoint('PUT /order-contact/:orderId', 'admin', {
  summary: 'Choose who writes to the client by name',
  params: orderIdParamsSchema,
  /** The id of a person of the team section, or empty. */
  body: z.strictObject({ contact: z.union([z.literal(''), idParamsSchema.shape.id], 'contact must be an id or empty.') }),
  reply: buildMessageAndRecordSchema(orderWorkSchema),
})

/** Pauses the work until the team answers. A repeat changes nothing. */
export const requestStopEndpoint = defineEndpoint('PUT /order-stop/:orderId', 'signedIn', {
  summary: 'Ask to stop your own paid order and refund what isn’t delivered',
  params: orderIdParamsSchema,
  body: z.strictObject({ reason: textSchema('Your reason', { maxLength: 5000 }) }),
  reply: buildMessageAndRecordSchema(orderWorkSchema),
})

/** Answers the client's request to stop. Answers 409 for another amount, and for a request that was answered already. */
export const answerStopRequestEndpoint = defineEndpoint('PUT /order-stop-answer/:orderId', 'admin', {
  recent: true,
  summary: 'Stop an order and refund what isn’t delivered, or decline the request',
  params: orderIdParamsSchema,
  body: z.strictObject({
    answer: z.enum(['refunded', 'declined']),
    /** Required to decline. The client reads it. */
    reason: z._default(textSchema('Reason', { optional: true, maxLength: 5000 }), ''),
    /** The refund that the admin read. */
    amount: z.optional(z.string()),
  }),
  reply: buildMessageAndRecordSchema(orderWorkSchema),
})

/** A repeat changes nothing. Answers 409 unless refunds and reversals took the whole price back. */
export const cancelOpenDeliverablesEndpoint = defineEndpoint('PUT /deliverables-canceled/:orderId', 'admin', {
  summary: 'Cancel the open deliverables of an order whose payment was returned in full',
  params: orderIdParamsSchema,
  reply: buildMessageAndRecordSchema(orderWorkSchema),
})

/** Lists each delivery with its day and its proof, oldest first. Without deliveries, it is a header alone. */
export const downloadDeliveryLogEndpoint = defineEndpoint('GET /delivery-log/:orderId', 'signedIn', {
  summary: 'Download what was delivered for an order, as a CSV file',
  params: orderIdParamsSchema,
  file: { type: 'text/csv; charset=utf-8', name: 'delivery-log.csv' },
  reply: z.string(),
})
