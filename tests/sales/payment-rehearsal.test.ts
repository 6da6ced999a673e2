import { beforeAll, describe, expect, it } from 'vitest'
import type { RehearsalOutcome } from '#contract/sales/rehearsal-checkout.ts'
import { startFakePayPal } from '../support/fake-paypal.ts'
import { findFreePort } from '../support/free-port.ts'
import { standardPackageValues } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { adminEmail, startApp, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase, describeOnSqlite } from '../support/test-databases.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Starts a site on its configured port, so that it can send notices to itself. */
async function startListeningApp(environment: Record<string, string>): Promise<TestApp & { port: number }> {
  const port = await findFreePort()
  const site = await startApp({ ...environment, PORT: String(port) })
  await site.app.server.listen({ port, host: '127.0.0.1' })
  return { ...site, port }
}

describeOnEachDatabase('a rehearsal', (database) => {
  let orderCount = 0
  const site = startForSuite(async () => startListeningApp(await database.environment()))
  beforeAll(async () => {
    expect((await site.request('POST', '/api/add-pricing', { as: 'admin', body: standardPackageValues })).status).toBe(201)
    expect((await site.request('POST', '/api/add-email', { as: 'admin', body: { paypalEmail: adminEmail } })).status).toBe(201)
  })

  /** Places an order. Returns the form of its pay page. */
  async function startPayment(): Promise<{ id: string; action: string; fields: Record<string, string> }> {
    orderCount += 1
    const body = {
      packageName: 'Standard',
      customerName: `Dana ${orderCount}`,
      customerAddress: 'Here',
      customerCountry: 'Wales',
    }
    const { record } = (await site.request('POST', '/api/new-order', { as: 'customer', body })).json() as {
      record: { _id: string }
    }
    const payment = (await site.request('POST', `/api/pay/${record._id}`, { as: 'customer', body: {} })).json() as object
    return { id: record._id, ...(payment as { action: string; fields: Record<string, string> }) }
  }
  const postForm = (path: string, fields: Record<string, string>) =>
    site.request('POST', path, { as: 'customer', headers: FORM, payload: new URLSearchParams(fields).toString() })
  const chooseOutcome = ({ action, fields }: Awaited<ReturnType<typeof startPayment>>, outcome: RehearsalOutcome) =>
    postForm(action, { ...fields, outcome })
  const getEvidence = async (id: string) =>
    (await site.request('GET', `/api/payment-evidence/${id}`, { as: 'admin' })).json() as {
      settled: string
      returned: string
      notCounted: string
      notices: { state: string }[]
      flags: { kind: string }[]
    }
  const getStatus = async (id: string) =>
    ((await site.request('GET', `/api/order/${id}`, { as: 'customer' })).json() as { paymentStatus: string }).paymentStatus

  it('shows the package, the payee and the amount, and says that no money moves', async () => {
    const { action, fields } = await startPayment()
    expect(action).toBe('/rehearsal/checkout')
    const { status, text } = await postForm(action, fields)
    expect(status).toBe(200)
    expect(text).toContain('Rehearsal: no money moves')
    expect(text).toMatch(/Standard, order \d+/)
    expect(text).toContain(adminEmail)
    expect(text).toContain('999 USD')
    const buttons = [...text.matchAll(/<button type="submit" value="(\w+)"[^>]* name="outcome"[^>]*>([^<]+)</g)]
    expect(buttons.map(([, value, label]) => [value, label])).toEqual([
      ['pay', 'Pay'],
      ['payLater', 'Pay later'],
      ['fail', 'Fail'],
      ['payTwice', 'Pay twice'],
      ['wrongAmount', 'Pay a wrong amount'],
      ['partRefund', 'Pay, then refund half'],
      ['lateNotice', 'Pay with a late notice'],
      ['cancel', 'Cancel'],
      ['cancelThenPay', 'Cancel, then pay'],
    ])
  })

  describe('changes the order only by a verified notice', () => {
    it.each<[RehearsalOutcome, string, object]>([
      ['pay', 'Paid', { settled: '999.00', returned: '0.00', notices: [{ state: 'authentic' }], flags: [] }],
      ['payTwice', 'Paid', { settled: '1998.00', flags: [{ kind: 'doublePaid' }] }],
      ['wrongAmount', 'UnPaid', { settled: '0.00', notCounted: '1.00', flags: [{ kind: 'review' }] }],
      ['partRefund', 'Paid', { settled: '999.00', returned: '499.50', flags: [{ kind: 'partiallyRefunded' }] }],
      ['fail', 'UnPaid', { settled: '0.00', flags: [{ kind: 'failed' }] }],
      ['cancel', 'UnPaid', { settled: '0.00', notices: [], flags: [] }],
    ])('%s', async (outcome, paymentStatus, evidence) => {
      const payment = await startPayment()
      const { status, headers } = await chooseOutcome(payment, outcome)
      const returnPath = outcome === 'cancel' ? 'order-cancelled' : 'received-payment'
      expect([status, headers.location]).toEqual([303, `/${returnPath}/${payment.id}`])
      await expect.poll(() => getEvidence(payment.id)).toMatchObject(evidence)
      expect(await getStatus(payment.id)).toBe(paymentStatus)
    })
  })

  it('sends notices and browsers only to this site', async () => {
    const { action, fields } = await startPayment()
    for (const [name, foreignUrl] of [
      ['notify_url', 'http://evil.example/api/payments/rehearsal/notify'],
      ['notify_url', `http://127.0.0.1:${site.port}/api/sign-out`],
      ['return', 'https://evil.example/received-payment/1'],
      ['cancel_return', '//evil.example'],
    ] as const) {
      const reply = await postForm(action, { ...fields, [name]: foreignUrl, outcome: 'pay' })
      expect([name, reply.status, reply.headers.location]).toEqual([name, 400, undefined])
      expect(reply.text).toContain(`${name} must be an address of this site.`)
    }
  })

  it('answers 400 with a sentence to a form that the site did not make', async () => {
    const { action, fields } = await startPayment()
    const invalidForms: Record<string, string>[] = [
      {},
      { outcome: 'pay' },
      { ...fields, amount: '-1' },
      { ...fields, item_name: 'x'.repeat(128) },
      { ...fields, outcome: 'free' },
      { ...fields, outcome: '__proto__' },
    ]
    for (const invalidFields of invalidForms) {
      const reply = await postForm(action, invalidFields)
      expect([invalidFields, reply.status]).toEqual([invalidFields, 400])
      expect(reply.text).toContain('There is a problem')
    }
    expect((await site.request('POST', action, { headers: { ...FORM, origin: 'https://evil.example' } })).status).toBe(403)
  })

  it('shows a visitor without a form that there is nothing to pay', async () => {
    const { status, text } = await site.request('GET', '/rehearsal/checkout')
    expect(status).toBe(200)
    expect(text).toContain('There’s nothing to pay here')
    expect(text).toContain('Rehearsal: no money moves')
  })

  it('verifies its own notices in every process on the database, and no other notices', async () => {
    const notice = 'mc_gross=999.00&invoice=none&payment_status=Completed&verify_sign='
    const verify = (at: TestApp, payload: string) =>
      at.request('POST', '/api/payments/rehearsal/verify', { headers: FORM, payload })
    const forgedReply = await verify(site, `cmd=_notify-validate&${notice}${'A'.repeat(43)}`)
    expect([forgedReply.status, forgedReply.text]).toEqual([200, 'INVALID'])
    for (const payload of ['', 'cmd=_notify-validate&', 'verify_sign=', `${notice}x`])
      expect((await verify(site, payload)).text).toBe('INVALID')

    const payment = await startPayment()
    await chooseOutcome(payment, 'pay')
    await expect.poll(() => getStatus(payment.id)).toBe('Paid')
    const { notices } = (await getEvidence(payment.id)) as unknown as { notices: { raw: string }[] }
    const raw = notices[0]?.raw ?? ''
    const other = await startApp(site.environment)
    expect((await verify(other, `cmd=_notify-validate&${raw}`)).text).toBe('VERIFIED')
    expect((await verify(other, `cmd=_notify-validate&${raw.replace('999.00', '1.00')}`)).text).toBe('INVALID')
    expect((await verify(other, `cmd=_notify-validate&x=1&${raw}`)).text).toBe('INVALID')
    await other.close()
  })
})

