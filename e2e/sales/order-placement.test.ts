import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { findKeyboardFaults } from '../support/accessibility.ts'
import { createOwnerClientForSuite, findPackageId, sampleOrderFormValues, submitOrderForm } from '../support/api-client.ts'
import { startCustomer } from '../support/customer-visit.ts'
import { getField, pressButton, waitForHeading } from '../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const owner = createOwnerClientForSuite(site)

const PHONE = { width: 360, height: 800 }
const getRows = (page: Page) => page.getByRole('table').getByRole('row')

it.each([
  ['with', true],
  ['without', false],
])(
  'a visitor who presses an order button registers, and finds the placed order in the list, %s script',
  async (_, javaScriptEnabled) => {
    const { page, leave } = await startVisit(site, { javaScriptEnabled, viewport: PHONE })
    await page.goto('/pricing/')
    await page.locator('#standard').getByRole('link', { name: 'Order Standard' }).click()
    const currentStep = page.getByRole('list', { name: 'Order steps' }).locator('[aria-current]')
    await waitForHeading(page, 'Create your account to order Standard, $999')
    expect(await currentStep.textContent()).toBe('1 Account')
    await page.getByRole('region', { name: 'Log in' }).waitFor()
    const createAccount = page.getByRole('region', { name: 'Create account' })
    await createAccount.getByLabel('Email').fill(`${javaScriptEnabled}@example.com`)
    await pressButton(page, 'Create account')
    await page.getByRole('link', { name: 'Password is Required' }).waitFor()
    expect(await createAccount.getByLabel('Email').inputValue()).toBe(`${javaScriptEnabled}@example.com`)
    await createAccount.getByLabel('Password', { exact: true }).fill('a first password')
    await pressButton(page, 'Create account')
    await waitForHeading(page, 'Order Standard')
    await page.getByRole('status').getByText('Your account is ready. Next: your order').waitFor()
    expect(await currentStep.textContent()).toBe('2 Order')
    await page.getByText('Full refund until you get your audit').waitFor()
    expect(await getField(page, 'Email').inputValue()).toBe(`${javaScriptEnabled}@example.com`)
    for (const lockedLabel of ['Email', 'Package name', 'Price, US dollars']) {
      expect(await getField(page, lockedLabel).getAttribute('readonly')).not.toBeNull()
    }
    await pressButton(page, 'Place order')
    await waitForHeading(page, 'There is a problem')
    expect(await page.title()).toBe('Error: Order Standard | Rankstead')
    await page.getByRole('link', { name: 'Address is required.' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('customerAddress')
    await submitOrderForm(page)
    await waitForHeading(page, 'Your Pending Orders')
    await page.getByRole('status').getByText('Your order is placed').waitFor()
    expect(await getRows(page).nth(1).getAttribute('data-row-mark')).toBe('new')
    expect(await getRows(page).count()).toBe(2)
    expect(await currentStep.textContent()).toBe('3 Pay')
    await waitForHeading(page, 'What happens next')
    await page.getByRole('link', { name: 'Pay Now, $999.00' }).click()
    expect(await currentStep.textContent()).toBe('3 Pay')
    await page.getByText('Rankstead, through PayPal').waitFor()
    await page.getByText('Full refund until you get your audit').waitFor()
    await leave()
  },
)

it('a customer places an order by keyboard alone', async () => {
  const { page, leave } = await startCustomer(site, `/order-now/${await findPackageId(owner, 'Standard')}`)
  expect(await findKeyboardFaults(page)).toEqual([])
  await getField(page, 'Name').focus()
  for (const value of Object.values(sampleOrderFormValues)) {
    await page.keyboard.type(value)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Enter')
  await waitForHeading(page, 'Your Pending Orders')
  await leave()
})
