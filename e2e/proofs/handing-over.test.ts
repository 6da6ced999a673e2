import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MISMATCH } from '../../src/contract/sales/payments.ts'
import { startPayPal } from '../../tests/support/paypal.ts'
import { expectAccessible, keyboardFaults } from '../support/accessibility.ts'
import { field, heading, pathOf, press } from '../support/account-pages.ts'
import { layoutFaults } from '../support/layout-faults.ts'
import { apiOf, namePayee, type PlacedOrder, placeOrder, sendOrder } from '../support/ordering.ts'
import { ownedSite, type Site, startSite } from '../support/site.ts'
import { arrive, sharedBrowser } from '../support/visitor.ts'

const ARRIVED = 'Thank you. Your payment has arrived'
const CONFIRMING = "Thank you. We're confirming your payment"
/** How many facts follow from a press. */
const FACTS: Readonly<Record<string, number>> = {
  Pay: 1,
  Fail: 1,
  'Pay twice': 2,
  'Pay a wrong amount': 1,
  'Pay, and get half back': 2,
  Cancel: 0,
}
let browser: Browser
let nth = 0
beforeAll(async () => {
  browser = await sharedBrowser()
})

/** A customer on the pay page of a new order. */
async function customer(site: Site, options: Parameters<typeof arrive>[2] = {}) {
  nth += 1
  const owner = apiOf(site)
  const api = await apiOf(site, { email: `payer${nth}@example.com`, password: 'a first password' })
  const order = await placeOrder(api)
  const { page, leave } = await arrive(browser, site.url, { ...options, storageState: api.storageState })
  await page.goto(`/pay-now/${order._id}`)
  const status = async () => ((await api('GET', `/order/${order._id}`)) as PlacedOrder).paymentStatus
  /** How many facts the owner sees. */
  const told = async () => {
    const { notices } = (await (await owner)('GET', `/payment-evidence/${order._id}`)) as { notices: { facts: object[] }[] }
    return notices.flatMap(({ facts }) => facts).length
  }
  return { order, page, leave, status, told }
}

