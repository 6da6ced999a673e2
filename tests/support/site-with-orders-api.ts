import { expect } from 'vitest'
import type { PaymentEvidenceReply } from '#contract/sales/payment-evidence.ts'
import type { AppOverrides } from '#server/app.ts'
import type { FakePayPal } from './fake-paypal.ts'
import type { FakePayPalWebhook } from './fake-paypal-orders-endpoints.ts'
import { PAYEE_EMAIL, sampleCustomer, standardPackageValues } from './site-with-paypal.ts'
import { startApp, type TestApp } from './test-app.ts'

/** Starts a site that PayPal's Orders API pays, with one package and a payee. */
export async function startOrdersApiSite(settings: Record<string, string>, paypal: FakePayPal, options: AppOverrides) {
  const site = await startApp({ ...settings, ...paypal.environment('paypal-orders') }, options)
  for (const [path, body] of [
    ['/add-pricing', standardPackageValues],
    ['/add-email', { paypalEmail: PAYEE_EMAIL }],
  ] as const)
    expect((await site.request('POST', `/api${path}`, { as: 'admin', body })).status).toBe(201)
  return site
}

/** Returns functions that place and pay orders on such a site, and send PayPal's webhooks. */
export function createOrdersApiClient(site: TestApp, paypal: FakePayPal) {
  let orderCount = 0

  /** Starts a payment. `reference` is PayPal's id of the order, and empty if the site refuses. */
  async function pressPay(id: string) {
    const { status, headers, text, json } = await site.request('POST', `/api/pay/${id}`, { as: 'customer' })
    const { redirect = '' } = json() as { redirect?: string }
    return { status, headers, text, redirect, reference: URL.parse(redirect)?.searchParams.get('token') ?? '' }
  }

  async function startPayment() {
    const body = { ...sampleCustomer, packageName: 'Standard', customerName: `Dana ${++orderCount}` }
    const reply = await site.request('POST', '/api/new-order', { as: 'customer', body })
    const { _id: id, _number: number } = (reply.json() as { record: { _id: string; _number: number } }).record
    const { redirect, reference } = await pressPay(id)
    return { id, number, redirect, reference }
  }

  const send = async ({ bytes, headers }: FakePayPalWebhook, to = site) =>
    (await to.request('POST', '/api/payments/paypal-orders/webhook', { headers, payload: bytes.toString() })).status
  const fetchEvidence = async (id: string) =>
    (await site.request('GET', `/api/payment-evidence/${id}`, { as: 'admin' })).json() as PaymentEvidenceReply

  async function placePaidOrder() {
    const { id, number, reference } = await startPayment()
    await send(paypal.orders.approve(reference))
    await expect.poll(() => fetchEvidence(id)).toMatchObject({ settled: '999.00' })
    return { id, number, reference }
  }

  return {
    pressPay,
    startPayment,
    send,
    fetchEvidence,
    placePaidOrder,
    listPayPalRefunds: (reference: string) => paypal.orders.all.get(reference)?.refunds ?? [],
    countRefundRequests: () => paypal.orders.requests.filter((one) => one.endsWith('/refund')).length,
    countOrderReads: (reference: string) =>
      paypal.orders.requests.filter((one) => one === `GET /v2/checkout/orders/${reference}`).length,
  }
}
