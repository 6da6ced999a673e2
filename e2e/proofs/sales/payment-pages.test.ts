import type { Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { createOwnerClientForSuite } from '../../support/api-client.ts'
import { startCustomerWithOrder } from '../../support/customer-visit.ts'
import { getField, getPath, pressButton, waitForHeading } from '../../support/page-actions.ts'
import { CONFIRMING_PAYMENT, expectCanceled, getPaymentStatus } from '../../support/payment-pages.ts'
import { ownerSettings, startSite, startSiteForSuite } from '../../support/test-site.ts'

const OTHER_SITE = 'https://elsewhere.example/'

const site = startSiteForSuite(ownerSettings)
const owner = createOwnerClientForSuite(site)

it('without a payment account, the pay page shows no form and leads to Support', async () => {
  // Real payments ignore the sample email of the demo content.
  const siteWithoutPayee = await startSite({ ...ownerSettings, PAYMENTS: 'paypal-standard', PAYPAL_MODE: 'sandbox' })
  const { email, order, page, leave } = await startCustomerWithOrder(siteWithoutPayee, '/pay-now')
  await waitForHeading(page, 'Payments aren’t available yet')
  expect(await page.getByRole('main').locator('form').count()).toBe(0)
  await page.getByRole('link', { name: 'Support' }).click()
  expect(getPath(page)).toBe('/contact')
  const values = await Promise.all(['Name', 'Email', 'Subject'].map((label) => getField(page, label).inputValue()))
  expect(values).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), email, `Order ${order._number} (Standard)`])
  await leave()
  await siteWithoutPayee.close()
})

it('the waiting page changes only with the payment, and its new form works like the first', async () => {
  const { api, order, page, leave } = await startCustomerWithOrder(site, '/pay-now')
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
  const { api, order, page, leave } = await startCustomerWithOrder(site, '/my-order')
  await owner('PUT', `/order-paid/${order._id}`, { reason: 'Paid by bank transfer' })
  await page.goto(`/order-cancelled/${order._id}`)
  await waitForHeading(page, `Order ${order._number} is paid`)
  expect(await page.getByRole('main').locator('form').count()).toBe(0)
  expect(await getPaymentStatus(api, order)).toBe('Paid')
  await leave()
})

it('asks first if another site leads to an order without a checkout attempt (P-105)', async () => {
  const { api, order, page, leave } = await startCustomerWithOrder(site, '/my-order')
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
  const { api, order, page } = await startCustomerWithOrder(site, '/pay-now')
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
