import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { removeServerFields } from '../../tests/support/remove-server-fields.ts'
import { findKeyboardFaults } from '../support/accessibility.ts'
import {
  type ApiClient,
  createApiClient,
  createOwnerClientForSuite,
  findPackageId,
  placeOrder,
  sampleOrderFormValues,
  submitOrderForm,
} from '../support/api-client.ts'
import { getField, pressButton, waitForHeading } from '../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const owner = createOwnerClientForSuite(site)
let nth = 0
beforeEach(() => {
  nth += 1
})

const PHONE = { width: 360, height: 800 }
const getRows = (page: Page) => page.getByRole('table').getByRole('row')
const listOrders = (api: ApiClient) => api('GET', '/orders') as Promise<{ customerName: string; packagePrice: string }[]>

/** Registers a customer and opens a page in a browser with the same session. */
async function startCustomer(path: string) {
  const api = await createApiClient(site, { email: `person${nth}@example.com`, password: 'a first password' })
  const { page, leave } = await startVisit(site, { storageState: api.storageState })
  await page.goto(path)
  return { api, page, leave }
}

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
    await page.getByRole('link', { name: 'Sign Up' }).waitFor()
    await page.getByRole('link', { name: 'Create account' }).click()
    await waitForHeading(page, 'Create your account to order Standard, $999')
    expect(await currentStep.textContent()).toBe('1 Account')
    await getField(page, 'Email').fill(`${javaScriptEnabled}@example.com`)
    await getField(page, 'Password').fill('a first password')
    await pressButton(page, 'Create account')
    await page.waitForURL(({ pathname }) => pathname === '/')
    await page.getByRole('link', { name: 'Continue your order: Standard, $999' }).click()
    await waitForHeading(page, 'Order Standard')
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

it('a double press, or a second send after Back, makes one order, and changed values make another', async () => {
  const { api, page, leave } = await startCustomer(`/order-now/${await findPackageId(owner, 'Basic')}`)
  const formUrl = page.url()
  for (const [label, value] of Object.entries(sampleOrderFormValues)) await getField(page, label).fill(value)
  await page.getByRole('button', { name: 'Place order' }).dblclick()
  await waitForHeading(page, 'Your Pending Orders')
  const firstOrderUrl = page.url()
  // An order in between proves that the site compares more than the time.
  await placeOrder(api, 'Basic', 'In between')
  await page.goBack()
  await waitForHeading(page, 'Order Basic')
  expect(page.url()).toBe(formUrl)
  await submitOrderForm(page)
  await waitForHeading(page, 'Your Pending Orders')
  expect(page.url()).toBe(firstOrderUrl)
  expect(await listOrders(api)).toHaveLength(2)
  await page.goBack()
  await submitOrderForm(page, { ...sampleOrderFormValues, Name: 'Robin Sample' })
  await waitForHeading(page, 'Your Pending Orders')
  expect((await listOrders(api)).map(({ customerName }) => customerName)).toEqual(['Dana Sample', 'In between', 'Robin Sample'])
  await leave()
})

it('a changed price shows an error at its field, keeps the typed text, and takes a second press', async () => {
  const id = await findPackageId(owner, 'Premium')
  const { api, page, leave } = await startCustomer(`/order-now/${id}`)
  const record: Record<string, string> = await owner('GET', `/pricing/${id}`)
  const setPrice = (packagePrice: string) => owner('PUT', `/pricing/${id}`, { ...removeServerFields(record), packagePrice })
  await setPrice('1950.5')
  await submitOrderForm(page)
  await page.getByRole('link', { name: 'The price is now $1,950.50. Please check your order again.' }).waitFor()
  expect(await page.title()).toBe('Error: Order Premium | Rankstead')
  expect(await getField(page, 'Price, US dollars').inputValue()).toBe('1950.5')
  expect(await getField(page, 'Name').inputValue()).toBe(sampleOrderFormValues.Name)
  expect(await listOrders(api)).toEqual([])
  await pressButton(page, 'Place order')
  await waitForHeading(page, 'Your Pending Orders')
  expect(await listOrders(api)).toMatchObject([{ packagePrice: '1950.5' }])
  await setPrice(record.packagePrice ?? '')
  await leave()
})

it('a form whose session has ended leads to the log-in, and then holds the typed text again', async () => {
  const { api, page, leave } = await startCustomer(`/order-now/${await findPackageId(owner, 'Basic')}`)
  const formUrl = page.url()
  await page.context().clearCookies()
  await submitOrderForm(page)
  await waitForHeading(page, 'Log in')
  expect(page.url()).not.toContain('Dana')
  await getField(page, 'Email').fill(`person${nth}@example.com`)
  await getField(page, 'Password').fill('a first password')
  await pressButton(page, 'Log in')
  await waitForHeading(page, 'Order Basic')
  expect(page.url()).toBe(formUrl)
  await page.getByRole('status').getByText('We kept what you typed before you logged in.').waitFor()
  for (const [label, value] of Object.entries(sampleOrderFormValues)) expect(await getField(page, label).inputValue()).toBe(value)
  expect(await listOrders(api)).toEqual([])
  await pressButton(page, 'Place order')
  await waitForHeading(page, 'Your Pending Orders')
  expect(await listOrders(api)).toMatchObject([{ customerName: sampleOrderFormValues.Name }])
  await leave()
})

it('keeps the typed text when the reply is lost, and makes one order of both tries', async () => {
  const { api, page, leave } = await startCustomer(`/order-now/${await findPackageId(owner, 'Basic')}`)
  // The site places the order, but the browser never gets the reply.
  await page.route('**/order-now/**', async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    await route.fetch({ maxRedirects: 0 })
    await route.abort('internetdisconnected')
  })
  await submitOrderForm(page)
  await page.getByText('That didn’t go through.').waitFor()
  expect(await getField(page, 'Name').inputValue()).toBe(sampleOrderFormValues.Name)
  await page.unroute('**/order-now/**')
  await placeOrder(api, 'Basic', 'In between')
  await pressButton(page, 'Place order')
  await waitForHeading(page, 'Your Pending Orders')
  expect(await listOrders(api)).toHaveLength(2)
  await leave()
})

it('a customer places an order by keyboard alone', async () => {
  const { page, leave } = await startCustomer(`/order-now/${await findPackageId(owner, 'Standard')}`)
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
