import type { Page, Route } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
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
async function startCustomerWithOrder(path: string, orderSite = site) {
  const api = await createApiClient(orderSite, { email: `person${nth}@example.com`, password: 'a first password' })
  const order = await placeOrder(api)
  const { page, leave } = await startVisit(orderSite, { storageState: api.storageState })
  await page.goto(`${path}/${order._id}`)
  return { api, order, page, leave }
}

const getPaymentStatus = async (api: ApiClient, { _id }: PlacedOrder) =>
  ((await api('GET', `/order/${_id}`)) as PlacedOrder).paymentStatus
const markPaid = ({ _id }: PlacedOrder) => owner('PUT', `/order-paid/${_id}`, { reason: 'Paid by bank transfer' })

it('without a payment account, the pay page shows no form and leads to Support', async () => {
  // Real payments ignore the sample email of the demo content.
  const siteWithoutPayee = await startSite({ ...ownerSettings, PAYMENTS: 'paypal-standard', PAYPAL_MODE: 'sandbox' })
  const { order, page, leave } = await startCustomerWithOrder('/pay-now', siteWithoutPayee)
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

it('the pay page leads to the provider by one button, and says when there is nothing to pay', async () => {
  const { order, page, leave } = await startCustomerWithOrder('/pay-now')
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
  const { order, page, leave } = await startCustomerWithOrder('/pay-now')
  await page.goto(`/received-payment/${order._id}`)
  await waitForHeading(page, CONFIRMING_PAYMENT)
  await page.getByRole('button', { name: 'Check again' }).focus()
  await markPaid(order)
  await waitForHeading(page, PAYMENT_ARRIVED)
  await expect.poll(() => page.title()).toBe(`${PAYMENT_ARRIVED} | Rankstead`)
  // A screen reader announces the receipt, and the focus stays on the page.
  await page.getByRole('status').getByText('$999.00').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')
  await leave()
})

it('the canceled page cancels with its own request, and ends at an acknowledgment', async () => {
  const { api, order, page, leave } = await startCustomerWithOrder('/pay-now')
  await waitForHeading(page, `Pay order ${order._number}`)
  await page.goto(`/order-cancelled/${order._id}`)
  await page.getByRole('status').getByText(PAYMENT_CANCELED).waitFor()
  await page.waitForURL('**/admin')
  await expectCanceled(page)
  expect(await getPaymentStatus(api, order)).toBe('Cancelled')
  await page.getByRole('link', { name: 'My Orders' }).click()
  await page.getByText('You Have Cancelled').waitFor()
  await leave()
})

it('a customer cancels an order on the pay page', async () => {
  const { api, order, page, leave } = await startCustomerWithOrder('/pay-now')
  await page.getByText('I changed my mind').click()
  await pressButton(page, 'Cancel this order')
  await page.waitForURL('**/admin')
  await expectCanceled(page)
  expect(await getPaymentStatus(api, order)).toBe('Cancelled')
  await leave()
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

/** What a failed cancel request gets, the line that it logs, and the sentence on the page. */
const failedCancelRequests: readonly [Parameters<Route['fulfill']>[0], string, string][] = [
  [{ status: 503, json: { error: 'The fault is ours.' } }, 'Payment update failed.', 'The fault is ours.'],
  [{ status: 502, json: {} }, 'Payment update failed.', 'wasn’t canceled'],
  [{ status: 502, body: '<h1>Bad gateway</h1>' }, 'Payment update failed.', 'wasn’t canceled'],
  [undefined, 'An error occurred:', 'Check your connection'],
]

it('if the cancel request fails, the console and the page say so, and a button tries again (P-103, P-104)', async () => {
  const { api, order, page } = await startCustomerWithOrder('/pay-now')
  await waitForHeading(page, `Pay order ${order._number}`)
  let consoleLines: string[] = []
  page.on('console', (message) => consoleLines.push(message.text()))
  for (const [reply, logLine, sentence] of failedCancelRequests) {
    consoleLines = []
    await page.route('**/api/order-cancelled/**', (route) => (reply ? route.fulfill(reply) : route.abort()))
    await page.goto(`/order-cancelled/${order._id}`)
    await page.getByRole('status').getByText(sentence).waitFor()
    expect(consoleLines.some((text) => text.startsWith(logLine))).toBe(true)
    expect(await page.title()).toMatch(/^Error: /)
    expect(await getPaymentStatus(api, order)).toBe('UnPaid')
    await page.unroute('**/api/order-cancelled/**')
  }
  await pressButton(page, 'Cancel the payment')
  await expectCanceled(page)
  await page.context().close()
})
