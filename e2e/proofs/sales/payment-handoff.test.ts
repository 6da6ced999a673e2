import { beforeAll, describe, expect, it } from 'vitest'
import { startFakePayPal } from '#tests/support/fake-paypal.ts'
import { expectAccessible, findKeyboardFaults } from '../../support/accessibility.ts'
import { createApiClient, type PlacedOrder, placeOrder, savePayeeEmail } from '../../support/api-client.ts'
import { findLayoutFaults } from '../../support/layout-faults.ts'
import { getPath, pressButton, waitForHeading } from '../../support/page-actions.ts'
import { ownerSettings, startSite, startSiteForSuite, type TestSite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const PAYMENT_ARRIVED = 'Payment received'
const CONFIRMING_PAYMENT = "Thank you. We're confirming your payment"
let nth = 0

/** Registers a customer, places an order and opens its pay page. */
async function startCustomerOnPayPage(site: TestSite, options: Parameters<typeof startVisit>[1] = {}) {
  nth += 1
  const owner = await createApiClient(site)
  const api = await createApiClient(site, { email: `payer${nth}@example.com`, password: 'a first password' })
  const order = await placeOrder(api)
  const { page, leave } = await startVisit(site, { ...options, storageState: api.storageState })
  await page.goto(`/pay-now/${order._id}`)
  const getPaymentStatus = async () => ((await api('GET', `/order/${order._id}`)) as PlacedOrder).paymentStatus
  const countPaymentFacts = async () => {
    const { notices } = (await owner('GET', `/payment-evidence/${order._id}`)) as { notices: { facts: object[] }[] }
    return notices.flatMap(({ facts }) => facts).length
  }
  return { order, page, leave, getPaymentStatus, countPaymentFacts }
}

describe('in a rehearsal', () => {
  const site = startSiteForSuite(ownerSettings)
  beforeAll(() => savePayeeEmail(site))

  it.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('a customer pays on the rehearsal checkout and returns to the receipt, %s', async (_, javaScriptEnabled) => {
    const { order, page, leave, getPaymentStatus } = await startCustomerOnPayPage(site, { javaScriptEnabled })
    await pressButton(page, 'Pay $999.00')
    await waitForHeading(page, 'Checkout')
    await page.getByText('Rehearsal: no money moves').waitFor()
    await page.getByText(`Standard, order ${order._number}`).waitFor()
    await page.getByText('owner@example.com').first().waitFor()
    await page.getByText('999 USD').waitFor()
    await page.getByRole('button', { name: 'Pay', exact: true }).click()
    await page.waitForURL(`**/received-payment/${order._id}`)
    await expect.poll(getPaymentStatus).toBe('Paid')
    if (!javaScriptEnabled) await page.reload()
    await waitForHeading(page, PAYMENT_ARRIVED)
    await leave()
  })

  it('the site asks before it cancels, and a later payment makes the canceled order paid (P-107)', async () => {
    const { order, page, leave, getPaymentStatus } = await startCustomerOnPayPage(site, { javaScriptEnabled: false })
    await pressButton(page, 'Pay $999.00')
    await pressButton(page, 'Cancel, then pay')
    await page.waitForURL(`**/order-cancelled/${order._id}`)
    expect(await getPaymentStatus()).toBe('UnPaid')
    await pressButton(page, 'Cancel the payment')
    expect(await getPaymentStatus()).toBe('Cancelled')
    await expect.poll(getPaymentStatus).toBe('Paid')
    await leave()
  })

  it('a pending payment shows as under review, then leads to the receipt (P-109)', async () => {
    const { order, page, leave, getPaymentStatus, countPaymentFacts } = await startCustomerOnPayPage(site, {
      javaScriptEnabled: false,
    })
    await pressButton(page, 'Pay $999.00')
    await pressButton(page, 'Pay later')
    await page.waitForURL(`**/received-payment/${order._id}`)
    await expect.poll(countPaymentFacts).toBe(1)
    await page.goto(`/my-order/${order._id}`)
    await page.getByText('Under review').first().waitFor()
    expect(await page.getByText('Pay Now').count()).toBe(0)
    await expect.poll(getPaymentStatus).toBe('Paid')
    expect(await countPaymentFacts()).toBe(2)
    await page.goto(`/received-payment/${order._id}`)
    await waitForHeading(page, PAYMENT_ARRIVED)
    await leave()
  })

  it('a customer who returns before the notice sees the receipt without a reload', async () => {
    const { order, page, leave, getPaymentStatus } = await startCustomerOnPayPage(site)
    await pressButton(page, 'Pay $999.00')
    await pressButton(page, 'Pay with a late notice')
    await page.waitForURL(`**/received-payment/${order._id}`)
    await waitForHeading(page, CONFIRMING_PAYMENT)
    expect(await getPaymentStatus()).toBe('UnPaid')
    await page.getByRole('heading', { name: PAYMENT_ARRIVED, level: 1 }).waitFor()
    expect(await getPaymentStatus()).toBe('Paid')
    await leave()
  })

  it('the checkout is accessible, fits every window and works by keyboard', async () => {
    const { page, leave } = await startCustomerOnPayPage(site)
    await pressButton(page, 'Pay $999.00')
    await waitForHeading(page, 'Checkout')
    await expectAccessible(page)
    expect(await findKeyboardFaults(page)).toEqual([])
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await findLayoutFaults(page)).toEqual([])
    }
    await leave()
  })
})

// The browser applies the content security policy to the form and to the redirect after it.
describe.each(['paypal-standard', 'paypal-orders'])('with %s', (gateway) => {
  it('one button leads the customer to PayPal, with and without JavaScript', async () => {
    const paypal = await startFakePayPal()
    const site = await startSite({ ...ownerSettings, ...paypal.environment(gateway) })
    await savePayeeEmail(site)
    for (const javaScriptEnabled of [true, false]) {
      const { order, page, leave } = await startCustomerOnPayPage(site, { javaScriptEnabled })
      await pressButton(page, 'Pay $999.00')
      await waitForHeading(page, 'Pay with PayPal')
      expect(page.url().startsWith(paypal.url)).toBe(true)
      if (gateway === 'paypal-standard') {
        expect(getPath(page)).toBe('/cgi-bin/webscr')
        expect(paypal.submittedForms.at(-1)).toMatchObject({ cmd: '_xclick', business: 'owner@example.com', custom: order._id })
      }
      await leave()
    }
    await site.close()
    await paypal.close()
  })
})
