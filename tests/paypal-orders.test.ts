import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startApp, type TestApp } from './support/app.ts'
import { onEveryDatabase } from './support/databases.ts'
import { type PayPal, startPayPal } from './support/paypal.ts'
import type { Webhook } from './support/paypal-orders.ts'

const standard = {
  packageName: 'Standard',
  packagePrice: '999',
  packageButtonText: 'Order Standard',
  ...Object.fromEntries(['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven'].map((n) => [`packagePoint${n}`, `Point ${n}`])),
}

onEveryDatabase('orders paid by PayPal’s Orders API', (database) => {
  let site: TestApp
  let other: TestApp
  let paypal: PayPal
  let placed = 0
  beforeAll(async () => {
    paypal = await startPayPal()
    const environment = { ...(await database.environment()), ...paypal.environment('paypal-orders') }
    site = await startApp(environment)
    other = await startApp(environment)
    for (const [path, body] of [
      ['/add-pricing', standard],
      ['/add-email', { paypalEmail: 'pay@example.com' }],
    ] as const)
      expect((await site.request('POST', `/api${path}`, { as: 'admin', body })).status).toBe(201)
  })
  afterAll(() => Promise.all([site.close(), other.close(), paypal.close()]))
  beforeEach(() => {
    paypal.mood = 'well'
  })

  /** A new order whose customer is on the way to PayPal; `reference` is PayPal's name for it. */
  async function begin(): Promise<{ id: string; reference: string; redirect: string }> {
    placed += 1
    const body = { packageName: 'Standard', customerName: `Dana ${placed}`, customerAddress: 'Here', customerCountry: 'Wales' }
    const { record } = (await site.request('POST', '/api/new-order', { as: 'customer', body })).json() as {
      record: { _id: string }
    }
    const begun = await site.request('POST', `/api/pay/${record._id}`, { as: 'customer' })
    const { redirect } = begun.json() as { redirect: string }
    return { id: record._id, redirect, reference: new URL(redirect).searchParams.get('token') ?? '' }
  }
  const send = async ({ bytes, headers }: Webhook, to = site) =>
    (await to.request('POST', '/api/payments/paypal-orders/webhook', { headers, payload: bytes.toString() })).status
  const read = async (path: string, as: 'customer' | 'admin') =>
    (await site.request('GET', `/api${path}`, { as })).json() as object
  const orderOf = (id: string) => read(`/order/${id}`, 'customer')
  const evidenceOf = (id: string) => read(`/payment-evidence/${id}`, 'admin')

  it('are paid when the customer comes back, before any webhook', async () => {
    const { id, reference } = await begin()
    paypal.orders.approve(reference)
    expect((await site.request('GET', `/received-payment/${id}`, { as: 'customer' })).status).toBe(200)
    expect(await orderOf(id)).toMatchObject({ paymentStatus: 'Paid' })
    expect(await evidenceOf(id)).toMatchObject({ settled: '999.00', notices: [], canAsk: true })
  })

  it('are paid when the webhook comes first, and nobody comes back', async () => {
    const { id, reference } = await begin()
    expect(await send(paypal.orders.approve(reference))).toBe(200)
    await expect.poll(() => orderOf(id), { timeout: 5_000 }).toMatchObject({ paymentStatus: 'Paid' })
    expect(await evidenceOf(id)).toMatchObject({ settled: '999.00', notices: [{ state: 'authentic' }] })
  })

  it('are paid once where both happen at once, in two processes, with every webhook twice', async () => {
    const { id, reference } = await begin()
    const approved = paypal.orders.approve(reference)
    const back = (at: TestApp) => at.request('GET', `/received-payment/${id}`, { as: 'customer' })
    await Promise.all([send(approved), send(approved, other), back(site), back(other)])
    const captured = paypal.orders.captured(reference)
    await Promise.all([send(captured), send(captured, other)])
    const notice = { state: 'authentic', copies: 2 }
    const settled = { settled: '999.00', flags: [], notices: [notice, notice] }
    await expect.poll(() => evidenceOf(id), { timeout: 5_000 }).toMatchObject(settled)
    expect(await orderOf(id)).toMatchObject({ paymentStatus: 'Paid' })
    expect(paypal.books.filter(({ kind }) => kind === 'paid').length).toBe(placed)
  })

  it('stay as they are for a webhook that PayPal did not send', async () => {
    const { id, reference } = await begin()
    const { bytes, headers } = paypal.orders.webhook('CHECKOUT.ORDER.APPROVED', { id: reference })
    const forged = { bytes: Buffer.from(bytes.toString().replace('1.0', '2.0')), headers }
    expect(await send(forged)).toBe(200)
    const flags = async () => JSON.stringify(await read('/payment-flags?open=1&page=1&size=100', 'admin'))
    await expect.poll(flags, { timeout: 5_000 }).toContain('"kind":"forged"')
    expect(await orderOf(id)).toMatchObject({ paymentStatus: 'UnPaid' })
  })

  it('tell of refunds, and can be asked about by an admin', async () => {
    const { id, reference } = await begin()
    await send(paypal.orders.approve(reference))
    await expect.poll(() => orderOf(id), { timeout: 5_000 }).toMatchObject({ paymentStatus: 'Paid' })
    // The webhook of the first refund is lost.
    paypal.orders.refund(reference, 10_000)
    expect((await site.request('POST', `/api/payment-check/${id}`, { as: 'admin' })).status).toBe(200)
    await expect.poll(() => evidenceOf(id), { timeout: 5_000 }).toMatchObject({ settled: '999.00', returned: '100.00' })
    await send(paypal.orders.refund(reference, 89_900))
    await expect.poll(() => orderOf(id), { timeout: 5_000 }).toMatchObject({ paymentStatus: 'Cancelled' })
    expect(await evidenceOf(id)).toMatchObject({ settled: '999.00', returned: '999.00', net: '0.00' })
  })

  it('take the customer to PayPal by the press of a button, which the page’s policy allows', async () => {
    const { id } = await begin()
    const page = await site.request('GET', `/pay-now/${id}`, { as: 'customer' })
    expect(page.headers['content-security-policy']).toContain(`form-action 'self' ${paypal.url};`)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const { status, headers: reply } = await site.request('POST', `/pay-now/${id}`, { as: 'customer', headers, payload: '' })
    expect([status, reply.location]).toEqual([303, expect.stringMatching(`^${paypal.url}/checkoutnow\\?token=`)])
  })

  it('say where PayPal is away that nothing was charged, and can be paid later', async () => {
    const { id } = await begin()
    paypal.mood = 'unavailable'
    const { status, headers, text } = await site.request('POST', `/api/pay/${id}`, { as: 'customer' })
    expect([status, headers['retry-after'], text]).toEqual([503, '5', expect.stringContaining('Nothing was charged')])
    paypal.mood = 'well'
    expect((await site.request('POST', `/api/pay/${id}`, { as: 'customer' })).status).toBe(200)
  })

  it('still take the notices of the gateway that was used before, and of no other', async () => {
    const fields = { notify_url: '', business: 'pay@example.com', amount: '999', invoice: 'an old one', currency_code: 'USD' }
    const { notice } = paypal.charge(fields)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = notice.bytes.toString('latin1')
    expect((await site.request('POST', '/api/payments/paypal-standard/notify', { headers, payload })).status).toBe(200)
    const flags = async () => JSON.stringify(await read('/payment-flags?open=1&page=1&size=100', 'admin'))
    await expect.poll(flags, { timeout: 5_000 }).toContain('"kind":"orphan"')
    expect((await site.request('POST', '/api/payments/rehearsal/notify', { headers, payload })).status).toBe(404)
  })
})
