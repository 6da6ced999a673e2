import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { order } from './orders.ts'
import { idParams, writeReply } from './reply.ts'
import { plainText } from './text.ts'

const tag = 'payments'

/** Cancels what is not paid (spec section 4); what was paid meanwhile stays paid. */
export const cancelOrder = defineEndpoint({
  method: 'PUT',
  path: '/order-cancelled/:id',
  access: 'signedIn',
  summary: 'Cancel an order that is not paid',
  tag,
  params: idParams,
  body: z.strictObject({ paymentStatus: z.literal('Cancelled', 'paymentStatus must be Cancelled.') }),
  reply: writeReply(order),
  status: 200,
})

/** How the customer's browser gets to the payment provider. */
export const beginPayment = defineEndpoint({
  method: 'POST',
  path: '/pay/:id',
  access: 'signedIn',
  limit: 'order',
  summary: 'Begin to pay an order',
  tag,
  params: idParams,
  reply: z.object({
    /** A form that the browser posts there; or an address to go to. */
    action: z.optional(z.string()),
    fields: z.optional(z.record(z.string(), z.string())),
    redirect: z.optional(z.string()),
  }),
  status: 200,
})

/** For a payment that came another way. */
export const markPaid = defineEndpoint({
  method: 'PUT',
  path: '/order-paid/:id',
  access: 'admin',
  recent: true,
  summary: 'Take an order for paid, with a reason',
  tag,
  params: idParams,
  body: z.strictObject({ reason: plainText('Reason') }),
  reply: writeReply(order),
  status: 200,
})
