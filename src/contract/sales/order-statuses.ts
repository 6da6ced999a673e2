import * as z from 'zod/mini'

/** The statuses of a payment (P-87). */
export const paymentStatuses = ['UnPaid', 'Paid', 'Cancelled'] as const
export const paymentStatusSchema = z.enum(paymentStatuses, {
  error: `paymentStatus must be one of: ${paymentStatuses.join(', ')}.`,
})
export type PaymentStatus = z.infer<typeof paymentStatusSchema>

export const orderStatuses = ['Pending', 'Delivered'] as const
export const orderStatusSchema = z.enum(orderStatuses, { error: `orderStatus must be one of: ${orderStatuses.join(', ')}.` })
export type OrderStatus = z.infer<typeof orderStatusSchema>

/** The money that moves: real money, PayPal's sandbox, or the built-in checkout. The last two are test money. */
export const paymentModes = ['live', 'sandbox', 'rehearsal'] as const
export type PaymentMode = (typeof paymentModes)[number]
