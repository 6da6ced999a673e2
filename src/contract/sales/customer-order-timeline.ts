import * as z from 'zod/mini'
import { idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'

/** The events that a customer sees on an order's timeline. */
export const orderTimelineStepKinds = [
  'placed',
  'handedOver',
  'cancelled',
  'pending',
  'failed',
  'paid',
  'refunded',
  'reversed',
  'reversalCancelled',
  'takenBack',
  'delivered',
  'reopened',
] as const

const timelineStep = z.object({
  /** Epoch ms. */
  at: z.number(),
  kind: z.enum(orderTimelineStepKinds),
  /** The money that moved, with two decimals. */
  amount: z.optional(z.string()),
})
export type OrderTimelineStep = z.infer<typeof timelineStep>

export const getOrderTimelineEndpoint = defineEndpoint('GET /order-story/:id', 'signedIn', {
  summary: 'List what happened to an order, oldest first',
  params: idParamsSchema,
  reply: z.array(timelineStep),
})
