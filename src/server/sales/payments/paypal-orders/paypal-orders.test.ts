import { beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { startFakePayPal } from '#tests/support/fake-paypal.ts'
import type { FakePayPalWebhook } from '#tests/support/fake-paypal-orders-endpoints.ts'
import { startForSuite } from '#tests/support/start-for-suite.ts'
import { createGateways } from '../gateways.ts'
import { AttemptClosedError, type GatewayCheckoutInput, type PaymentGateway } from '../payment-gateway.ts'
import { PAYPAL_PAYMENT_REFUSALS } from '../paypal-payment-refusal-texts.ts'

const ORIGIN = 'http://127.0.0.1:3000'
const { signal } = new AbortController()

const paypal = startForSuite(startFakePayPal)
let gateway: PaymentGateway
let attemptNumber = 0
beforeEach(() => {
  paypal.behavior = 'well'
  Object.assign(paypal.orders, { captures: 'COMPLETED', captureIssue: undefined, lag: 'none', payee: undefined })
  gateway = createGateways({
    config: readConfig(paypal.environment('paypal-orders')),
    origin: ORIGIN,
    rehearsalSecret: '',
  }).current
})

const createAttempt = (): GatewayCheckoutInput => ({
  id: `00000000-0000-4000-8000-${String(++attemptNumber).padStart(12, '0')}`,
  gateway: 'paypal-orders',
  orderId: `order-${attemptNumber}`,
  amount: '999',
  cents: 99_900,
  currency: 'USD',
  payee: 'pay@example.com',
  live: false,
  title: 'Standard, order 1043',
  reference: null,
})

async function beginCheckout(checkoutAttempt = createAttempt()) {
  const starts = await gateway.begin(checkoutAttempt)
  if (!('redirect' in starts)) throw new Error('It begins by a form')
  return { ...starts, checkoutAttempt, attempt: { ...checkoutAttempt, reference: starts.reference } }
}
type Attempt = Awaited<ReturnType<typeof beginCheckout>>['attempt']
const readReport = async (attempt: Attempt) => (await gateway.reconcile?.(attempt, signal)) ?? { facts: [] }
const reconcile = async (attempt: Attempt) => (await readReport(attempt)).facts
/** Captures as the queue's worker does. */
async function captureIfApproved(attempt: Attempt) {
  const { approval, facts } = await readReport(attempt)
  return (approval && (await gateway.capture?.(attempt, approval, signal))) ?? { facts }
}
const toRawNotice = ({ bytes, headers }: FakePayPalWebhook) => ({ bytes, headers: new Headers(headers) })
const readFacts = async (webhook: FakePayPalWebhook) => (await gateway.readFacts(toRawNotice(webhook), signal)).facts
const verifyWebhook = (webhook: FakePayPalWebhook) => gateway.verifyNotice(toRawNotice(webhook), signal)

describe('begin', () => {
  it('creates an order with the attempt’s terms and returns PayPal’s approval page', async () => {
    const { redirect, reference, checkoutAttempt } = await beginCheckout()
    expect(redirect).toBe(`${paypal.url}/checkoutnow?token=${reference}`)
    expect(gateway).toMatchObject({ begins: 'press', isRehearsal: false, isLive: false, formTarget: paypal.url })
    expect(paypal.orders.all.get(reference)).toMatchObject({
      unit: {
        custom_id: checkoutAttempt.id,
        invoice_id: checkoutAttempt.id,
        description: 'Standard, order 1043',
        amount: { currency_code: 'USD', value: '999.00' },
        payee: { email_address: 'pay@example.com' },
      },
      context: {
        return_url: `${ORIGIN}/received-payment/${checkoutAttempt.orderId}`,
        cancel_url: `${ORIGIN}/order-cancelled/${checkoutAttempt.orderId}`,
        user_action: 'PAY_NOW',
        shipping_preference: 'NO_SHIPPING',
      },
    })
  })

  it('creates one order for repeated and concurrent starts of an attempt', async () => {
    const checkoutAttempt = createAttempt()
    const starts = await Promise.all(Array.from({ length: 5 }, () => beginCheckout(checkoutAttempt)))
    const again = await beginCheckout({ ...checkoutAttempt, reference: starts[0]?.reference ?? null })
    expect(new Set([...starts, again].map(({ reference }) => reference)).size).toBe(1)
  })

  it('closes the attempt if PayPal deleted the order or its capture failed', async () => {
    const { attempt } = await beginCheckout()
    paypal.orders.forget(attempt.reference)
    await expect(beginCheckout(attempt)).rejects.toThrow(AttemptClosedError)
    const { attempt: failedAttempt } = await beginCheckout()
    paypal.orders.captures = 'PENDING'
    paypal.orders.approve(failedAttempt.reference)
    await captureIfApproved(failedAttempt)
    await expect(beginCheckout(failedAttempt)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('on its way'),
    })
    paypal.orders.settle(failedAttempt.reference, 'FAILED')
    await expect(beginCheckout(failedAttempt)).rejects.toThrow(AttemptClosedError)
  })

  it('refuses to start a paid order again', async () => {
    const { attempt } = await beginCheckout()
    paypal.orders.approve(attempt.reference)
    await captureIfApproved(attempt)
    await expect(beginCheckout(attempt)).rejects.toMatchObject({ status: 409, message: expect.stringContaining('has arrived') })
  })

  it.each(['unavailable', 'as a page'] as const)(
    'answers 503 and keeps the reason for the log if PayPal is %s',
    async (behavior) => {
      paypal.behavior = behavior
      const error = await beginCheckout().catch((refusal: unknown) => refusal)
      expect(error).toMatchObject({ status: 503, message: expect.not.stringContaining('charged') })
      expect(String((error as Error).cause)).toMatch(/PayPal (gave no access token|answered)/)
      expect(String((error as Error).cause)).not.toContain('secret-of-tests')
    },
  )

  it('requests a new access token after the old one expired', async () => {
    const { attempt } = await beginCheckout()
    paypal.orders.revokeTokens()
    expect(await reconcile(attempt)).toEqual([])
  })
})

