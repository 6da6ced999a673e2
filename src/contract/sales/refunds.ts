import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { textSchema, usdAmountSchema } from '../core/text-schemas.ts'

/** A refund that an admin requested. It counts as refunded only when the provider has `confirmed` it. */
export const orderRefundSchema = z.object({
  _id: z.string(),
  at: z.number(),
  /** Two decimals. */
  amount: z.string(),
  reason: z.string(),
  actor: z.string(),
  /**
   * `asked`: the site asks the provider. `expected`: the owner makes the refund on the provider's site. `unclear`: the
   * provider never answered, and the site doesn't ask again.
   */
  state: z.enum(['asked', 'expected', 'unclear', 'confirmed', 'refused', 'withdrawn']),
  /** The provider's reason for refusing it, or what the owner has to do. */
  refusal: z.nullable(z.string()),
  paymentTransactionId: z.string(),
  /** The payment's page on the provider's site, where the owner makes an `expected` refund. Null if there is no such page. */
  paymentUrl: z.nullable(z.string()),
  refundTransactionId: z.nullable(z.string()),
})
export type OrderRefund = z.infer<typeof orderRefundSchema>

/** A payment that has money left to refund. */
export const refundablePaymentSchema = z.object({
  transactionId: z.string(),
  /** Two decimals. */
  left: z.string(),
  /** The owner makes the refund on the provider's site. */
  isGuided: z.boolean(),
})

/**
 * Refunds one payment of an order, fully or in part. Without an idempotency key, the same request within 10 s is the same
 * refund.
 */
export const refundOrderEndpoint = defineEndpoint('POST /refund/:id', 'admin', {
  recent: true,
  idempotent: true,
  summary: 'Refund a payment of an order, in full or in part',
  params: idParamsSchema,
  body: z.strictObject({
    /** Required if the order has several payments. */
    transactionId: z.optional(textSchema('Payment', { isIdentifier: true })),
    amount: z.optional(usdAmountSchema('Amount')),
    reason: textSchema('Reason'),
  }),
  reply: buildMessageAndRecordSchema(orderRefundSchema),
  status: 201,
})

/** `id` is the refund's id. */
export const withdrawRefundEndpoint = defineEndpoint('PUT /refund-withdrawn/:id', 'admin', {
  summary: 'Withdraw an expected refund that was not made',
  params: idParamsSchema,
  reply: buildMessageAndRecordSchema(orderRefundSchema),
})
