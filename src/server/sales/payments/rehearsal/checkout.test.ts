import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../../../../../tests/support/receiver.ts'
import type { CheckoutForm } from '../../../../contract/sales/rehearsal.ts'
import { readConfig } from '../../../config/config.ts'
import { readFormEncoded } from '../paypal-standard/form-encoded.ts'
import { factsIn } from '../paypal-standard/notice.ts'
import { createCheckout } from './checkout.ts'

const FAST = { later: 100, again: [20, 20], answer: 1_000 }

let site: Receiver
let status: number
let problems: string[]
beforeEach(async () => {
  status = 200
  problems = []
  site = await startReceiver((_, response) => void response.writeHead(status).end())
})
afterEach(() => site.close())

function start(timing = FAST) {
  const { port } = new URL(site.url)
  const config = readConfig({ PORT: port })
  const form: CheckoutForm = {
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
  return { checkout: createCheckout({ config, secret: 'for tests', problem, timing }), form }
}
const told = () => site.received.map(({ body }) => factsIn({ bytes: Buffer.from(body) }, 0)[0])

it('sends what PayPal would, signed, before the customer is back', async () => {
  const { checkout, form } = start()
  expect(await checkout.finish(form, 'pay')).toBe('/received-payment/order')
  const [{ body } = { body: '' }] = site.received
  const fields = readFormEncoded(Buffer.from(body))
  expect(fields?.get('payment_status')).toBe('Completed')
  expect(fields?.get('item_name')).toBe('Café, order 7')
  expect(fields?.get('payment_date')).toMatch(/^\d\d:\d\d:\d\d [A-Z][a-z]{2} \d\d, \d{4} PST$/)
  expect(told()).toMatchObject([
    {
      kind: 'settled',
      attemptId: 'attempt',
      cents: 99_900,
      currency: 'USD',
      payees: ['pay@example.com'],
      live: false,
    },
  ])
  expect(Math.abs(Date.now() - (told()[0]?.at ?? 0))).toBeLessThan(5_000)
  expect(checkout.verdict(Buffer.from(`cmd=_notify-validate&${body}`))).toBe('VERIFIED')
  expect(checkout.verdict(Buffer.from(`cmd=_notify-validate&${body}&x=1`))).toBe('INVALID')
})

it('tells of a pending payment first, and a while later that the same has arrived', async () => {
  const { checkout, form } = start()
  await checkout.finish(form, 'payLater')
  expect(told()).toMatchObject([{ kind: 'pending' }])
  await site.wait(2)
  expect(told()[1]).toMatchObject({ kind: 'settled', transactionId: told()[0]?.transactionId })
})

it.each([
  ['lateNotice', '/received-payment/order'],
  ['cancelThenPay', '/order-cancelled/order'],
] as const)('lets the customer come back first: %s', async (outcome, path) => {
  const { checkout, form } = start()
  expect(await checkout.finish(form, outcome)).toBe(path)
  expect(site.received).toEqual([])
  await site.wait(1)
  expect(told()).toMatchObject([{ kind: 'settled', cents: 99_900 }])
})

it('sends half of a payment back by a transaction of its own, which names the payment', async () => {
  const { checkout, form } = start()
  await checkout.finish({ ...form, amount: '9.99' }, 'partRefund')
  const [paid, back] = told()
  expect(back).toMatchObject({ kind: 'refunded', cents: 500, parentTransactionId: paid?.transactionId })
  expect(back?.transactionId).not.toBe(paid?.transactionId)
})

it('never pays the price by mistake where a wrong amount is asked for', async () => {
  const { checkout, form } = start()
  await checkout.finish({ ...form, amount: '1' }, 'wrongAmount')
  await checkout.finish(form, 'wrongAmount')
  expect(told().map((fact) => fact?.cents)).toEqual([200, 100])
})

it('sends a notice again that was not taken, and says so where it never is', async () => {
  const { checkout, form } = start()
  status = 500
  await checkout.finish(form, 'pay')
  await expect.poll(() => problems).toEqual(['a notice of the rehearsal could not be handed over'])
  expect(new Set(site.received.map(({ body }) => body)).size).toBe(1)
  expect(site.received.length).toBe(3)
})

it('sends nothing more once the process ends', async () => {
  const { checkout, form } = start({ ...FAST, later: 50 })
  await checkout.finish(form, 'lateNotice')
  await checkout.close?.()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(site.received).toEqual([])
})
