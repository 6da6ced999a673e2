import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { AdminUser } from '../../src/contract/people/admin-users.ts'
import { expectAccessible, keyboardFaults } from '../support/accessibility.ts'
import { heading, live, logIn, pathOf, press } from '../support/account-pages.ts'
import { post } from '../support/message-pages.ts'
import { type Api, apiOf, namePayee, type PlacedOrder, placeOrder, rehearse } from '../support/ordering.ts'
import { ownedSite, owner, type Site, startSite } from '../support/site.ts'
import { arrive, sharedBrowser, waitUntilLive } from '../support/visitor.ts'

let site: Site
let browser: Browser
let api: Api
let order: PlacedOrder
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(ownedSite), sharedBrowser()])
  api = await apiOf(site)
  await namePayee(site)
  const asCustomer = await apiOf(site, { email: 'kim@example.com', password: 'maple lantern river' })
  order = await placeOrder(asCustomer, 'Basic', 'Kim Sample')
  await rehearse(asCustomer, order, 'pay')
  await vi.waitFor(async () => expect(((await api('GET', `/order/${order._id}`)) as PlacedOrder).paymentStatus).toBe('Paid'), {
    timeout: 10_000,
    interval: 50,
  })
  for (const name of ['Ann Lee', 'Bo Lee']) await post(site.url, '/add-message', { name, message: 'Two offices' })
})
afterAll(() => site?.close())
afterEach(() => void vi.useRealTimers())

const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).first().waitFor()
const open = async (from: string, options = {}) => {
  const visitor = await arrive(browser, site.url, { ...options, storageState: api.storageState })
  await visitor.page.goto(from)
  return visitor
}

it('an owner opens the admin in the morning and works through what needs them, until nothing does', async () => {
  const { page, leave } = await arrive(browser, site.url)
  await logIn(page, '/admin', owner)
  await page.getByText('Two things need you today.').waitFor()
  const needs = part(page, 'Needs me today').getByRole('listitem')
  expect(await needs.locator('p:first-child').allTextContents()).toEqual(['2 unread messages', '1 paid order to deliver'])

  await part(page, 'Needs me today').getByRole('link', { name: /^Read/ }).click()
  await heading(page, 'Unread messages')
  await page.getByRole('link', { name: 'View Message from Bo Lee' }).click()
  await press(page, 'Mark Read')
  await page.getByRole('link', { name: /^Next unread\b.*Ann Lee$/ }).click()
  await heading(page, 'Message from Ann Lee')
  await press(page, 'Mark Read')
  await toast(page, 'Message is Read')

  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Overview' }).click()
  await page.getByText('One thing needs you today.').waitFor()
  await part(page, 'Needs me today')
    .getByRole('link', { name: /^Deliver/ })
    .click()
  await page.getByRole('link', { name: `Open order ${order._number}` }).click()
  await page.getByRole('radio', { name: 'Delivered' }).check()
  await press(page, 'Update status')
  await toast(page, 'OrderStatus is Updated')
  await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
  await page.getByText('Nothing needs you today.').waitFor()
  await part(page, 'Needs me today').getByText('Nothing. Whatever needs you appears here.').waitFor()
  expect(await needs.count()).toBe(0)
  // Back goes the way that was come, and each page is as it is now.
  await page.goBack()
  await heading(page, `Order ${order._number}, Basic`)
  await page.goForward()
  await page.getByText('Nothing needs you today.').waitFor()
  await leave()
})

it('what is left before launch is counted, leads to where it is done, and goes once it is', async () => {
  const { page, leave } = await open('/admin')
  const launch = part(page, 'Before you launch')
  const lines = () => launch.getByRole('listitem').locator('div > p:first-child').allTextContents()
  expect(await lines()).toEqual([
    '10 sections hold samples',
    '1 admin logs in with a password alone',
    'Mail only becomes files',
    'The site has no public address',
    'The payment account is not confirmed',
    'Payments move no money',
  ])
  await launch.getByText('6 of 8 left').waitFor()
  await launch.getByRole('link', { name: 'Footer social links' }).click()
  await page.getByRole('link', { name: 'Update Now' }).click()
  await page.getByLabel('Facebook link').fill('https://www.facebook.com/own.office')
  await press(page, 'Save footer social links')
  await toast(page, 'Social Link is Updated')
  await page.goto('/going-live')
  // One of two was changed; the other is a sample still.
  const left = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: 'Footer social links' }) })
    .last()
  expect(await left.textContent()).toBe('Footer social links: Instagram link')

  await page.goto('/admin')
  await launch.getByRole('link', { name: /^Do it\b.*The payment account is not confirmed$/ }).click()
  await page.getByLabel('Payment account email').fill('owner@example.com')
  await press(page, 'Confirm payment account')
  await page.getByText('The payment account is confirmed: done').waitFor()
  await page.goto('/admin')
  await launch.getByText('5 of 8 left').waitFor()
  expect(await lines()).not.toContain('The payment account is not confirmed')
  await leave()
})