describe('capture', () => {
  const settled = ({ id }: GatewayCheckoutInput) => ({
    kind: 'settled',
    attemptId: id,
    cents: 99_900,
    currency: 'USD',
    payees: ['pay@example.com'],
    live: false,
    at: Date.UTC(2026, 0, 13, 20, 12, 59),
  })

  it('moves no money before the customer’s approval', async () => {
    const { attempt } = await beginCheckout()
    expect(await reconcile(attempt)).toEqual([])
    expect(paypal.orders.all.get(attempt.reference)?.captures).toEqual([])
  })

  it('is the only call that moves money: reads and webhooks move none', async () => {
    const { attempt } = await beginCheckout()
    const webhook = paypal.orders.approve(attempt.reference)
    const before = paypal.orders.listWrites().length
    expect(await reconcile(attempt)).toEqual([])
    expect(await readFacts(webhook)).toEqual([])
    expect(paypal.orders.listWrites().length).toBe(before)
    expect((await captureIfApproved(attempt)).facts).toMatchObject([settled(attempt)])
    expect(await reconcile(attempt)).toMatchObject([settled(attempt)])
  })

  it('captures once and returns the same facts to concurrent calls', async () => {
    const { attempt } = await beginCheckout()
    paypal.orders.approve(attempt.reference)
    const all = await Promise.all(Array.from({ length: 8 }, () => captureIfApproved(attempt)))
    expect(new Set(all.map(({ facts }) => JSON.stringify(facts))).size).toBe(1)
    expect(paypal.sumNetCents(attempt.id)).toBe(99_900)
  })

  it.each([...Object.keys(PAYPAL_PAYMENT_REFUSALS), 'SOMETHING_NEW'])('reports a refusal: %s', async (issue) => {
    const { attempt } = await beginCheckout()
    paypal.orders.captureIssue = issue
    paypal.orders.approve(attempt.reference)
    const failed = { kind: 'failed', attemptId: attempt.id, cents: 99_900, transactionId: attempt.reference }
    expect(await captureIfApproved(attempt)).toMatchObject({ facts: [failed], refusal: issue })
    expect(gateway.explainRefusal?.(issue).customer).toContain('Nothing was charged')
    paypal.orders.captureIssue = undefined
    paypal.orders.approve(attempt.reference)
    expect((await captureIfApproved(attempt)).facts).toMatchObject([settled(attempt)])
  })

  it('reads PayPal’s fee from order and webhook, if PayPal names one', async () => {
    const { attempt } = await beginCheckout()
    paypal.orders.approve(attempt.reference)
    expect((await captureIfApproved(attempt)).facts).toMatchObject([{ ...settled(attempt), feeCents: 3_536 }])
    expect(await readFacts(paypal.orders.buildCaptureWebhook(attempt.reference))).toMatchObject([
      { kind: 'settled', feeCents: 3_536 },
    ])
    const { seller_receivable_breakdown: _, ...feeless } = JSON.parse(
      paypal.orders.buildCaptureWebhook(attempt.reference).bytes.toString(),
    ).resource
    paypal.orders.forget(attempt.reference)
    const [fact] = await readFacts(paypal.orders.webhook('PAYMENT.CAPTURE.COMPLETED', feeless))
    expect(fact).toMatchObject({ kind: 'settled', cents: 99_900 })
    expect(fact).not.toHaveProperty('feeCents')
  })

  it('succeeds on a later try after PayPal was unreachable', async () => {
    const { attempt } = await beginCheckout()
    paypal.orders.approve(attempt.reference)
    paypal.behavior = 'unavailable'
    await expect(reconcile(attempt)).rejects.toThrow(/PayPal answered .+ with 503/)
    paypal.behavior = 'silent'
    await expect(gateway.reconcile?.(attempt, AbortSignal.timeout(100))).rejects.toThrow(/cannot be reached/)
    paypal.behavior = 'well'
    expect((await captureIfApproved(attempt)).facts).toMatchObject([settled(attempt)])
  })
})

