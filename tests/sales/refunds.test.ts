import { extractText, getDocumentProxy } from 'unpdf'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { CustomerPaymentState } from '#contract/sales/customer-payment.ts'
import type { PaymentEvidenceReply } from '#contract/sales/payment-evidence.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { type FormSubmission, keepOwnAnswer } from '#web/admin/forms/form-submission.tsx'
import { createAdminCall, sendAdminForm } from '../support/admin-page-action.ts'
import { startFakePayPal } from '../support/fake-paypal.ts'
import type { PayPalPayment } from '../support/fake-paypal-ipn-notices.ts'
import { findFreePort } from '../support/free-port.ts'
import { startMailServer } from '../support/mail-server.ts'
import { confirmStart } from '../support/order-client.ts'
import { pickSize, sampleCasesOnPostgres } from '../support/proof-size.ts'
import { createOrdersApiClient, startOrdersApiSite } from '../support/site-with-orders-api.ts'
import { FAST_QUEUE_TIMING, standardPackageValues, startSiteWithPayPal } from '../support/site-with-paypal.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { adminEmail, customerEmail, startApp, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

/** Promises two deliverables of one template. */
const pagesTemplate = {
  templateTitle: 'Neighborhood page',
  templateCount: '2',
  fromDay: '1',
  toDay: '10',
  needsApproval: 'No',
}

type Body = { amount?: string; reason?: string; transactionId?: string }

function createRefundClient(site: Pick<TestApp, 'request'>) {
  return {
    refund: async (id: string, body: Body = {}) => {
      const reply = await site.request('POST', `/api/refund/${id}`, { as: 'admin', body: { reason: 'Agreed by phone', ...body } })
      return {
        status: reply.status,
        ...(reply.json() as { error?: string; message: string; record: { _id: string; state: string } }),
      }
    },
    fetchEvidence: async (id: string) =>
      (await site.request('GET', `/api/payment-evidence/${id}`, { as: 'admin' })).json() as PaymentEvidenceReply,
    fetchPaymentState: async (id: string) =>
      (await site.request('GET', `/api/payment/${id}`, { as: 'customer' })).json() as CustomerPaymentState,
  }
}

