import { expect, it } from 'vitest'
import { createOwnerClientForSuite, type PlacedOrder } from '../support/api-client.ts'
import { startCustomerWithOrder } from '../support/customer-visit.ts'
import { pressButton, waitForHeading } from '../support/page-actions.ts'
import { CONFIRMING_PAYMENT, expectCanceled, getPaymentStatus, PAYMENT_CANCELED } from '../support/payment-pages.ts'
import { ownerSettings, startSiteForSuite } from '../support/test-site.ts'

const PAYMENT_ARRIVED = 'Payment received'

const site = startSiteForSuite(ownerSettings)
const owner = createOwnerClientForSuite(site)
const markPaid = ({ _id }: PlacedOrder) => owner('PUT', `/order-paid/${_id}`, { reason: 'Paid by bank transfer' })

it('the pay page leads to the provider by one button, and says when there is nothing to pay', async () => {
  const { order, page, leave } = await startCustomerWithOrder(site, '/pay-now')
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
  const { order, page, leave } = await startCustomerWithOrder(site, '/pay-now')
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
  const { api, order, page, leave } = await startCustomerWithOrder(site, '/pay-now')
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
  const { api, order, page, leave } = await startCustomerWithOrder(site, '/pay-now')
  await page.getByText('I changed my mind').click()
  await pressButton(page, 'Cancel this order')
  await page.waitForURL('**/admin')
  await expectCanceled(page)
  expect(await getPaymentStatus(api, order)).toBe('Cancelled')
  await leave()
})
