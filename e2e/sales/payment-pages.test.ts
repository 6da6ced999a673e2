import type { Page, Route } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  type ApiClient,
  createApiClient,
  createOwnerClientForSuite,
  type PlacedOrder,
  placeOrder,
} from '../support/api-client.ts'
import { getField, getPath, pressButton, waitForHeading } from '../support/page-actions.ts'
import { ownerSettings, startSite, startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const CONFIRMING_PAYMENT = "Thank you. We're confirming your payment"
const PAYMENT_ARRIVED = 'Payment received'
const PAYMENT_CANCELED = 'You have cancelled the payment'

async function expectCanceled(page: Page): Promise<void> {
  await waitForHeading(page, 'Your order is canceled')
  expect(await page.locator('h1 + [role=status]').textContent()).toBe(PAYMENT_CANCELED)
}
const OTHER_SITE = 'https://elsewhere.example/'

const site = startSiteForSuite(ownerSettings)
const owner = createOwnerClientForSuite(site)
let nth = 0
beforeEach(() => {
  nth += 1
})

/** Registers a customer, places an order and opens one of its pages. */
async function startCustomerWithOrder(path: string, { javaScriptEnabled = true, orderSite = site } = {}) {
  const api = await createApiClient(orderSite, { email: `person${nth}@example.com`, password: 'a first password' })
  const order = await placeOrder(api)
  const { page, leave } = await startVisit(orderSite, { javaScriptEnabled, storageState: api.storageState })
  await page.goto(`${path}/${order._id}`)
  return { api, order, page, leave }
}

const getPaymentStatus = async (api: ApiClient, { _id }: PlacedOrder) =>
  ((await api('GET', `/order/${_id}`)) as PlacedOrder).paymentStatus
const markPaid = ({ _id }: PlacedOrder) => owner('PUT', `/order-paid/${_id}`, { reason: 'Paid by bank transfer' })

it('without a payment account, the pay page shows no form and leads to Support', async () => {
  // Real payments ignore the sample email of the demo content.
  const siteWithoutPayee = await startSite({ ...ownerSettings, PAYMENTS: 'paypal-standard', PAYPAL_MODE: 'sandbox' })
  const { order, page, leave } = await startCustomerWithOrder('/pay-now', { orderSite: siteWithoutPayee })
  await waitForHeading(page, 'Payments aren’t available yet')
  expect(await page.getByRole('main').locator('form').count()).toBe(0)
  await page.getByRole('link', { name: 'Support' }).click()
  expect(getPath(page)).toBe('/contact')
  const values = await Promise.all(['Name', 'Email', 'Subject'].map((label) => getField(page, label).inputValue()))
  expect(values).toEqual([
    expect.stringMatching(/^[\da-f-]{36}$/),
    `person${nth}@example.com`,
    `Order ${order._number} (Standard)`,
  ])
  await leave()
  await siteWithoutPayee.close()
})

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_, javaScriptEnabled) => {
  it('the pay page leads to the provider by one button, and says when there is nothing to pay', async () => {
    const { order, page, leave } = await startCustomerWithOrder('/pay-now', { javaScriptEnabled })
    await waitForHeading(page, `Pay order ${order._number}`)
    await page.getByText('You’ll leave this site to pay.').waitFor()
    await page.getByText('Rehearsal: no money moves').waitFor()
    const button = page.getByRole('button', { name: 'Pay $999.00' })
    const formData = await button.evaluate((element: HTMLButtonElement) => {
      const { action, method } = element.form as HTMLFormElement
      return {
        action: new URL(action).pathname,
        method,
        fields: Object.fromEntries(new FormData(element.form as HTMLFormElement)),
      }
    })
    expect(formData).toMatchObject({
      method: 'post',
      fields: { cmd: '_xclick', amount: '999', return: `${site.url}/received-payment/${order._id}` },
    })
    await markPaid(order)
    await page.reload()
    await page.getByText('There’s nothing more to pay').waitFor()
    expect(await page.getByRole('main').locator('form').count()).toBe(0)
    await page.getByRole('link', { name: 'See the receipt' }).click()
    await waitForHeading(page, PAYMENT_ARRIVED)
    await leave()
  })

  it('the page after a payment waits for its confirmation, then shows the receipt', async () => {
    const { api, order, page, leave } = await startCustomerWithOrder('/received-payment', { javaScriptEnabled })
    await waitForHeading(page, 'No payment received yet')
    expect(await getPaymentStatus(api, order)).toBe('UnPaid')
    await page.getByRole('link', { name: 'Pay Now' }).click()
    await page.goto(`/received-payment/${order._id}`)
    await waitForHeading(page, CONFIRMING_PAYMENT)
    await page.getByRole('button', { name: 'Check again' }).focus()
    await markPaid(order)
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Check again' }).click()
    await waitForHeading(page, PAYMENT_ARRIVED)
    await expect.poll(() => page.title()).toBe(`${PAYMENT_ARRIVED} | Rankstead`)
    // A screen reader announces the receipt, and the focus stays on the page.
    await page.getByRole('status').getByText('$999.00').waitFor()
    if (javaScriptEnabled) await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
    await leave()
  })

  it('the canceled page cancels with its own request or its button, and ends at an acknowledgment', async () => {
    const { api, order, page, leave } = await startCustomerWithOrder('/pay-now', { javaScriptEnabled })
    await waitForHeading(page, `Pay order ${order._number}`)
    await page.goto(`/order-cancelled/${order._id}`)
    if (!javaScriptEnabled) {
      expect(await getPaymentStatus(api, order)).toBe('UnPaid')
      await pressButton(page, 'Cancel the payment')
    } else await page.getByRole('status').getByText(PAYMENT_CANCELED).waitFor()
    await page.waitForURL('**/admin')
    await expectCanceled(page)
    expect(await getPaymentStatus(api, order)).toBe('Cancelled')
    await page.getByRole('link', { name: 'My Orders' }).click()
    await page.getByText('You Have Cancelled').waitFor()
    await page.goto('/admin')
    await expectCanceled(page)
    await page.context().clearCookies({ name: /said/ })
    await page.goto('/admin')
    await waitForHeading(page, "You don't have any permission")
    await leave()
  })

  it('a customer cancels an order on the pay page', async () => {
    const { api, order, page, leave } = await startCustomerWithOrder('/pay-now', { javaScriptEnabled })
    await page.getByText('I changed my mind').click()
    await pressButton(page, 'Cancel this order')
    await page.waitForURL('**/admin')
    await expectCanceled(page)
    expect(await getPaymentStatus(api, order)).toBe('Cancelled')
    await leave()
  })
})