it('what cannot be read says so in its own place, and is there after Try again', async () => {
  const { page, leave } = await open('/setting')
  await live(page)
  await page.route('**/api/page-data?**', async (route) => {
    const { data } = await (await route.fetch()).json()
    await route.fulfill({ json: { data: { ...data, '/admin': { ...data['/admin'], launch: { problem: 'Not now.' } } } } })
  })
  await page.getByRole('link', { name: 'Overview', exact: true }).first().click()
  await part(page, 'Before you launch').getByText('Not now.').waitFor()
  await heading(page, 'Orders')
  await page.unroute('**/api/page-data?**')
  await part(page, 'Before you launch').getByRole('link', { name: 'Try again' }).click()
  await part(page, 'Before you launch').getByText('Mail only becomes files', { exact: true }).waitFor()
  await leave()
})

it.each([
  ['with script', true],
  ['without script', false],
])('leads from a word of the site to the field that says it, %s', async (_, hasScript) => {
  const { page, leave } = await open('/setting', { javaScriptEnabled: hasScript })
  const box = page.getByRole('searchbox')
  await box.fill('Example STREET')
  if (!hasScript) await box.press('Enter')
  await part(page, 'In fields and texts')
    .getByRole('link', { name: /^Footer address: Street and number/ })
    .click()
  await heading(page, 'Footer address')
  if (!hasScript) return leave()
  const street = page.getByLabel('Street and number')
  await expect.poll(() => street.evaluate((control) => control === document.activeElement)).toBe(true)
  // What was invented is marked where it stands, until something else does.
  const marks = page.locator('.field', { has: street }).getByText('Sample', { exact: true })
  expect(await marks.count()).toBe(1)
  await page.goBack()
  await box.fill('price')
  await part(page, 'In fields and texts').getByRole('link', { name: 'Pricing package: Price', exact: true }).waitFor()
  await expectAccessible(page)
  await box.fill('no such words')
  await page.getByText('Nothing matches.').waitFor()
  await leave()
})

it.each([
  ['with script', true],
  ['without script', false],
])(
  'an expected admin looks so, is invited again, and is removed by a second press and the password, %s',
  async (_, javaScriptEnabled) => {
    const email = `partner.${javaScriptEnabled}@example.com`
    await api('POST', '/add-user', { userEmail: email, userRole: 'Admin' })
    const { page, leave } = await arrive(browser, site.url, { javaScriptEnabled })
    await logIn(page, '/add-user', owner)
    const row = page.getByRole('listitem').filter({ hasText: email })
    const said = (text: string) =>
      javaScriptEnabled ? toast(page, text) : page.getByRole('status').getByText(text, { exact: true }).waitFor()
    await row.getByText('Pending', { exact: true }).waitFor()
    const own = page.getByRole('listitem').filter({ hasText: owner.email })
    expect([await own.getByText('Pending').count(), await own.getByText('Remove').count()]).toEqual([0, 0])
    await row.getByRole('button', { name: /^Invite again/ }).click()
    await said('The invitation is on its way again.')

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 })
    await row.getByText('Remove', { exact: false }).first().click()
    await row.getByRole('button', { name: /^Yes, remove/ }).click()
    await heading(page, 'There is a problem')
    await row.getByLabel('Your password').fill(owner.password)
    await row.getByLabel('Your password').press('Enter')
    await said('The user is removed.')
    await expect.poll(() => row.count()).toBe(0)
    if (javaScriptEnabled) await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Admin users')
    const users = (await api('GET', '/admin-users')) as AdminUser[]
    expect(users.map(({ userEmail }) => userEmail)).not.toContain(email)
    await leave()
  },
)

it.each([375, 768, 1440])('the screens of the morning are accessible and as wide as the window at %i px', async (width) => {
  const { page, leave } = await open('/admin', { viewport: { width, height: 900 } })
  for (const path of ['/admin', '/add-user', '/all-messages?size=20']) {
    await page.goto(path)
    await waitUntilLive(page)
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([path, 0])
    if (width > 1024) expect([path, await keyboardFaults(page)]).toEqual([path, []])
    await expectAccessible(page)
  }
  expect(pathOf(page)).toBe('/all-messages')
  await leave()
})