describe('in a rehearsal', () => {
  let site: Site
  beforeAll(async () => {
    site = await startSite(ownedSite)
    await namePayee(site)
  })
  afterAll(() => site.close())

  it.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('a customer pays on our own checkout and comes back to the receipt, %s', async (_, javaScriptEnabled) => {
    const { order, page, leave, status } = await customer(site, { javaScriptEnabled })
    await press(page, 'Pay $999.00')
    await heading(page, 'Checkout')
    await page.getByText('Rehearsal: no money moves').waitFor()
    await page.getByText(`Standard, order ${order._number}`).waitFor()
    await page.getByText('owner@example.com').first().waitFor()
    await page.getByText('999 USD').waitFor()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL(`**/received-payment/${order._id}`)
    await expect.poll(status, { timeout: 5_000 }).toBe('Paid')
    if (!javaScriptEnabled) await page.reload()
    await heading(page, ARRIVED)
    await leave()
  })

  it.each([
    ['Pay', 'Paid'],
    ['Fail', 'UnPaid'],
    ['Pay twice', 'Paid'],
    ['Pay a wrong amount', 'UnPaid'],
    ['Pay, and get half back', 'Paid'],
    ['Cancel', 'UnPaid'],
  ])('pressing "%s" ends as %s, and is told to customer and owner', async (words, end) => {
    const { order, page, leave, status, told } = await customer(site, { javaScriptEnabled: false })
    await press(page, 'Pay $999.00')
    await press(page, words)
    await page.waitForURL(words === 'Cancel' ? `**/order-cancelled/${order._id}` : `**/received-payment/${order._id}`)
    await expect.poll(told, { timeout: 5_000 }).toBe(FACTS[words])
    expect(await status()).toBe(end)
    await page.goto(`/my-order/${order._id}`)
    await page
      .getByText(end === 'Paid' ? 'You Have Paid' : words === 'Pay a wrong amount' ? MISMATCH : 'Pay Now')
      .first()
      .waitFor()
    await leave()
  })

  it('a stranger orders, pays, and opens the invoice', async () => {
    const { page, leave } = await arrive(browser, site.url, { viewport: { width: 360, height: 800 } })
    await page.goto('/pricing/')
    await page.getByRole('link', { name: 'Order Premium' }).click()
    await page.getByRole('link', { name: 'Sign Up' }).click()
    await field(page, 'Email').fill('stranger@example.com')
    await field(page, 'Password').fill('a first password')
    await press(page, 'Register')
    await page.getByRole('link', { name: 'Continue your order: Premium' }).click()
    await sendOrder(page)
    await page.getByRole('link', { name: 'Pay Now' }).first().click()
    await press(page, 'Pay $1,899.00')
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await heading(page, ARRIVED)
    const invoice = await page
      .getByRole('link', { name: /invoice/i })
      .first()
      .getAttribute('href')
    const file = await page.request.get(invoice ?? '')
    expect([file.status(), file.headers()['content-type'], (await file.body()).subarray(0, 5).toString()]).toEqual([
      200,
      'application/pdf',
      '%PDF-',
    ])
    await leave()
  })

  it('a customer who cancels is asked once more, and has paid all the same where the payment arrives later', async () => {
    const { order, page, leave, status } = await customer(site, { javaScriptEnabled: false })
    await press(page, 'Pay $999.00')
    await press(page, 'Cancel, then pay')
    await page.waitForURL(`**/order-cancelled/${order._id}`)
    expect(await status()).toBe('UnPaid')
    await press(page, 'Cancel the payment')
    expect(await status()).toBe('Cancelled')
    await expect.poll(status, { timeout: 10_000 }).toBe('Paid')
    await leave()
  })

  it('a customer who pays later is under review at first, and has the receipt once it has arrived', async () => {
    const { order, page, leave, status, told } = await customer(site, { javaScriptEnabled: false })
    await press(page, 'Pay $999.00')
    await press(page, 'Pay later')
    await page.waitForURL(`**/received-payment/${order._id}`)
    await expect.poll(told, { timeout: 5_000 }).toBe(1)
    await page.goto(`/my-order/${order._id}`)
    await page.getByText('Under review').first().waitFor()
    expect(await page.getByText('Pay Now').count()).toBe(0)
    await expect.poll(status, { timeout: 10_000 }).toBe('Paid')
    expect(await told()).toBe(2)
    await page.goto(`/received-payment/${order._id}`)
    await heading(page, ARRIVED)
    await leave()
  })

  it('a customer who comes back before the notice sees the receipt as soon as it is there', async () => {
    const { order, page, leave, status } = await customer(site)
    await press(page, 'Pay $999.00')
    await press(page, 'Pay with a late notice')
    await page.waitForURL(`**/received-payment/${order._id}`)
    await heading(page, CONFIRMING)
    expect(await status()).toBe('UnPaid')
    // Without a reload: the page itself looks again.
    await page.getByRole('heading', { name: ARRIVED, level: 1 }).waitFor({ timeout: 15_000 })
    expect(await status()).toBe('Paid')
    await leave()
  })

  it('the checkout fits every window, and can be used by everybody', async () => {
    const { page, leave } = await customer(site)
    await press(page, 'Pay $999.00')
    await heading(page, 'Checkout')
    await expectAccessible(page)
    expect(await keyboardFaults(page)).toEqual([])
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await layoutFaults(page)).toEqual([])
    }
    await leave()
  })
})

// The browser itself asks the page's policy, before a form leaves and before the redirect that answers one.
describe.each(['paypal-standard', 'paypal-orders'])('with %s', (gateway) => {
  it('a customer is taken to PayPal by one button, with JavaScript and without', async () => {
    const paypal = await startPayPal()
    const site = await startSite({ ...ownedSite, ...paypal.environment(gateway) })
    await namePayee(site)
    for (const javaScriptEnabled of [true, false]) {
      const { order, page, leave } = await customer(site, { javaScriptEnabled })
      await press(page, 'Pay $999.00')
      await heading(page, 'Pay with PayPal')
      expect(page.url().startsWith(paypal.url)).toBe(true)
      if (gateway === 'paypal-standard') {
        expect(pathOf(page)).toBe('/cgi-bin/webscr')
        expect(paypal.handedOver.at(-1)).toMatchObject({ cmd: '_xclick', business: 'owner@example.com', custom: order._id })
      }
      await leave()
    }
    await site.close()
    await paypal.close()
  })
})