it('the waiting page changes only with the payment, and its new form works like the first', async () => {
  const { api, order, page, leave } = await startCustomerWithOrder('/pay-now')
  await page.goto(`/received-payment/${order._id}`)
  await waitForHeading(page, CONFIRMING_PAYMENT)
  const button = page.getByRole('button', { name: 'Check again' })
  await button.focus()
  // The page is read again twice: the first answer is then compared.
  for (let nth = 0; nth < 2; nth++) await page.waitForResponse((response) => response.url().includes('/received-payment/'))
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await api('PUT', `/order-cancelled/${order._id}`, { paymentStatus: 'Cancelled' })
  await waitForHeading(page, 'No payment received')
  expect(await page.locator('#payment form[data-busy] + [role=status]').count()).toBe(1)
  await leave()
})

it('the canceled page doesn’t cancel a paid order', async () => {
  const { api, order, page, leave } = await startCustomerWithOrder('/my-order')
  await markPaid(order)
  await page.goto(`/order-cancelled/${order._id}`)
  await waitForHeading(page, `Order ${order._number} is paid`)
  expect(await page.getByRole('main').locator('form').count()).toBe(0)
  expect(await getPaymentStatus(api, order)).toBe('Paid')
  await leave()
})

it('a GET or HEAD of the canceled page cancels nothing', async () => {
  const { api, order, page, leave } = await startCustomerWithOrder('/my-order')
  for (const method of ['GET', 'HEAD'] as const) await page.request.fetch(`/order-cancelled/${order._id}`, { method })
  expect(await getPaymentStatus(api, order)).toBe('UnPaid')
  await leave()
})

it('asks first if another site leads to an order without a checkout attempt (P-105)', async () => {
  const { api, order, page, leave } = await startCustomerWithOrder('/my-order')
  const lure = `<title>Lure</title><a href="${site.url}/order-cancelled/${order._id}">Win</a>`
  await page.route(OTHER_SITE, (route) => route.fulfill({ contentType: 'text/html', body: lure }))
  const cancelRequests: string[] = []
  page.on('request', (request) => cancelRequests.push(request.method()))
  await page.goto(OTHER_SITE)
  await page.getByRole('link', { name: 'Win' }).click()
  await page.getByRole('button', { name: 'Cancel the payment' }).waitFor()
  expect([await getPaymentStatus(api, order), cancelRequests.includes('PUT')]).toEqual(['UnPaid', false])
  await leave()
})

it.each<[string, Parameters<Route['fulfill']>[0], string, string]>([
  ['fails', { status: 503, json: { error: 'The fault is ours.' } }, 'Payment update failed.', 'The fault is ours.'],
  ['fails without a reason', { status: 502, json: {} }, 'Payment update failed.', 'wasn’t canceled'],
  ['fails without JSON', { status: 502, body: '<h1>Bad gateway</h1>' }, 'Payment update failed.', 'wasn’t canceled'],
  ['gets no answer', undefined, 'An error occurred:', 'Check your connection'],
])(
  'if the cancel request %s, the console and the page say so, and a button tries again (P-103, P-104)',
  async (_, reply, logLine, sentence) => {
    const { api, order, page } = await startCustomerWithOrder('/pay-now')
    await waitForHeading(page, `Pay order ${order._number}`)
    const consoleLines: string[] = []
    page.on('console', (message) => consoleLines.push(message.text()))
    await page.route('**/api/order-cancelled/**', (route) => (reply ? route.fulfill(reply) : route.abort()))
    await page.goto(`/order-cancelled/${order._id}`)
    await page.getByRole('status').getByText(sentence).waitFor()
    expect(consoleLines.some((text) => text.startsWith(logLine))).toBe(true)
    expect(await page.title()).toMatch(/^Error: /)
    expect(await getPaymentStatus(api, order)).toBe('UnPaid')
    await page.unroute('**/api/order-cancelled/**')
    await pressButton(page, 'Cancel the payment')
    await expectCanceled(page)
    await page.context().close()
  },
)