describeOnSqlite('a site with a real gateway', (database) => {
  const paypal = startForSuite(startFakePayPal)
  const site = startForSuite(async () => startApp({ ...(await database.environment()), ...paypal.environment() }))

  it('answers 404 at every path of the rehearsal', async () => {
    expect((await site.request('GET', '/rehearsal/checkout')).status).toBe(404)
    expect((await site.request('GET', '/api/payments/rehearsal')).status).toBe(404)
    for (const name of ['verify', 'notify'])
      expect((await site.request('POST', `/api/payments/rehearsal/${name}`, { headers: FORM, payload: 'x=1' })).status).toBe(404)
    const fields = { business: 'a', item_name: 'a', amount: '1', currency_code: 'USD', invoice: 'a', custom: 'a' }
    const places = { notify_url: 'a', return: '/', cancel_return: '/' }
    const body = { ...fields, ...places, outcome: 'pay' }
    expect((await site.request('POST', '/api/payments/rehearsal/outcome', { body })).status).toBe(404)
  })

  it('allows forms to the gateway on the pay page only', async () => {
    const formAction = async (path: string) => {
      const { headers } = await site.request('GET', path, { as: 'customer' })
      return /form-action ([^;]+)/.exec(String(headers['content-security-policy']))?.[1]
    }
    expect(await formAction('/pay-now/1')).toBe(`'self' ${paypal.url}`)
    for (const path of [
      '/',
      '/contact',
      '/dashboard',
      '/pay-now',
      '/pay-now/1/2',
      '/my-order',
      '/received-payment/1',
      '/x/pay-now/1',
    ])
      expect([path, await formAction(path)]).toEqual([path, "'self'"])
  })
})
