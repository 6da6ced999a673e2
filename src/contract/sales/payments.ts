import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { buildWriteReplySchema, idParamsSchema } from '../core/reply-schemas.ts'
import { textSchema } from '../core/text-schemas.ts'
import { order } from './orders.ts'
import { manualPaymentMethods } from './payment-enums.ts'

const tag = 'payments'

/** Cancels what is not paid (P-102); what was paid meanwhile stays paid. */
export const cancelOrder = defineEndpoint({
  method: 'PUT',
  path: '/order-cancelled/:id',
  access: 'signedIn',
  summary: 'Cancel an order that is not paid',
  tag,
  params: idParamsSchema,
  body: z.strictObject({ paymentStatus: z.literal('Cancelled', 'paymentStatus must be Cancelled.') }),
  reply: buildWriteReplySchema(order),
  status: 200,
})

/**
 * Why an order is, or is not, to be paid now. `underReview`: a payment is on its way. `mismatch`: a payment arrived that
 * doesn't match, and the owner has not decided yet. `unavailable`: the owner has not set up who receives payments.
 */
export const payabilityStates = ['toPay', 'underReview', 'mismatch', 'paid', 'cancelled', 'unavailable'] as const
export type PayabilityState = (typeof payabilityStates)[number]

/** The sentence for the customer while the owner reviews a payment that doesn't match. */
export const MISMATCH_MESSAGE = "A payment arrived that doesn't match. Please don't pay again; we're looking at it."

/** A refund or a reversal, as its credit note states it. */
export const creditNote = z.object({
  /** Such as `CN-1`. */
  number: z.string(),
  /** Two decimals; negative if it cancels an earlier credit note, because a reversal ended. */
  amount: z.string(),
  /** When the money moved; epoch ms. */
  refundedAt: z.number(),
})
export type CreditNoteRecord = z.infer<typeof creditNote>

/** What a customer can do after the provider refused a payment. */
export const refusalNextSteps = ['payAgain', 'otherMethod', 'contactUs'] as const
export type RefusalNextStep = (typeof refusalNextSteps)[number]

const customerPaymentState = z.object({
  state: z.enum(payabilityStates),
  /** No money moves: the checkout is our own. */
  isRehearsal: z.boolean(),
  /** `form`: beginning costs nothing, so the page may hold the provider's own form. `press`: only once the customer asks for it. */
  begins: z.enum(['form', 'press']),
  /** The order was paid more than once, and the second payment has not gone back yet. */
  isPaidTwice: z.boolean(),
  /** Oldest first. */
  creditNotes: z.array(creditNote),
  /** Why the provider refused the last payment, as the customer reads it. */
  refusal: z.optional(z.object({ sentence: z.string(), next: z.enum(refusalNextSteps) })),
  /** Of what has arrived. */
  receipt: z.optional(
    z.object({
      /** The invoice number, such as `1001`; `TEST-1` for a test payment. */
      number: z.string(),
      /** Epoch ms. */
      paidAt: z.number(),
      /** What arrived, what went back, and the difference; two decimals. */
      received: z.string(),
      refunded: z.string(),
      net: z.string(),
    }),
  ),
})
export type CustomerPaymentState = z.infer<typeof customerPaymentState>

/** How the payment of an order stands, for whoever placed it. */
export const getPaymentState = defineEndpoint({
  method: 'GET',
  path: '/payment/:id',
  access: 'signedIn',
  summary: 'How the payment of an order stands',
  tag,
  params: idParamsSchema,
  reply: customerPaymentState,
  status: 200,
})

/** Has the provider asked soon whether the payment arrived; the answer shows in `paymentOf`. Cheap to repeat. */
export const refreshPaymentState = defineEndpoint({
  method: 'POST',
  path: '/confirm-payment/:id',
  access: 'signedIn',
  summary: 'Ask soon whether the payment of an order has arrived',
  tag,
  params: idParamsSchema,
  reply: z.object({ message: z.string() }),
  status: 200,
})

/** How the customer's browser gets to the payment provider. Once more is the same hand-off, while the terms are the same. */
export const beginPayment = defineEndpoint({
  method: 'POST',
  path: '/pay/:id',
  access: 'signedIn',
  limit: 'payment',
  summary: 'Begin to pay an order',
  tag,
  params: idParamsSchema,
  reply: z.object({
    /** A form that the browser posts there; or an address to go to. */
    action: z.optional(z.string()),
    fields: z.optional(z.record(z.string(), z.string())),
    redirect: z.optional(z.string()),
  }),
  status: 200,
})

/** What can have happened to an order, as its customer is told of it. */
export const timelineStepKinds = [
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
  kind: z.enum(timelineStepKinds),
  /** Of money that moved; two decimals. */
  amount: z.optional(z.string()),
})
export type TimelineStep = z.infer<typeof timelineStep>

export const getOrderTimeline = defineEndpoint({
  method: 'GET',
  path: '/order-story/:id',
  access: 'signedIn',
  summary: 'What happened to an order, oldest first',
  tag,
  params: idParamsSchema,
  reply: z.array(timelineStep),
  status: 200,
})

const DAY_ERROR = 'paidOn must be a day such as 2026-11-23.'

/** Marks an order as paid outside the site. `paidOn`: the day the money arrived; today by default. */
export const markOrderPaid = defineEndpoint({
  method: 'PUT',
  path: '/order-paid/:id',
  access: 'admin',
  recent: true,
  summary: 'Mark an order as paid by hand, with a reason',
  tag,
  params: idParamsSchema,
  body: z.strictObject({
    reason: textSchema('Reason'),
    method: z.optional(z.enum(manualPaymentMethods, `method must be one of: ${manualPaymentMethods.join(', ')}.`)),
    reference: z.optional(textSchema('Reference', { maxLength: 200 })),
    paidOn: z.optional(z.iso.date(DAY_ERROR)),
  }),
  reply: buildWriteReplySchema(order),
  status: 200,
})

/** Undoes the newest mark by hand. The mark no longer counts, and stays on the timeline. */
export const undoMarkOrderPaid = defineEndpoint({
  method: 'PUT',
  path: '/order-paid-taken-back/:id',
  access: 'admin',
  recent: true,
  summary: 'Take back that an order was marked as paid by hand, with a reason',
  tag,
  params: idParamsSchema,
  body: z.strictObject({ reason: textSchema('Reason') }),
  reply: buildWriteReplySchema(order),
  status: 200,
})
