import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'

const KB = 1024

/**
 * What a payment provider tells us by itself. Anybody can send it, so it is kept as it came, and believed only once the
 * provider has been asked. Answered as soon as it is kept, with nothing in it; a 429 has the provider send it again later.
 */
const notice = {
  method: 'POST',
  access: 'anyone',
  limit: 'paymentNotice',
  tag: 'payments',
  reply: z.void(),
  status: 200,
} as const
const formBody = { as: 'bytes', types: ['application/x-www-form-urlencoded'], maxBytes: 64 * KB } as const

export const receivePayPalIpn = defineEndpoint({
  ...notice,
  path: '/payments/paypal-standard/notify',
  summary: 'A notice of PayPal (IPN)',
  raw: formBody,
})

export const receiveRehearsalIpn = defineEndpoint({
  ...notice,
  path: '/payments/rehearsal/notify',
  summary: 'A notice of our own checkout, in which no money moves',
  raw: formBody,
})

export const receivePayPalWebhook = defineEndpoint({
  ...notice,
  path: '/payments/paypal-orders/webhook',
  summary: 'A webhook of PayPal (Orders v2)',
  raw: { ...formBody, types: ['application/json'] },
})
