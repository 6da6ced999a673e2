import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Endpoint } from '#contract/core/endpoint.ts'
import {
  type RehearsalCheckoutFormValues,
  type RehearsalOutcome,
  rehearsePaymentEndpoint,
  verifyRehearsalIpnEndpoint,
} from '#contract/sales/rehearsal-checkout.ts'
import type { Caller } from '#platform/http/register-api.ts'
import { readConfig } from '#server/config/config.ts'
import { type RequestRecorder, startRequestRecorder } from '#tests/support/request-recording-server.ts'
import { parseFormEncoded, parseIpnFacts } from '../paypal-standard/parse-ipn.ts'
import { createRehearsalCheckoutModule } from './rehearsal-checkout.ts'

const FAST_TIMING = { laterDelay: 100, retryDelays: [20, 20], timeout: 60_000 }

let site: RequestRecorder
let status: number
let problems: string[]
beforeEach(async () => {
  status = 200
  problems = []
  site = await startRequestRecorder((_, response) => void response.writeHead(status).end())
})
afterEach(() => {
  vi.useRealTimers()
  return site.close()
})

/** Holds delayed notices until the test moves the clock. */
const holdDelays = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

function startCheckout() {
  const { port } = new URL(site.url)
  const config = readConfig({ PORT: port })
  const form: RehearsalCheckoutFormValues = {
    business: 'pay@example.com',
    item_name: 'Café, order 7',
    amount: '999',
    currency_code: 'USD',
    invoice: 'attempt',
    custom: 'order',
    notify_url: `http://127.0.0.1:${port}/api/payments/rehearsal/notify`,
    return: `http://127.0.0.1:${port}/received-payment/order`,
    cancel_return: `http://localhost:${port}/order-cancelled/order`,
  }
  const problem = (_: unknown, sentence: string) => void problems.push(sentence)
  const { handlers, close } = createRehearsalCheckoutModule({ config, secret: 'for tests', problem, timing: FAST_TIMING })
  const call = (endpoint: Endpoint, input: object) =>
    handlers.find((one) => one.endpoint === endpoint)?.handle(input, {} as Caller) as Promise<unknown>
  return {
    form,
    close,
    finishCheckout: async (values: RehearsalCheckoutFormValues, outcome: RehearsalOutcome) =>
      ((await call(rehearsePaymentEndpoint, { body: { ...values, outcome } })) as { location: string }).location,
    verifyIpn: (body: string) => call(verifyRehearsalIpnEndpoint, { bytes: Buffer.from(`cmd=_notify-validate&${body}`) }),
  }
}
const listReceivedFacts = () => site.requests.map(({ body }) => parseIpnFacts({ bytes: Buffer.from(body) }, 0)[0])

it('sends a signed notice like PayPal’s before the customer returns', async () => {
  const { finishCheckout, verifyIpn, form } = startCheckout()
  const startedAt = Date.now()
  expect(await finishCheckout(form, 'pay')).toBe('/received-payment/order')
  const [{ body } = { body: '' }] = site.requests
  const fields = parseFormEncoded(Buffer.from(body))
  expect(fields?.get('payment_status')).toBe('Completed')
  expect(fields?.get('item_name')).toBe('Café, order 7')
  expect(fields?.get('payment_date')).toMatch(/^\d\d:\d\d:\d\d [A-Z][a-z]{2} \d\d, \d{4} PST$/)
  expect(listReceivedFacts()).toMatchObject([
    {
      kind: 'settled',
      attemptId: 'attempt',
      cents: 99_900,
      currency: 'USD',
      payees: ['pay@example.com'],
      live: false,
    },
  ])
  // PayPal's dates have whole seconds.
  expect(listReceivedFacts()[0]?.at).toBeGreaterThan(startedAt - 1_000)
  expect(listReceivedFacts()[0]?.at).toBeLessThanOrEqual(Date.now())
  expect(await verifyIpn(body)).toBe('VERIFIED')
  expect(await verifyIpn(`${body}&x=1`)).toBe('INVALID')
})

it('reports a payment as pending first, and as settled later', async () => {
  const { finishCheckout, form } = startCheckout()
  holdDelays()
  await finishCheckout(form, 'payLater')
  expect(listReceivedFacts()).toMatchObject([{ kind: 'pending' }])
  vi.advanceTimersByTime(FAST_TIMING.laterDelay)
  await site.waitForRequests(2)
  expect(listReceivedFacts()[1]).toMatchObject({ kind: 'settled', transactionId: listReceivedFacts()[0]?.transactionId })
})

it.each([
  ['lateNotice', '/received-payment/order'],
  ['cancelThenPay', '/order-cancelled/order'],
] as const)('lets the customer come back first: %s', async (outcome, path) => {
  const { finishCheckout, form } = startCheckout()
  holdDelays()
  expect(await finishCheckout(form, outcome)).toBe(path)
  expect(site.requests).toEqual([])
  vi.advanceTimersByTime(FAST_TIMING.laterDelay)
  await site.waitForRequests(1)
  expect(listReceivedFacts()).toMatchObject([{ kind: 'settled', cents: 99_900 }])
})

it('refunds half of a payment in a transaction that names the payment', async () => {
  const { finishCheckout, form } = startCheckout()
  await finishCheckout({ ...form, amount: '9.99' }, 'partRefund')
  const [payment, refund] = listReceivedFacts()
  expect(refund).toMatchObject({ kind: 'refunded', cents: 500, parentTransactionId: payment?.transactionId })
  expect(refund?.transactionId).not.toBe(payment?.transactionId)
})

it('never pays the exact price as a wrong amount', async () => {
  const { finishCheckout, form } = startCheckout()
  await finishCheckout({ ...form, amount: '1' }, 'wrongAmount')
  await finishCheckout(form, 'wrongAmount')
  expect(listReceivedFacts().map((fact) => fact?.cents)).toEqual([200, 100])
})

it('retries a failed notice, and logs the last failure', async () => {
  const { finishCheckout, form } = startCheckout()
  status = 500
  await finishCheckout(form, 'pay')
  await expect.poll(() => problems).toEqual(['a rehearsal notice failed on every try'])
  expect(new Set(site.requests.map(({ body }) => body)).size).toBe(1)
  expect(site.requests.length).toBe(3)
})

it('sends no more notices after it closes', async () => {
  const { finishCheckout, close, form } = startCheckout()
  holdDelays()
  await finishCheckout(form, 'lateNotice')
  expect(vi.getTimerCount()).toBe(1)
  await close()
  expect(vi.getTimerCount()).toBe(0)
})