describeOnEachDatabase('refunds through Orders v2', (database) => {
  // Retries don’t slow down, so that PayPal’s last refusal comes within a second.
  const options = { notificationTiming: { ...FAST_QUEUE_TIMING, longestPause: FAST_QUEUE_TIMING.firstPause } }
  const paypal = startForSuite(startFakePayPal)
  const mail = startForSuite(startMailServer)
  const site = startForSuite(async () =>
    startOrdersApiSite({ ...(await database.environment()), SMTP_URL: mail.url }, paypal, options),
  )
  startForSuite(() => startApp(site.environment, options))
  const calls = createRefundClient(site)
  const { send, startPayment, placePaidOrder, listPayPalRefunds, countRefundRequests } = createOrdersApiClient(site, paypal)
  beforeEach(() => {
    paypal.orders.refunds = 'COMPLETED'
  })

  const waitForRefundState = (id: string, state: string) =>
    expect.poll(async () => (await calls.fetchEvidence(id)).refunds.at(-1)?.state).toBe(state)

  it('return a part, then the rest, each with a credit note for admin and customer', async () => {
    const { id, reference } = await placePaidOrder()
    expect(await calls.refund(id, { amount: '100.50' })).toMatchObject({ status: 201, record: { state: expect.any(String) } })
    await waitForRefundState(id, 'confirmed')
    expect(await calls.fetchEvidence(id)).toMatchObject({
      returned: '100.50',
      net: '898.50',
      refundable: [{ left: '898.50', isGuided: false }],
      // The owner made this refund, so there is nothing to check.
      flags: [],
    })
    expect(await calls.refund(id, { amount: '899' })).toMatchObject({ status: 422 })
    expect(await calls.refund(id)).toMatchObject({ status: 201 })
    await waitForRefundState(id, 'confirmed')
    await expect
      .poll(async () => (await calls.fetchEvidence(id)).creditNotes.map(({ amount }) => amount))
      .toEqual(['100.50', '898.50'])
    expect(listPayPalRefunds(reference).map(({ value }) => value)).toEqual(['100.50', '898.50'])
    const { creditNotes, receipt } = await calls.fetchPaymentState(id)
    expect([creditNotes.length, receipt?.refunded]).toEqual([2, '999.00'])
    const [{ number } = { number: '' }] = creditNotes
    const { bytes } = await site.request('GET', `/api/credit-note/${id}/${number}`, { as: 'customer' })
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
    expect(text).toContain('$100.50 USD')
    expect(await calls.refund(id, { reason: 'Once more' })).toMatchObject({
      status: 409,
      error: 'There’s nothing left to refund here.',
    })
    const audit = (await site.request('GET', '/api/audit-entries?action=order.refund-asked', { as: 'admin' })).text
    expect(audit).toContain('Refunded $100.50: “Agreed by phone”')
  })

  it('are all sent for a joined part that continues a part of its own order (P-320)', async () => {
    const put = async (path: string, body: object) =>
      expect((await site.request('PUT', `/api${path}`, { as: 'admin', body })).status).toBe(200)
    const body = { ...pagesTemplate, templatePackage: 'Standard' }
    expect((await site.request('POST', '/api/add-deliverable-template', { as: 'admin', body })).status).toBe(201)
    const [late, early] = [await startPayment(), await placePaidOrder()]
    const decide = async ({ id }: { id: string }, outcome: 'carried' | 'refunded') => {
      const work = (await site.request('GET', `/api/order-work/${id}`, { as: 'admin' })).json() as OrderWork
      const open = work.deliverables.find(({ state }) => state === 'planned')
      await put(`/deliverable-outcome/${open?._id}`, { outcome, reason: 'No access' })
    }
    await put(`/order-start/${early.id}`, confirmStart('2026-01-05'))
    await decide(early, 'carried')
    await send(paypal.orders.approve(late.reference))
    await expect.poll(() => calls.fetchEvidence(late.id)).toMatchObject({ settled: '999.00' })
    await put(`/order-start/${late.id}`, confirmStart('2026-01-05'))
    await decide(late, 'carried')
    await decide(early, 'refunded')
    const listStates = async (id: string) => (await calls.fetchEvidence(id)).refunds.map(({ state }) => state)
    await expect.poll(() => listStates(early.id)).toEqual(['confirmed', 'confirmed'])
    await expect.poll(() => listStates(late.id)).toEqual(['confirmed'])
  })

  it('lower what the customer has spent', async () => {
    const fetchSpent = async () => {
      const { totals } = (await site.request('GET', `/api/customer?email=${customerEmail}`, { as: 'admin' })).json() as {
        totals: { spent: string }
      }
      return Number(totals.spent)
    }
    const before = await fetchSpent()
    const { id } = await placePaidOrder()
    expect((await fetchSpent()) - before).toBe(999)
    expect(await calls.refund(id, { amount: '100.50' })).toMatchObject({ status: 201 })
    await waitForRefundState(id, 'confirmed')
    expect((await fetchSpent()) - before).toBe(898.5)
    const dashboard = (await site.request('GET', '/dashboard', { as: 'customer' })).text
    expect(dashboard).toMatch(/On \d paid orders?\. \$[\d,.]+ after \$[\d,.]+ in refunds/)
  })

  it('are made once, even with a second press, a retry after an outage, and the webhook', async () => {
    const { id, reference } = await placePaidOrder()
    paypal.orders.refunds = 503
    const presses = await Promise.all([1, 2, 3].map(() => calls.refund(id, { amount: '10' })))
    expect(new Set(presses.map(({ record }) => record._id)).size).toBe(1)
    const before = countRefundRequests()
    await expect.poll(countRefundRequests).toBeGreaterThan(before + 1)
    expect(await calls.fetchEvidence(id)).toMatchObject({ returned: '0.00', refundable: [{ left: '989.00' }] })
    paypal.orders.refunds = 'COMPLETED'
    await waitForRefundState(id, 'confirmed')
    await send(paypal.orders.endRefunds(reference, 'COMPLETED'))
    await expect.poll(async () => (await calls.fetchEvidence(id)).notices.every(({ state }) => state === 'authentic')).toBe(true)
    expect(listPayPalRefunds(reference)).toHaveLength(1)
    expect((await calls.fetchEvidence(id)).creditNotes).toHaveLength(1)
    expect((await calls.fetchEvidence(id)).returned).toBe('10.00')
  })

  it('are made once per idempotency key, and answer 422 to another amount under it', async () => {
    const { id } = await placePaidOrder()
    const send = (amount: string) =>
      site.request('POST', `/api/refund/${id}`, {
        as: 'admin',
        headers: { 'idempotency-key': `refund-${id}` },
        body: { amount, reason: 'Agreed by phone' },
      })
    const [first, second] = [await send('100.00'), await send('100.00')]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.json()).toEqual(first.json())
    expect((await send('200.00')).status).toBe(422)
    expect((await calls.fetchEvidence(id)).refunds).toHaveLength(1)
  })

  it('are refused, and their money is refundable again, if they fail after they were pending', async () => {
    const { id, number, reference } = await placePaidOrder()
    paypal.orders.refunds = 'PENDING'
    await calls.refund(id, { amount: '500' })
    const pending = { refunds: [{ state: 'asked', refundTransactionId: expect.any(String) }] }
    await expect.poll(() => calls.fetchEvidence(id)).toMatchObject(pending)
    await send(paypal.orders.endRefunds(reference, 'FAILED'))
    await waitForRefundState(id, 'refused')
    const refused = { refusal: expect.stringContaining('couldn’t make this refund') }
    const evidence = { returned: '0.00', refundable: [{ left: '999.00' }], refunds: [refused] }
    expect(await calls.fetchEvidence(id)).toMatchObject(evidence)
    const listEmails = () => mail.received.filter(({ subject }) => subject === `The refund for order ${number} was refused`)
    await expect.poll(() => listEmails().length).toBe(1)
    const page = (await site.request('GET', `/admin/payment-status/${id}`, { as: 'admin' })).text
    expect(page).toContain('Refund failed, $500.00')
    paypal.orders.refunds = 'COMPLETED'
    await calls.refund(id, { amount: '500' })
    const confirmed = { returned: '500.00', refundable: [{ left: '499.00' }], refunds: [refused, { state: 'confirmed' }] }
    await expect.poll(() => calls.fetchEvidence(id)).toMatchObject(confirmed)
    expect(listEmails()).toHaveLength(1)
  })

  const errorStatuses = pickSize({ short: [403, 503], whole: [401, 403, 429, 503] })
  it.each(sampleCasesOnPostgres(database, errorStatuses, () => 'any error'))(
    'become unclear, and raise a flag, if PayPal only answers %i',
    async (status) => {
      const { id, number, reference } = await placePaidOrder()
      paypal.orders.refunds = status
      const { record } = await calls.refund(id, { amount: '20' })
      await waitForRefundState(id, 'unclear')
      const before = countRefundRequests()
      const evidence = await calls.fetchEvidence(id)
      // The money is neither refunded nor refundable again.
      expect(evidence).toMatchObject({ returned: '0.00', refundable: [{ left: '979.00' }] })
      expect(evidence.refunds[0]?.refusal).toContain('Look for the refund there.')
      const open = evidence.flags.filter(({ closedAt }) => closedAt === null)
      expect(open).toMatchObject([{ kind: 'refundUnclear', detail: 'The refund of $20.00.' }])
      const page = (await site.request('GET', `/admin/payment-status/${id}`, { as: 'admin' })).text
      expect(page).toContain('Not confirmed')
      expect(page).not.toContain('On its way')
      const email = () => mail.received.find(({ subject }) => subject === `Check the payment for order ${number}`)
      await expect.poll(() => email()?.text).toContain('never confirmed a refund')
      paypal.orders.refunds = 'COMPLETED'
      if (status === 503) {
        // PayPal made the refund, and reports it later.
        await send(paypal.orders.refund(reference, 2_000))
        await waitForRefundState(id, 'confirmed')
      } else {
        await site.request('PUT', `/api/refund-withdrawn/${record._id}`, { as: 'admin' })
        await waitForRefundState(id, 'withdrawn')
      }
      const after = await calls.fetchEvidence(id)
      expect(after.flags.filter(({ kind, closedAt }) => kind === 'refundUnclear' && closedAt === null)).toEqual([])
      expect(after.refundable).toEqual([
        { transactionId: expect.any(String), left: status === 503 ? '979.00' : '999.00', isGuided: false },
      ])
      expect(countRefundRequests()).toBe(before)
    },
  )

  it('that PayPal refuses show the owner the reason, on the page and by email, and block no other refund', async () => {
    const { id, number } = await placePaidOrder()
    paypal.orders.refunds = 'REFUND_FAILED_INSUFFICIENT_FUNDS'
    await calls.refund(id)
    await waitForRefundState(id, 'refused')
    const [refund] = (await calls.fetchEvidence(id)).refunds
    expect(refund?.refusal).toBe('Your PayPal balance is too low for this refund. Add money, then refund again.')
    const page = await site.request('GET', `/admin/payment-status/${id}`, { as: 'admin' })
    expect(page.text).toContain('Your PayPal balance is too low')
    const email = () => mail.received.find(({ subject }) => subject === `The refund for order ${number} was refused`)
    await expect.poll(email).toMatchObject({ recipients: [adminEmail] })
    for (const text of ['The refund of $999.00 was refused', refund?.refusal, `/admin/payment-status/${id}`])
      expect(email()?.text).toContain(text)
    paypal.orders.refunds = 'COMPLETED'
    await calls.refund(id)
    await waitForRefundState(id, 'confirmed')
  })
})

