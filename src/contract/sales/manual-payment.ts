import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { textSchema } from '../core/text-schemas.ts'
import { orderSchema } from './orders.ts'
import { manualPaymentMethods } from './payment-kinds.ts'

const DAY_ERROR = 'paidOn must be a day such as 2026-11-23.'

/** Marks an order as paid outside the site. `paidOn` is the day the money arrived; today by default. */
export const markOrderPaidEndpoint = defineEndpoint('PUT /order-paid/:id', 'admin', {
  recent: true,
  summary: 'Mark an order as paid by hand, with a reason',
  params: idParamsSchema,
  body: z.strictObject({
    reason: textSchema('Reason'),
    method: z.optional(z.enum(manualPaymentMethods, `method must be one of: ${manualPaymentMethods.join(', ')}.`)),
    reference: z.optional(textSchema('Reference', { maxLength: 200, isIdentifier: true })),
    paidOn: z.optional(z.iso.date(DAY_ERROR)),
  }),
  reply: buildMessageAndRecordSchema(orderSchema),
})

/** Undoes the newest mark by hand. The mark no longer counts, but stays on the timeline. */
export const undoMarkOrderPaidEndpoint = defineEndpoint('PUT /order-paid-taken-back/:id', 'admin', {
  recent: true,
  summary: 'Undo marking an order as paid by hand, with a reason',
  params: idParamsSchema,
  body: z.strictObject({ reason: textSchema('Reason') }),
  reply: buildMessageAndRecordSchema(orderSchema),
})
