import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { orderSchema } from './orders.ts'

/** Cancels an unpaid order. A paid order stays paid and answers 409 (P-102). */
export const cancelOrderEndpoint = defineEndpoint('PUT /order-cancelled/:id', 'signedIn', {
  summary: 'Cancel an unpaid order',
  params: idParamsSchema,
  body: z.strictObject({ paymentStatus: z.literal('Cancelled', 'paymentStatus must be Cancelled.') }),
  reply: buildMessageAndRecordSchema(orderSchema),
})

/**
 * Why a customer can or can't pay an order now. `underReview`: a payment is pending. `mismatch`: a payment arrived that
 * doesn't match, and the owner hasn't decided yet. `unavailable`: the owner hasn't set up who receives payments.
 */
const payabilityStates = ['toPay', 'underReview', 'mismatch', 'paid', 'cancelled', 'unavailable'] as const
export type PayabilityState = (typeof payabilityStates)[number]

/** The sentence for the customer while the owner reviews a payment that doesn't match (P-108). */
export const PAYMENT_MISMATCH_MESSAGE = "A payment arrived that doesn't match. Please don't pay again; we're looking at it."

/** A refund or a reversal, as its credit note states it. */
export const creditNoteSchema = z.object({
  /** Such as `CN-1`. */
  number: z.string(),
  /** Two decimals. Negative if it cancels an earlier credit note because a reversal ended. */
  amount: z.string(),
  /** When the money moved, epoch ms. */
  refundedAt: z.number(),
  /** The parts of the order that a refund is for, with their shares. */
  parts: z.array(z.object({ title: z.string(), amount: z.string() })),
})
export type OrderCreditNote = z.infer<typeof creditNoteSchema>

/** What a customer can do after the provider refused a payment. */
const paymentRefusalNextSteps = ['payAgain', 'otherMethod', 'contactUs'] as const
export type PaymentRefusalNextStep = (typeof paymentRefusalNextSteps)[number]

const customerPaymentState = z.object({
  state: z.enum(payabilityStates),
  /** The site uses the rehearsal checkout, which moves no money. */
  isRehearsal: z.boolean(),
  /**
   * `form`: the page may hold the provider's form, because creating it has no side effects. `press`: the payment begins
   * only when the customer presses the button.
   */
  begins: z.enum(['form', 'press']),
  /** The order was paid more than once, and the second payment hasn't gone back yet. */
  isPaidTwice: z.boolean(),
  /** Oldest first. */
  creditNotes: z.array(creditNoteSchema),
  /** Why the provider refused the last payment, in words for the customer. */
  refusal: z.optional(z.object({ sentence: z.string(), next: z.enum(paymentRefusalNextSteps) })),
  /** Set if money arrived. */
  receipt: z.optional(
    z.object({
      /** The invoice number, such as `1001`; `TEST-1` for a test payment. */
      number: z.string(),
      /** Epoch ms. */
      paidAt: z.number(),
      /** The money that arrived, the money that went back, and the difference. Two decimals. */
      received: z.string(),
      refunded: z.string(),
      /** The part of `refunded` that the provider reversed, as in a dispute. */
      reversed: z.string(),
      net: z.string(),
    }),
  ),
})
export type CustomerPaymentState = z.infer<typeof customerPaymentState>

export const getPaymentStateEndpoint = defineEndpoint('GET /payment/:id', 'signedIn', {
  summary: 'Get the payment state of an order',
  params: idParamsSchema,
  reply: customerPaymentState,
})

/** Queues a query to the provider. `getPaymentState` shows the result. A repeat is cheap. */
export const refreshPaymentStateEndpoint = defineEndpoint('POST /confirm-payment/:id', 'signedIn', {
  summary: 'Ask the provider soon whether a payment has arrived',
  params: idParamsSchema,
  reply: z.object({ message: z.string() }),
})

/**
 * Returns how the browser gets to the payment provider. A repeat returns the same checkout attempt while the terms are
 * the same.
 */
export const beginPaymentEndpoint = defineEndpoint('POST /pay/:id', 'signedIn', {
  limit: 'payment',
  summary: 'Start paying for an order',
  params: idParamsSchema,
  reply: z.object({
    /** Either a form for the browser to post (`action`, `fields`), or a URL to open (`redirect`). */
    action: z.optional(z.string()),
    fields: z.optional(z.record(z.string(), z.string())),
    redirect: z.optional(z.string()),
  }),
})

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
