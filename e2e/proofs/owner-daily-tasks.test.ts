import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { toBusinessDay } from '#contract/core/business-calendar.ts'
import type { AdminUser } from '#contract/people/admin-users.ts'
import type { OrderWork } from '#contract/work/order-work.ts'
import { confirmStart } from '#tests/support/order-client.ts'
import { expectAccessible } from '../support/accessibility.ts'
import {
  createApiClient,
  createOwnerClientForSuite,
  type PlacedOrder,
  payInRehearsal,
  placeOrder,
  savePayeeEmail,
} from '../support/api-client.ts'
import { postToApi } from '../support/message-list-page.ts'
import { logIn, pressButton, waitForHeading, waitForToast } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { openBeforeHydration, startVisit, waitForHydration } from '../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const api = createOwnerClientForSuite(site)
let order: PlacedOrder
beforeAll(async () => {
  await savePayeeEmail(site)
  const customerApi = await createApiClient(site, { email: 'kim@example.com', password: 'maple lantern river' })
  order = await placeOrder(customerApi, 'Basic', 'Kim Sample')
  await payInRehearsal(customerApi, order, 'pay')
  const fetchOrder = async () => (await api('GET', `/order/${order._id}`)) as PlacedOrder
  await vi.waitFor(async () => expect((await fetchOrder()).paymentStatus).toBe('Paid'), 60_000)
  await finishAllParts(order._id)
  for (const name of ['Ann Lee', 'Bo Lee']) await postToApi(site.url, '/add-message', { name, message: 'Two offices' })
})
afterEach(() => void vi.useRealTimers())

/** Starts the month of an order and ends each of its parts. */
async function finishAllParts(orderId: string): Promise<void> {
  await api('PUT', `/order-start/${orderId}`, confirmStart(toBusinessDay('America/Chicago', Date.now())))
  const { deliverables }: OrderWork = await api('GET', `/order-work/${orderId}`)
  for (const { _id } of deliverables) await api('PUT', `/deliverable/${_id}`, { state: 'canceled', reason: 'Not needed' })
}

const getRegion = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const openPage = async (from: string) => {
  const visitor = await startVisit(site, { storageState: api.storageState })
  await visitor.page.goto(from)
  return visitor
}

it('an owner works through today’s action items until none is left', async () => {
  const { page, leave } = await startVisit(site)
  await logIn(page, '/admin', ownerCredentials)
  await page.getByText('Two things to do today.').waitFor()
  const actionItems = getRegion(page, 'To do today').getByRole('listitem')
  expect(await actionItems.locator('p:first-child').allTextContents()).toEqual(['2 unread messages', '1 order to mark delivered'])

  await getRegion(page, 'To do today').getByRole('link', { name: /^Read/ }).click()
  await waitForHeading(page, 'Unread messages')
  await page.getByRole('link', { name: 'View Message from Bo Lee' }).click()
  await pressButton(page, 'Mark Read')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Next unread, from Ann Lee')
  await page.keyboard.press('Enter')
  await waitForHeading(page, 'Message from Ann Lee')
  await pressButton(page, 'Mark Read')
  await waitForToast(page, 'Message is Read')

  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Overview' }).click()
  await page.getByText('One thing to do today.').waitFor()
  await getRegion(page, 'To do today')
    .getByRole('link', { name: /^Deliver/ })
    .click()
  await page.getByRole('link', { name: `Deliver order ${order._number}` }).click()
  await page.getByRole('radio', { name: 'Delivered' }).check()
  await pressButton(page, 'Update status')
  await waitForToast(page, 'OrderStatus is Updated')
  await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
  // The steps before the launch are open (P-374).
  await getRegion(page, 'To do today').getByText('No orders or messages wait. The steps before your launch are below.').waitFor()
  expect(await actionItems.count()).toBe(0)
  // Back returns to the earlier page, and each page shows its current state.
  await page.goBack()
  await waitForHeading(page, `Order ${order._number}, Basic`)
  await page.goForward()
  await page.getByText('No orders or messages wait.').waitFor()
  await leave()
})

it('a section that fails to load shows its error in its place and offers Try again', async () => {
  const { page, leave } = await openPage('/setting')
  await waitForHydration(page)
  await page.route('**/api/page-data?**', async (route) => {
    const { data } = await (await route.fetch()).json()
    await route.fulfill({ json: { data: { ...data, '/admin': { ...data['/admin'], checklist: { problem: 'Not now.' } } } } })
  })
  await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
  await getRegion(page, 'Before you launch').getByText('Not now.').waitFor()
  await waitForHeading(page, 'Orders')
  await page.unroute('**/api/page-data?**')
  await getRegion(page, 'Before you launch').getByRole('link', { name: 'Try again' }).click()
  await getRegion(page, 'Before you launch').getByText('Email isn’t set up', { exact: true }).waitFor()
  await leave()
})

it('finds a text that was typed before the script had loaded', async () => {
  const { page, leave } = await startVisit(site, { storageState: api.storageState })
  const hydrate = await openBeforeHydration(page, '/setting')
  await page.getByRole('searchbox').fill('Example STREET')
  await hydrate()
  await getRegion(page, 'In fields and text')
    .getByRole('link', { name: /^Business info: Street address/ })
    .waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('Example STREET')
  await leave()
})

it('finds the field that holds a text of the site', async () => {
  const { page, leave } = await openPage('/setting')
  const searchBox = page.getByRole('searchbox')
  await searchBox.fill('Example STREET')
  await getRegion(page, 'In fields and text')
    .getByRole('link', { name: /^Business info: Street address/ })
    .click()
  await waitForHeading(page, 'Business info')
  const streetField = page.getByLabel('Street address')
  await expect.poll(() => streetField.evaluate((control) => control === document.activeElement)).toBe(true)
  // The field still holds invented demo content, so it carries the mark.
  const sampleMarks = page.locator('.field', { has: streetField }).getByText('Sample', { exact: true })
  expect(await sampleMarks.count()).toBe(1)
  await page.goBack()
  await searchBox.fill('price')
  await getRegion(page, 'In fields and text').getByRole('link', { name: 'Pricing package: Price', exact: true }).waitFor()
  await expectAccessible(page)
  await searchBox.fill('no such words')
  await page.getByText('Nothing matches.').waitFor()
  await leave()
})

it('an owner invites a pending admin again and removes them with a second press and the password', async () => {
  const email = 'partner@example.com'
  await api('POST', '/add-user', { userEmail: email, userRole: 'Admin' })
  const { page, leave } = await startVisit(site)
  await logIn(page, '/add-user', ownerCredentials)
  const row = page.getByRole('listitem').filter({ hasText: email })
  await row.getByText('Pending', { exact: true }).waitFor()
  const ownRow = page.getByRole('listitem').filter({ hasText: ownerCredentials.email })
  expect([await ownRow.getByText('Pending').count(), await ownRow.getByText('Remove').count()]).toEqual([0, 0])
  await row.getByRole('button', { name: /^Invite again/ }).click()
  await waitForToast(page, 'We sent the invitation again')

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 })
  await row.getByText('Remove', { exact: false }).first().click()
  await row.getByRole('button', { name: /^Yes, remove/ }).click()
  await waitForHeading(page, 'There is a problem')
  await row.getByLabel('Your password').fill(ownerCredentials.password)
  await row.getByLabel('Your password').press('Enter')
  await waitForToast(page, 'The user was removed')
  await expect.poll(() => row.count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Admin users')
  const users = (await api('GET', '/admin-users')) as AdminUser[]
  expect(users.map(({ userEmail }) => userEmail)).not.toContain(email)
  await leave()
})
