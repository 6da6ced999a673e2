import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'

const KB = 1024

/**
 * A notice from a payment provider. Anyone can send one, so the site stores the bytes and asks the provider before it
 * trusts them. Answers an empty 200 once the notice is stored. After a 429, the provider sends it again later.
 */
const notice = { limit: 'paymentNotice', reply: z.void(), acceptsAnyOrigin: true } as const
const formBody = { as: 'bytes', types: ['application/x-www-form-urlencoded'], maxBytes: 64 * KB } as const

export const receivePayPalIpnEndpoint = defineEndpoint('POST /payments/paypal-standard/notify', 'anyone', {
  ...notice,
  summary: 'Receive a notice from PayPal (IPN)',
  raw: formBody,
})

export const receiveRehearsalIpnEndpoint = defineEndpoint('POST /payments/rehearsal/notify', 'anyone', {
  ...notice,
  summary: 'Receive a notice from the rehearsal checkout, which moves no money',
  raw: formBody,
})

export const receivePayPalWebhookEndpoint = defineEndpoint('POST /payments/paypal-orders/webhook', 'anyone', {
  ...notice,
  summary: 'Receive a webhook from PayPal (Orders v2)',
  raw: { ...formBody, types: ['application/json'] },
})
