import type { AddressInfo } from 'node:net'
import { beforeEach, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { PAYPAL_PAYMENT_REFUSALS } from '#server/sales/payments/paypal-payment-refusal-texts.ts'
import { startFakePayPal } from '../support/fake-paypal.ts'
import { PAYPAL_CREDENTIALS } from '../support/fake-paypal-orders-endpoints.ts'
import { holdDeadlines } from '../support/held-deadlines.ts'
import { pickOnePerKind, runsFullProofs, sampleCasesOnPostgres } from '../support/proof-size.ts'
import { createOrdersApiClient, startOrdersApiSite } from '../support/site-with-orders-api.ts'
import { FAST_QUEUE_TIMING } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { customerEmail, getSessionCookie, startApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('orders paid by PayPal’s Orders API', (database) => {
  const options = {
    notificationTiming: FAST_QUEUE_TIMING,
    providerPollTiming: { minInterval: 200, delaysAfterAttempt: [60_000] },
  }
  const paypal = startForSuite(startFakePayPal)
  const site = startForSuite(async () => startOrdersApiSite(await database.environment(), paypal, options))
  const other = startForSuite(() => startApp(site.environment, options))
  const stored = startForSuite(() => openDatabase(readConfig(site.environment)))
  const { pressPay, startPayment, send, fetchEvidence, countOrderReads } = createOrdersApiClient(site, paypal)
  beforeEach(() => {
    Object.assign(paypal, { behavior: 'well', replyGate: Promise.resolve() })
    Object.assign(paypal.orders, {
      captures: 'COMPLETED',
      captureIssue: undefined,
      createIssue: undefined,
      lag: 'none',
      hasNulls: false,
      payee: undefined,
    })
  })

  /** Presses the button of the page after PayPal. */
  const pressReturnButton = (id: string, at = site) => at.request('POST', `/received-payment/${id}`, { as: 'customer', form: {} })
  const fetchJson = async (path: string, as: 'customer' | 'admin') =>
    (await site.request('GET', `/api${path}`, { as })).json() as object
  const fetchOrder = (id: string) => fetchJson(`/order/${id}`, 'customer')

  it('are paid when the customer returns before any webhook', async () => {
    const { id, reference } = await startPayment()
    paypal.orders.approve(reference)
    const { status, headers: reply } = await pressReturnButton(id)
    expect([status, reply.location]).toEqual([303, `/received-payment/${id}`])
    await expect.poll(() => fetchOrder(id)).toMatchObject({ paymentStatus: 'Paid' })
    expect(await fetchEvidence(id)).toMatchObject({ settled: '999.00', notices: [], canAsk: true })
  })

  it('are paid by a webhook alone, even if the customer doesn’t return', async () => {
    const { id, reference } = await startPayment()
    expect(await send(paypal.orders.approve(reference))).toBe(200)
    await expect.poll(() => fetchOrder(id)).toMatchObject({ paymentStatus: 'Paid' })
    expect(await fetchEvidence(id)).toMatchObject({ settled: '999.00', notices: [{ state: 'authentic' }] })
  })

  it('are paid once when the customer and repeated webhooks reach two processes at once', async () => {
    const { id, reference } = await startPayment()
    const countPayments = () => paypal.transactions.filter(({ kind }) => kind === 'paid').length
    const paidBefore = countPayments()
    const approvedWebhook = paypal.orders.approve(reference)
    await Promise.all([
      send(approvedWebhook),
      send(approvedWebhook, other),
      pressReturnButton(id, site),
      pressReturnButton(id, other),
    ])
    await expect.poll(() => fetchOrder(id)).toMatchObject({ paymentStatus: 'Paid' })
    const capturedWebhook = paypal.orders.buildCaptureWebhook(reference)
    await Promise.all([send(capturedWebhook), send(capturedWebhook, other)])
    const notice = { state: 'authentic', copies: 2 }
    const settledEvidence = { settled: '999.00', flags: [], notices: [notice, notice] }
    await expect.poll(() => fetchEvidence(id)).toMatchObject(settledEvidence)
    expect(await fetchOrder(id)).toMatchObject({ paymentStatus: 'Paid' })
    expect(countPayments()).toBe(paidBefore + 1)
  })

  it('don’t change after a webhook that PayPal did not send', async () => {
    const { id, reference } = await startPayment()
    const { bytes, headers } = paypal.orders.webhook('CHECKOUT.ORDER.APPROVED', { id: reference })
    const forgedWebhook = { bytes: Buffer.from(bytes.toString().replace('1.0', '2.0')), headers }
    expect(await send(forgedWebhook)).toBe(200)
    const flags = async () => JSON.stringify(await fetchJson('/payment-flags?open=1&page=1&size=100', 'admin'))
    await expect.poll(flags).toContain('"kind":"forged"')
    expect(await fetchOrder(id)).toMatchObject({ paymentStatus: 'UnPaid' })
  })

  it('show refunds, even without a webhook once an admin asks PayPal', async () => {
    const { id, reference } = await startPayment()
    await send(paypal.orders.approve(reference))
    await expect.poll(() => fetchOrder(id)).toMatchObject({ paymentStatus: 'Paid' })
    // The webhook of the first refund is lost.
    paypal.orders.refund(reference, 10_000)
    expect((await site.request('POST', `/api/payment-check/${id}`, { as: 'admin' })).status).toBe(200)
    await expect.poll(() => fetchEvidence(id)).toMatchObject({ settled: '999.00', returned: '100.00' })
    await send(paypal.orders.refund(reference, 89_900))
    await expect.poll(() => fetchOrder(id)).toMatchObject({ paymentStatus: 'Cancelled' })
    expect(await fetchEvidence(id)).toMatchObject({ settled: '999.00', returned: '999.00', net: '0.00' })
  })

  it('send the customer to PayPal by a form that the page’s policy allows', async () => {
    const { id } = await startPayment()
    const page = await site.request('GET', `/pay-now/${id}`, { as: 'customer' })
    expect(page.headers['content-security-policy']).toContain(`form-action 'self' ${paypal.url};`)
    const { status, headers } = await site.request('POST', `/pay-now/${id}`, { as: 'customer', form: {} })
    expect([status, headers.location]).toEqual([303, expect.stringMatching(`^${paypal.url}/checkoutnow\\?token=`)])
  })

  it('say that nothing was charged while PayPal is unavailable, and can be paid later', async () => {
    const { id } = await startPayment()
    paypal.behavior = 'unavailable'
    const { status, headers, text } = await pressPay(id)
    expect([status, headers['retry-after'], text]).toEqual([503, '5', expect.not.stringContaining('charged')])
    paypal.behavior = 'well'
    expect((await pressPay(id)).status).toBe(200)
  })

  const fetchPayment = (id: string) => fetchJson(`/payment/${id}`, 'customer')
  const listFlags = async (id: string) => {
    const all = (await fetchJson('/payment-flags?open=1&page=1&size=100', 'admin')) as unknown as Flag[]
    return all.filter(({ order }) => order?._id === id).map(({ kind, detail }) => [kind, detail] as const)
  }
  type Flag = { kind: string; detail: string | null; order: { _id: string } | null }
  const listCaptureRequests = (reference: string) =>
    paypal.orders.requests.filter((one) => one.endsWith(`${reference}/capture`)).length
  /** Waits until the order has no due task at PayPal. */
  const waitUntilNoTaskIsDue = async (id: string) => {
    const due = () =>
      stored.main.selectFrom('provider_task').select('kind').where('order_id', '=', id).where('due_at', '<', Date.now())
    await expect.poll(() => due().execute()).toEqual([])
  }

  it('aren’t captured after a cancel, for an older attempt or with other terms, and the flag says why', async () => {
    const reasons = {
      'canceled the order': (id: string) =>
        site.request('PUT', `/api/order-cancelled/${id}`, { as: 'customer', body: { paymentStatus: 'Cancelled' } }),
      'was already paid': (id: string) =>
        site.request('PUT', `/api/order-paid/${id}`, { as: 'admin', body: { reason: 'A check' } }),
      'started to pay again': async (id: string, reference: string) => {
        paypal.orders.forget(reference)
        await pressPay(id)
        if (forgotten) paypal.orders.all.set(reference, forgotten)
      },
      'The amount': async (_: string, reference: string) =>
        change(reference, { amount: { currency_code: 'USD', value: '1.00' } }),
      'The currency': async (_: string, reference: string) =>
        change(reference, { amount: { currency_code: 'EUR', value: '999.00' } }),
      'The payee': async (_: string, reference: string) => change(reference, { payee: { email_address: 'thief@example.com' } }),
    }
    const change = (reference: string, unit: object) => Object.assign(paypal.orders.all.get(reference)?.unit ?? {}, unit)
    let forgotten: ReturnType<typeof paypal.orders.all.get>
    for (const [reason, updateOrderAndCounters] of Object.entries(reasons)) {
      const { id, reference } = await startPayment()
      forgotten = paypal.orders.all.get(reference)
      await updateOrderAndCounters(id, reference)
      const webhook = paypal.orders.approve(reference)
      await Promise.all([send(webhook), pressReturnButton(id)])
      await expect.poll(() => listFlags(id)).toContainEqual(['notCaptured', expect.stringContaining(reason)])
      await waitUntilNoTaskIsDue(id)
      expect([reason, listCaptureRequests(reference)]).toEqual([reason, 0])
    }
  })

  it.runIf(database.name === 'SQLite')(
    'show the customer each refusal with its next step, and flag it for the owner where needed',
    async () => {
      const all = Object.entries(PAYPAL_PAYMENT_REFUSALS)
      // A unit test has the others.
      const kinds = pickOnePerKind(all, ([, { next, owner }]) => [next, owner !== undefined])
      for (const [issue, { customer, next, owner }] of sampleCasesOnPostgres(
        database,
        runsFullProofs ? all : kinds,
        () => 'a refusal',
      )) {
        const { id, reference } = await startPayment()
        paypal.orders.captureIssue = issue
        await send(paypal.orders.approve(reference))
        await expect.poll(() => fetchPayment(id)).toMatchObject({ state: 'toPay', refusal: { sentence: customer, next } })
        const page = (await site.request('GET', `/received-payment/${id}`, { as: 'customer' })).text
        expect(page).toContain('The payment didn’t go through')
        expect(page).toContain({ payAgain: 'Pay Now', otherMethod: 'Pay another way', contactUs: 'Contact us' }[next])
        const payPage = (await site.request('GET', `/pay-now/${id}`, { as: 'customer' })).text
        expect([issue, payPage.includes('>Contact us</a>')]).toEqual([issue, next === 'contactUs'])
        expect((await listFlags(id)).some(([kind, detail]) => kind === 'refused' && detail?.includes(issue))).toBe(
          owner !== undefined,
        )
        // The site doesn't try to capture a refused payment again.
        await pressReturnButton(id)
        await waitUntilNoTaskIsDue(id)
        expect(listCaptureRequests(reference)).toBe(1)
      }
      paypal.orders.captureIssue = undefined
    },
  )

  it('can be paid again by a new checkout attempt after a refusal or a denial', async () => {
    for (const problem of ['INSTRUMENT_DECLINED', 'DENIED']) {
      const { id, reference } = await startPayment()
      if (problem === 'DENIED') paypal.orders.captures = 'PENDING'
      else paypal.orders.captureIssue = problem
      await send(paypal.orders.approve(reference))
      await expect.poll(() => fetchPayment(id)).toMatchObject(problem === 'DENIED' ? { state: 'underReview' } : { refusal: {} })
      if (problem === 'DENIED') await send(paypal.orders.settle(reference, 'FAILED'))
      await expect.poll(() => fetchPayment(id)).toMatchObject({ state: 'toPay' })
      Object.assign(paypal.orders, { captures: 'COMPLETED', captureIssue: undefined })
      const { reference: second } = await pressPay(id)
      expect(second).not.toBe(reference)
      paypal.orders.approve(second)
      await pressReturnButton(id)
      await expect.poll(() => fetchOrder(id)).toMatchObject({ paymentStatus: 'Paid' })
    }
  })

  it('are paid once if PayPal’s answer to the capture has null fields, and a second press never says that nothing was charged', async () => {
    const { id, reference } = await startPayment()
    paypal.orders.hasNulls = true
    paypal.orders.approve(reference)
    for (const { text } of [await pressReturnButton(id), await pressReturnButton(id), await pressPay(id)])
      expect(text).not.toMatch(/nothing was charged/i)
    await expect.poll(() => fetchOrder(id)).toMatchObject({ paymentStatus: 'Paid' })
    expect([(await pressPay(id)).status, listCaptureRequests(reference)]).toEqual([409, 1])
    expect(await fetchEvidence(id)).toMatchObject({ settled: '999.00', flags: [] })
  })

  it('are captured after an admin marked the order as paid and took that back', async () => {
    const { id, reference } = await startPayment()
    for (const path of ['order-paid', 'order-paid-taken-back'])
      expect((await site.request('PUT', `/api/${path}/${id}`, { as: 'admin', body: { reason: 'A check' } })).status).toBe(200)
    const { reference: second } = await pressPay(id)
    expect(second).not.toBe(reference)
    await send(paypal.orders.approve(second))
    await expect.poll(() => fetchOrder(id)).toMatchObject({ paymentStatus: 'Paid' })
    expect(await listFlags(id)).toEqual([])
  })

  it('say at once that PayPal refuses to start a payment, and can be paid later', async () => {
    const { id } = await startPayment()
    const stale = [...paypal.orders.all.keys()].at(-1) ?? ''
    paypal.orders.forget(stale)
    paypal.orders.createIssue = 'PAYEE_ACCOUNT_RESTRICTED'
    const { status, text } = await pressPay(id)
    expect([status, text]).toEqual([409, expect.stringContaining('contact us')])
    expect(await listFlags(id)).toContainEqual(['refused', expect.stringContaining('restricted your account')])
    paypal.orders.createIssue = undefined
    expect((await pressPay(id)).status).toBe(200)
  })

  it('are paid once PayPal shows the payee, if its reads lag behind its webhook', async () => {
    const { id, reference } = await startPayment()
    await send(paypal.orders.approve(reference))
    await expect.poll(() => fetchOrder(id)).toMatchObject({ paymentStatus: 'Paid' })
    // The capture's reply is lost, and PayPal's reads don't show the order yet.
    await stored.main.deleteFrom('payment_fact').where('order_id', '=', id).execute()
    paypal.orders.lag = 'missing'
    await send(paypal.orders.buildCaptureWebhook(reference))
    const payees = async () =>
      (await stored.main.selectFrom('payment_fact').select('payees').where('order_id', '=', id).execute()).map(
        (row) => row.payees,
      )
    await expect.poll(payees).toEqual(['[]'])
    expect(await fetchEvidence(id)).toMatchObject({ settled: '0.00', notCounted: '999.00' })
    paypal.orders.lag = 'none'
    await site.request('POST', `/api/payment-check/${id}`, { as: 'admin' })
    await expect.poll(() => fetchEvidence(id)).toMatchObject({ settled: '999.00', notCounted: '0.00' })
    expect(await payees()).toEqual(['["pay@example.com"]'])
  })

  it('are paid if PayPal names the payee by primary address and merchant id, or by the id alone', async () => {
    paypal.orders.payee = { email_address: 'primary@example.com', merchant_id: 'MERCHANT1' }
    const { id, reference } = await startPayment()
    paypal.orders.payee = { merchant_id: 'MERCHANT1' }
    await send(paypal.orders.approve(reference))
    await expect.poll(() => fetchOrder(id)).toMatchObject({ paymentStatus: 'Paid' })
    expect(await fetchEvidence(id)).toMatchObject({ settled: '999.00', flags: [] })
  })

  it('ignore another program’s order, even if it names a checkout attempt of the site', async () => {
    const { id, reference } = await startPayment()
    const { unit } = paypal.orders.all.get(reference) ?? {}
    const otherOrderId = paypal.orders.add({ ...unit })
    await send(paypal.orders.approve(otherOrderId))
    expect((await pressReturnButton(id)).status).toBe(303)
    await waitUntilNoTaskIsDue(id)
    expect([listCaptureRequests(otherOrderId), (await fetchOrder(id)) as object]).toMatchObject([0, { paymentStatus: 'UnPaid' }])
    paypal.orders.captureElsewhere(otherOrderId)
    await send(paypal.orders.buildCaptureWebhook(otherOrderId))
    const flags = async () => JSON.stringify(await fetchJson('/payment-flags?open=1&page=1&size=100', 'admin'))
    await expect.poll(flags).toContain(paypal.orders.all.get(otherOrderId)?.captures[0]?.id)
    expect(await fetchOrder(id)).toMatchObject({ paymentStatus: 'UnPaid' })
  })

  it('are paid without a return and a webhook, because the site asks PayPal after a minute', async () => {
    const { id, reference } = await startPayment()
    const tasks = () => stored.main.selectFrom('provider_task').select(['kind', 'due_at']).where('order_id', '=', id).execute()
    expect(await tasks()).toMatchObject([{ kind: 'ask' }])
    paypal.orders.approve(reference)
    // A minute passes.
    await stored.main.updateTable('provider_task').set({ due_at: 1 }).where('order_id', '=', id).execute()
    await stored.main.updateTable('provider_queue').set({ due_at: 1 }).where('id', '=', id).execute()
    await expect.poll(() => fetchOrder(id)).toMatchObject({ paymentStatus: 'Paid' })
    expect(await tasks()).toEqual([])
  })

  it('are paid if the customer approves and returns while the site waits for an earlier answer', async () => {
    const { id, reference } = await startPayment()
    const gate = Promise.withResolvers<void>()
    paypal.replyGate = gate.promise
    await site.request('POST', `/api/payment-check/${id}`, { as: 'admin' })
    await expect.poll(() => countOrderReads(reference)).toBe(1)
    // The answer on its way says that the order isn't approved.
    paypal.orders.approve(reference)
    await pressReturnButton(id)
    gate.resolve()
    await expect.poll(() => fetchOrder(id)).toMatchObject({ paymentStatus: 'Paid' })
  })

  it('show 100 payment pages without asking PayPal, and 40 presses ask it one at a time', async () => {
    const { id, reference } = await startPayment()
    const before = paypal.orders.requests.length
    await Promise.all(Array.from({ length: 100 }, () => fetchPayment(id)))
    expect(paypal.orders.requests.length - before).toBe(0)
    const started = Date.now()
    await Promise.all(Array.from({ length: 40 }, () => pressReturnButton(id)))
    await waitUntilNoTaskIsDue(id)
    // At most one request per 200 ms here, and per 15 s in production.
    expect(countOrderReads(reference)).toBeLessThanOrEqual(1 + Math.ceil((Date.now() - started) / 200))
    expect(countOrderReads(reference)).toBeGreaterThan(0)
  })

  // The limit on waiting checkouts counts in memory, so one database is enough.
  it.runIf(database.name === 'SQLite')(
    'don’t slow the site while PayPal is slow and one customer opens 230 connections',
    async () => {
      const { id } = await startPayment()
      await site.app.server.listen({ port: 0, host: '127.0.0.1' })
      const baseUrl = `http://127.0.0.1:${(site.app.server.server.address() as AddressInfo).port}`
      const cookie = await getSessionCookie(site, customerEmail)
      const headers = { cookie, origin: site.environment.ORIGIN ?? 'http://127.0.0.1:3000' }
      const get = async (path: string) => (await fetch(baseUrl + path, { headers })).status
      const pressPayNow = async () => {
        const type = 'application/x-www-form-urlencoded'
        const payFormRequest = {
          method: 'POST',
          redirect: 'manual',
          headers: { ...headers, 'content-type': type },
          body: '',
        } as const
        const reply = await fetch(`${baseUrl}/pay-now/${id}`, payFormRequest)
        await reply.arrayBuffer()
        return reply.status
      }
      // No press gives up on PayPal, however long the others take.
      holdDeadlines()
      const gate = Promise.withResolvers<void>()
      paypal.replyGate = gate.promise
      let replyCount = 0
      const presses = Promise.all(Array.from({ length: 230 }, () => pressPayNow().finally(() => replyCount++)))
      // The site refuses the requests beyond its limit of three at once.
      await expect.poll(() => replyCount).toBeGreaterThanOrEqual(227)
      for (const path of ['/pricing?registered', `/my-order/${id}`, `/api/payment/${id}`])
        expect([path, await get(path)]).toEqual([path, 200])
      // PayPal still has not answered.
      expect(replyCount).toBeLessThan(230)
      gate.resolve()
      const statuses = await presses
      expect(statuses.filter((status) => status === 303).length).toBeLessThanOrEqual(3)
      expect(statuses.every((status) => [303, 503].includes(status))).toBe(true)
    },
  )

  it('are still paid on return after the owner moved to PayPal’s form', async () => {
    const { id, reference } = await startPayment()
    paypal.orders.approve(reference)
    const movedSite = await startApp(
      { ...site.environment, ...paypal.environment('paypal-standard'), ...PAYPAL_CREDENTIALS },
      options,
    )
    try {
      expect((await pressReturnButton(id, movedSite)).status).toBe(303)
      await expect.poll(() => fetchOrder(id)).toMatchObject({ paymentStatus: 'Paid' })
    } finally {
      await movedSite.close()
    }
    expect(await fetchEvidence(id)).toMatchObject({ settled: '999.00', flags: [] })
  })

  it('still accept notices of the previous gateway, and of no other', async () => {
    const fields = { notify_url: '', business: 'pay@example.com', amount: '999', invoice: 'an old one', currency_code: 'USD' }
    const { notice } = paypal.charge(fields)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const payload = notice.bytes.toString('latin1')
    expect((await site.request('POST', '/api/payments/paypal-standard/notify', { headers, payload })).status).toBe(200)
    const flags = async () => JSON.stringify(await fetchJson('/payment-flags?open=1&page=1&size=100', 'admin'))
    await expect.poll(flags).toContain('"kind":"orphan"')
    expect((await site.request('POST', '/api/payments/rehearsal/notify', { headers, payload })).status).toBe(404)
  })
})