describe('a webhook', () => {
  it('is authentic only with PayPal’s exact bytes and headers', async () => {
    const { attempt } = await beginCheckout()
    const webhook = paypal.orders.approve(attempt.reference)
    expect(await verifyWebhook(webhook)).toBe('authentic')
    const written = { ...webhook, bytes: Buffer.from(JSON.stringify(JSON.parse(webhook.bytes.toString()))) }
    expect(await verifyWebhook(written)).toBe('forged')
    const name = 'paypal-transmission-sig'
    expect(await verifyWebhook({ ...webhook, headers: { ...webhook.headers, [name]: 'made up' } })).toBe('forged')
    const { [name]: _signature, ...unsigned } = webhook.headers
    const before = paypal.orders.requests.length
    expect(await verifyWebhook({ ...webhook, headers: unsigned })).toBe('forged')
    for (const text of ['', '[]', 'null', 'x', '{}, "webhook_id": "WH2"', '{"a":1}}', '\ufeff{}'])
      expect([text, await verifyWebhook({ ...webhook, bytes: Buffer.from(text) })]).toEqual([text, 'forged'])
    expect(await verifyWebhook({ ...webhook, bytes: Buffer.from([0x7b, 0xff, 0x7d]) })).toBe('forged')
    expect(paypal.orders.requests.length).toBe(before)
  })

  it('waits if PayPal can’t verify it', async () => {
    const webhook = paypal.orders.webhook('PAYMENT.CAPTURE.COMPLETED', {})
    paypal.behavior = 'unavailable'
    await expect(verifyWebhook(webhook)).rejects.toThrow(/503/)
  })

  it('has another key for each signature, so that a forged copy doesn’t hide the real one', () => {
    const webhook = paypal.orders.webhook('PAYMENT.CAPTURE.COMPLETED', {})
    const copy = { ...webhook, headers: { ...webhook.headers, 'paypal-transmission-sig': 'made up' } }
    expect(gateway.createNoticeKey(toRawNotice(webhook))).toBe(gateway.createNoticeKey(toRawNotice({ ...webhook })))
    expect(gateway.createNoticeKey(toRawNotice(copy))).not.toBe(gateway.createNoticeKey(toRawNotice(webhook)))
  })

  it('reports a pending payment and its result', async () => {
    paypal.orders.captures = 'PENDING'
    const { attempt } = await beginCheckout()
    paypal.orders.approve(attempt.reference)
    const [pending] = (await captureIfApproved(attempt)).facts
    expect(pending).toMatchObject({ kind: 'pending', attemptId: attempt.id, payees: ['pay@example.com'] })
    expect(await readFacts(paypal.orders.buildCaptureWebhook(attempt.reference))).toEqual([pending])
    const { transactionId } = pending ?? {}
    expect(await readFacts(paypal.orders.settle(attempt.reference, 'COMPLETED'))).toMatchObject([
      { kind: 'settled', transactionId },
    ])
    expect(await readFacts(paypal.orders.settle(attempt.reference, 'DECLINED'))).toMatchObject([
      { kind: 'failed', transactionId },
    ])
  })

  it('reports the same refund as the order', async () => {
    const { attempt } = await beginCheckout()
    paypal.orders.approve(attempt.reference)
    const [paid] = (await captureIfApproved(attempt)).facts
    const facts = await readFacts(paypal.orders.refund(attempt.reference, 10_050))
    const refunded = {
      kind: 'refunded',
      cents: 10_050,
      parentTransactionId: paid?.transactionId,
      attemptId: attempt.id,
      payees: ['pay@example.com'],
    }
    expect(facts).toMatchObject([paid, refunded])
    const href = `https://api.example/v2/payments/captures/${paid?.transactionId}`
    const another = { id: 'R-2', amount: { currency_code: 'USD', value: '5.00' }, links: [{ rel: 'up', href }] }
    const readRefundFact = async (type: string, status?: string) =>
      (await readFacts(paypal.orders.webhook(type, { ...another, status }))).at(-1)
    const refundFact = { transactionId: 'R-2', cents: 500, parentTransactionId: paid?.transactionId }
    const [pending, failed] = [
      { ...refundFact, kind: 'refundPending' },
      { ...refundFact, kind: 'refundFailed' },
    ]
    expect(await readRefundFact('PAYMENT.CAPTURE.REFUNDED', 'PENDING')).toMatchObject(pending)
    expect(await readRefundFact('PAYMENT.REFUND.PENDING', 'PENDING')).toMatchObject(pending)
    expect(await readRefundFact('PAYMENT.CAPTURE.REFUNDED', 'FAILED')).toMatchObject(failed)
    expect(await readRefundFact('PAYMENT.REFUND.FAILED', 'CANCELLED')).toMatchObject(failed)
    expect(await readRefundFact('PAYMENT.REFUND.FAILED')).toMatchObject(failed)
    expect(await reconcile(attempt)).toEqual(facts)
    expect(paypal.sumNetCents(attempt.id)).toBe(89_850)
  })

  it('reports a reversal, which the order doesn’t show', async () => {
    const { attempt } = await beginCheckout()
    paypal.orders.approve(attempt.reference)
    const [paid] = (await captureIfApproved(attempt)).facts
    expect(await readFacts(paypal.orders.reverse(attempt.reference))).toMatchObject([
      paid,
      { kind: 'reversed', cents: 99_900, parentTransactionId: paid?.transactionId, attemptId: attempt.id },
    ])
    expect(paypal.sumNetCents(attempt.id)).toBe(0)
  })

  it('reports a reversal before the order’s refunds, which may list it too, with or without an id and with relative links', async () => {
    const { attempt } = await beginCheckout()
    paypal.orders.approve(attempt.reference)
    const [paid] = (await captureIfApproved(attempt)).facts
    const { id, ...listed } = JSON.parse(paypal.orders.refund(attempt.reference, 15_000).bytes.toString()).resource
    const links = [{ rel: 'up', href: `API/v2/payments/captures/${paid?.transactionId}` }]
    const resource = { ...listed, id, status: 'COMPLETED', custom_id: null, create_time: null, links }
    const facts = await readFacts(paypal.orders.webhook('PAYMENT.CAPTURE.REVERSED', resource))
    expect(facts).toMatchObject([
      { kind: 'settled' },
      { kind: 'reversed', transactionId: id, parentTransactionId: paid?.transactionId, cents: 15_000 },
      { kind: 'refunded', transactionId: id },
    ])
    const capture = JSON.parse(paypal.orders.buildCaptureWebhook(attempt.reference).bytes.toString()).resource
    expect(await readFacts(paypal.orders.webhook('PAYMENT.CAPTURE.REVERSED', capture))).toMatchObject([
      { kind: 'settled' },
      { kind: 'reversed', transactionId: paid?.transactionId, parentTransactionId: paid?.transactionId },
      { kind: 'refunded', transactionId: id },
    ])
  })

  it('treats null like a missing field, and money of an unknown kind as an adjustment', async () => {
    const { attempt } = await beginCheckout()
    paypal.orders.approve(attempt.reference)
    const [paid] = (await captureIfApproved(attempt)).facts
    const { id, amount } = JSON.parse(paypal.orders.buildCaptureWebhook(attempt.reference).bytes.toString()).resource
    const nulls = { custom_id: null, create_time: null, seller_receivable_breakdown: null, supplementary_data: null, links: null }
    const read = async (type: string, fields: object) =>
      (await readFacts(paypal.orders.webhook(type, { id, amount, ...nulls, ...fields }))).at(-1)
    expect(await read('PAYMENT.CAPTURE.COMPLETED', { status: null })).toMatchObject({ kind: 'settled', attemptId: attempt.id })
    expect(await read('PAYMENT.CAPTURE.COMPLETED', { status: 'TOASTED' })).toMatchObject({ kind: 'adjusted', cents: 99_900 })
    const links = [{ rel: 'up', href: `https://api.example/v2/payments/captures/${id}` }]
    expect(await read('PAYMENT.SALE.SETTLED', { id: 'S1', links })).toMatchObject({
      kind: 'adjusted',
      transactionId: 'S1',
      parentTransactionId: paid?.transactionId,
    })
    const seller_payable_breakdown = { paypal_fee: { currency_code: 'USD', value: '3.54' }, net_amount: null }
    expect(await read('PAYMENT.CAPTURE.REFUNDED', { id: 'R1', links, seller_payable_breakdown })).toMatchObject({
      kind: 'refunded',
      feeCents: -354,
    })
  })

  it('reports the payment of an order that PayPal deleted', async () => {
    const { attempt } = await beginCheckout()
    paypal.orders.approve(attempt.reference)
    await captureIfApproved(attempt)
    const webhook = paypal.orders.buildCaptureWebhook(attempt.reference)
    paypal.orders.forget(attempt.reference)
    expect(await readFacts(webhook)).toMatchObject([{ kind: 'settled', attemptId: attempt.id, cents: 99_900, payees: [] }])
  })

  it('reports a dispute, its deadline and its winner', async () => {
    const dispute = {
      dispute_id: 'PP-D-1',
      status: 'WAITING_FOR_SELLER_RESPONSE',
      seller_response_due_date: '2026-12-03T08:00:00.000Z',
      disputed_transactions: [{ seller_transaction_id: 'T1' }],
    }
    const dueAt = Date.UTC(2026, 11, 3, 8)
    expect(await readFacts(paypal.orders.webhook('CUSTOMER.DISPUTE.CREATED', dispute))).toMatchObject([
      { kind: 'disputed', parentTransactionId: 'T1', dispute: { caseId: 'PP-D-1', dueAt } },
    ])
    const outcomes = { RESOLVED_SELLER_FAVOUR: 'disputeWon', RESOLVED_BUYER_FAVOUR: 'disputeLost', NONE: 'disputeClosed' }
    for (const [outcome_code, kind] of Object.entries(outcomes)) {
      const resolved = { ...dispute, status: 'RESOLVED', dispute_outcome: { outcome_code } }
      expect(await readFacts(paypal.orders.webhook('CUSTOMER.DISPUTE.RESOLVED', resolved))).toMatchObject([
        { kind, transactionId: 'PP-D-1 T1', dispute: { caseId: 'PP-D-1' } },
      ])
    }
  })

  it('reports a payment that PayPal’s order doesn’t show yet, with the order’s payee', async () => {
    const { attempt } = await beginCheckout()
    paypal.orders.approve(attempt.reference)
    await captureIfApproved(attempt)
    const webhook = paypal.orders.buildCaptureWebhook(attempt.reference)
    paypal.orders.lag = 'uncaptured'
    expect(await readFacts(webhook)).toMatchObject([{ kind: 'settled', payees: ['pay@example.com'] }])
    paypal.orders.lag = 'missing'
    expect(await readFacts(webhook)).toMatchObject([{ kind: 'settled', payees: [] }])
  })

  it('reports nothing without a payment, and is unreadable with missing fields', async () => {
    expect(await readFacts(paypal.orders.webhook('BILLING.PLAN.CREATED', {}))).toEqual([])
    await expect(readFacts(paypal.orders.webhook('CUSTOMER.DISPUTE.CREATED', {}))).rejects.toThrow(/lacks part of the/)
    await expect(readFacts(paypal.orders.webhook('PAYMENT.CAPTURE.COMPLETED', {}))).rejects.toThrow(/lacks part of the/)
    await expect(readFacts({ bytes: Buffer.from('{}'), headers: {} })).rejects.toThrow(/event format/)
  })
})