describeOnEachDatabase('refunds of payments by the classic form', (database) => {
  const shop = startForSuite(async () => startSiteWithPayPal(await database.environment()))
  const calls = createRefundClient({ request: (...parts) => shop.site.request(...parts) })

  const buildPaymentUrl = ({ transactionId }: PayPalPayment) => `${shop.paypal.url}/activity/payment/${transactionId}`
  const buildPaymentLink = (payment: PayPalPayment) => `href="${buildPaymentUrl(payment)}"`
  async function listSteps(id: string) {
    const { text } = await shop.site.request('GET', `/admin/payment-status/${id}`, { as: 'admin' })
    expect(text).toContain('Issue refund')
    return text
  }

  it('are shown as guided steps, and count once PayPal’s notice confirms them', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const { payment, notice } = shop.paypal.charge(form)
    await shop.paypal.send(notice)
    await shop.waitUntilNoticesRead()
    const refundReply = await calls.refund(order.id, { amount: '300' })
    expect(refundReply).toMatchObject({
      status: 201,
      message: 'Now make the refund at PayPal. The steps are on this page',
      record: { state: 'expected' },
    })
    expect(await calls.fetchEvidence(order.id)).toMatchObject({
      returned: '0.00',
      creditNotes: [],
      refundable: [{ left: '699.00', isGuided: true }],
    })
    expect(await listSteps(order.id)).toContain(buildPaymentLink(payment))
    await shop.paypal.send(shop.paypal.refund(payment, 30_000).notice)
    await shop.waitUntilNoticesRead()
    expect(await calls.fetchEvidence(order.id)).toMatchObject({
      returned: '300.00',
      refunds: [{ state: 'confirmed' }],
      creditNotes: [{ amount: '300.00' }],
    })
  })

  it('are confirmed although the clock ran ahead when they were requested', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const payment = await shop.paypal.pay(form)
    await shop.waitUntilNoticesRead()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    expect(await calls.refund(order.id, { amount: '300' })).toMatchObject({ record: { state: 'expected' } })
    vi.useRealTimers()
    await shop.paypal.send(shop.paypal.refund(payment, 30_000).notice)
    await shop.waitUntilNoticesRead()
    expect(await calls.fetchEvidence(order.id)).toMatchObject({ refunds: [{ state: 'confirmed' }], flags: [] })
  })

  it('link the payment at PayPal in the steps, even if nothing is left to refund', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const { payment, notice } = shop.paypal.charge(form)
    await shop.paypal.send(notice)
    await shop.waitUntilNoticesRead()
    expect(await calls.refund(order.id)).toMatchObject({ record: { paymentUrl: buildPaymentUrl(payment) } })
    expect(await calls.fetchEvidence(order.id)).toMatchObject({
      refundable: [],
      refunds: [{ state: 'expected', paymentUrl: buildPaymentUrl(payment) }],
    })
    expect(await listSteps(order.id)).toContain(buildPaymentLink(payment))
  })

  it('have a form for each payment of an order that was paid twice, and an error stands in its own form', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    const payments = [await shop.paypal.pay(form), await shop.paypal.pay(form)]
    await shop.waitUntilNoticesRead()
    const path = `/admin/payment-status/${order.id}`
    const [one = '', other = ''] = payments.map(({ transactionId }) => transactionId)
    const send = (fields: Record<string, string>) =>
      sendAdminForm(createAdminCall(shop.site), path, { _form: 'refund', reason: 'Paid twice', ...fields })
    expect((await shop.site.request('GET', path, { as: 'admin' })).text.match(/Refund up to/g)).toHaveLength(2)
    for (const transactionId of [one, other]) {
      const submission = { answer: await send({ transactionId, amount: '5000' }) } as FormSubmission
      const answers = [one, other].map((id) => keepOwnAnswer(submission, 'transactionId', id).answer)
      expect(answers.map((answer) => answer && Object.keys(answer.fields))).toEqual(
        transactionId === one ? [['amount'], undefined] : [undefined, ['amount']],
      )
    }
    expect((await send({ transactionId: other, amount: '' })).notice).toContain('Now make the refund at PayPal')
    expect((await calls.fetchEvidence(order.id)).refunds).toMatchObject([
      { state: 'expected', paymentUrl: expect.stringContaining(other) },
    ])
  })

  it('can be withdrawn if the owner didn’t make them, which leaves the money refundable', async () => {
    const { order, form } = await shop.placeOrderWithForm()
    await shop.paypal.pay(form)
    await shop.waitUntilNoticesRead()
    const { record } = await calls.refund(order.id)
    expect((await calls.fetchEvidence(order.id)).refundable).toEqual([])
    const withdraw = () => shop.site.request('PUT', `/api/refund-withdrawn/${record._id}`, { as: 'admin' })
    expect([(await withdraw()).status, (await withdraw()).status]).toEqual([200, 409])
    expect(await calls.fetchEvidence(order.id)).toMatchObject({
      refundable: [{ left: '999.00' }],
      refunds: [{ state: 'withdrawn' }],
    })
  })

  it('are open to admins only, and only for paid money', async () => {
    const { order } = await shop.placeOrderWithForm()
    const body = { reason: 'Mine' }
    expect((await shop.site.request('POST', `/api/refund/${order.id}`, { as: 'customer', body })).status).toBe(403)
    expect(await calls.refund(order.id)).toMatchObject({ status: 409 })
    expect(await calls.refund(crypto.randomUUID())).toMatchObject({ status: 404, error: 'There’s no such order.' })
  })
})

