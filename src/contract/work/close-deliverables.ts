import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema, orderIdParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { textSchema, usdAmountSchema } from '../core/text-schemas.ts'
import { deliverableOutcomeKinds, deliverableSchema } from './deliverables.ts'
import { orderWorkSchema } from './order-work.ts'

/**
 * Decides what the client gets instead of something that the month didn't deliver. An open deliverable becomes `not
 * delivered`. Answers 409 before the month is over, for a second outcome, and for a share that can't be refunded.
 */
export const decideDeliverableOutcomeEndpoint = defineEndpoint('PUT /deliverable-outcome/:id', 'admin', {
  recent: true,
  versioned: true,
  summary: 'Carry a deliverable over to the next order, or refund its share of the price',
  params: idParamsSchema,
  body: z.strictObject({
    outcome: z.enum(deliverableOutcomeKinds),
    /** Required unless it is `not delivered` already. The client reads it. */
    reason: z._default(textSchema('Reason', { optional: true, maxLength: 5000 }), ''),
    /** The share that the admin read. Another share answers 409. */
    amount: z.optional(usdAmountSchema('Amount')),
  }),
  reply: buildMessageAndRecordSchema(deliverableSchema),
})

/** A repeat changes nothing. Answers 409 unless refunds and reversals took the whole price back. */
export const cancelOpenDeliverablesEndpoint = defineEndpoint('PUT /deliverables-canceled/:orderId', 'admin', {
  summary: 'Cancel the open deliverables of an order whose payment was returned in full',
  params: orderIdParamsSchema,
  reply: buildMessageAndRecordSchema(orderWorkSchema),
})
