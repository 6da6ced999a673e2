import { expect, it } from 'vitest'
import { removeServerFields } from '#tests/support/remove-server-fields.ts'
import {
  type ApiClient,
  createOwnerClientForSuite,
  findPackageId,
  placeOrder,
  sampleOrderFormValues,
  submitOrderForm,
} from '../../support/api-client.ts'
import { startCustomer } from '../../support/customer-visit.ts'
import { getField, pressButton, waitForHeading } from '../../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'

const site = startSiteForSuite(ownerSettings)
const owner = createOwnerClientForSuite(site)

const listOrders = (api: ApiClient) => api('GET', '/orders') as Promise<{ customerName: string; packagePrice: string }[]>

it('a double press, or a second send after Back, makes one order, and changed values make another', async () => {
  const { api, page, leave } = await startCustomer(site, `/order-now/${await findPackageId(owner, 'Basic')}`)
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
  const { api, page, leave } = await startCustomer(site, `/order-now/${id}`)
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
  const path = `/order-now/${await findPackageId(owner, 'Basic')}`
  const { api, email, password, page, leave } = await startCustomer(site, path)
  const formUrl = page.url()
  await page.context().clearCookies()
  await submitOrderForm(page)
  await waitForHeading(page, 'Log in')
  expect(page.url()).not.toContain('Dana')
  await getField(page, 'Email').fill(email)
  await getField(page, 'Password').fill(password)
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
  const { api, page, leave } = await startCustomer(site, `/order-now/${await findPackageId(owner, 'Basic')}`)
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