describeOnEachDatabase('a rehearsed refund', (database) => {
  it('is confirmed once, by a rehearsed notice', async () => {
    const port = await findFreePort()
    const site = await startApp(
      { ...(await database.environment()), PORT: String(port) },
      { notificationTiming: FAST_QUEUE_TIMING },
    )
    await site.app.server.listen({ port, host: '127.0.0.1' })
    const calls = createRefundClient(site)
    await site.request('POST', '/api/add-pricing', { as: 'admin', body: standardPackageValues })
    await site.request('POST', '/api/add-email', { as: 'admin', body: { paypalEmail: adminEmail } })
    const body = { packageName: 'Standard', customerName: 'Dana', customerAddress: 'Here', customerCountry: 'Wales' }
    const { record } = (await site.request('POST', '/api/new-order', { as: 'customer', body })).json() as {
      record: { _id: string }
    }
    const { action, fields } = (await site.request('POST', `/api/pay/${record._id}`, { as: 'customer', body: {} })).json() as {
      action: string
      fields: Record<string, string>
    }
    const payload = new URLSearchParams({ ...fields, outcome: 'pay' }).toString()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    await site.request('POST', action, { as: 'customer', headers, payload })
    await expect.poll(() => calls.fetchEvidence(record._id)).toMatchObject({ settled: '999.00' })
    await calls.refund(record._id, { amount: '99' })
    await expect
      .poll(() => calls.fetchEvidence(record._id))
      .toMatchObject({ returned: '99.00', refunds: [{ state: 'confirmed' }], creditNotes: [{ number: 'TEST-CN-1' }] })
    await site.close()
  })
})
