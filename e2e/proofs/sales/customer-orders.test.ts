import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { confirmStart } from '#tests/support/order-client.ts'
import { expectAccessible, findKeyboardFaults } from '../../support/accessibility.ts'
import {
  type ApiClient,
  createApiClient,
  createOwnerClientForSuite,
  findPackageId,
  type PlacedOrder,
  placeOrder,
  savePayeeEmail,
} from '../../support/api-client.ts'
import { findBorderlessControls, findPaleTexts, findSmallTouchTargets } from '../../support/find-appearance-faults.ts'
import { findLayoutFaults } from '../../support/layout-faults.ts'
import { getPath, logIn, pressButton, waitForHeading } from '../../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const buildCredentials = (name: string) => ({ email: `${name}@example.com`, password: 'a first password' })

const site = startSiteForSuite(ownerSettings)
const owner = createOwnerClientForSuite(site)
let dana: ApiClient
let newcomer: ApiClient
/** Dana's orders, oldest first: one paid and delivered, one paid, one canceled, four unpaid. */
let orders: PlacedOrder[]
beforeAll(async () => {
  ;[dana, newcomer] = await Promise.all([
    createApiClient(site, buildCredentials('dana')),
    createApiClient(site, buildCredentials('newcomer')),
    savePayeeEmail(site),
  ])
  orders = []
  for (const name of ['Basic', 'Standard', 'Standard', 'Premium', 'Basic', 'Basic', 'Standard']) {
    orders.push(await placeOrder(dana, name))
  }
  for (const nth of [0, 1]) await owner('PUT', `/order-paid/${getOrderId(nth)}`, { reason: 'Paid by bank transfer' })
  await owner('PUT', `/order-status/${getOrderId(0)}`, { orderStatus: 'Delivered' })
  await dana('PUT', `/order-cancelled/${getOrderId(2)}`, { paymentStatus: 'Cancelled' })
})

const getOrderId = (nth: number) => orders[nth]?._id ?? ''
const getOrderNumber = (nth: number) => orders[nth]?._number
const listOrderNumbers = (page: Page) => page.getByRole('rowheader').allTextContents()
const getPagerLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: /^Pages of/ }).getByText(name, { exact: true })

// These pages have no script of their own, so they work alike with script.
describe('without script', () => {
  async function visit(path: string, { storageState }: ApiClient) {
    const visitor = await startVisit(site, { javaScriptEnabled: false, storageState })
    await visitor.page.goto(path)
    return visitor
  }

  it('the dashboard shows the next payment, the total spent, and three orders a page, newest first', async () => {
    const { page, leave } = await startVisit(site, { javaScriptEnabled: false })
    // The story logs out, so it needs a session of its own.
    await logIn(page, '/dashboard', buildCredentials('dana'))
    await waitForHeading(page, 'Welcome to User Dashboard')
    const unpaidNotice = page.getByRole('region', { name: `Order ${getOrderNumber(6)} (Standard) is awaiting payment` })
    expect(await unpaidNotice.getByRole('link', { name: 'Pay Now, $999.00' }).getAttribute('href')).toBe(
      `/pay-now/${getOrderId(6)}`,
    )
    const main = page.getByRole('main')
    expect(await main.getByRole('link', { name: 'Total Spent $ 1498.00 USD' }).getAttribute('href')).toBe('/')
    expect(await main.getByRole('link', { name: 'My Orders 7 4 to pay, 1 delivered' }).getAttribute('href')).toBe('/my-order')
    expect(await main.getByRole('link', { name: /^Support/ }).getAttribute('href')).toBe('/contact')
    await expect.poll(() => listOrderNumbers(page)).toEqual([6, 5, 4].map((nth) => String(getOrderNumber(nth))))
    await getPagerLink(page, 'Next').click()
    expect(new URL(page.url()).search).toBe('?page=2')
    await expect.poll(() => listOrderNumbers(page)).toEqual([3, 2, 1].map((nth) => String(getOrderNumber(nth))))
    await page.goBack()
    await expect.poll(() => listOrderNumbers(page)).toContain(String(getOrderNumber(6)))
    await pressButton(page, 'Signout')
    await page.waitForURL('**/sign-out')
    await page.goBack()
    await waitForHeading(page, 'Log in')
    await leave()
  })

  it('the pending orders are those that wait for payment or work, with the order to pay first', async () => {
    const { page, leave } = await visit(`/pending-order?placed=${getOrderId(3)}`, dana)
    await waitForHeading(page, 'Your Pending Orders')
    await expect.poll(() => listOrderNumbers(page)).toEqual([6, 5, 4, 3, 1].map((nth) => String(getOrderNumber(nth))))
    expect(await page.getByRole('main').getByText('1 to 5 of 5').count()).toBe(1)
    const orderToPay = page.getByRole('region', { name: `Order ${getOrderNumber(3)} (Premium) is awaiting payment` })
    expect(await orderToPay.getByRole('link', { name: 'Pay Now, $1,899.00' }).getAttribute('href')).toBe(
      `/pay-now/${getOrderId(3)}`,
    )
    await page.goto('/pending-order')
    await page.getByRole('region', { name: `Order ${getOrderNumber(6)} (Standard) is awaiting payment` }).waitFor()
    await leave()
  })

  it('/my-order shows five orders a page with their state, and leads to each order', async () => {
    const { page, leave } = await visit('/my-order', dana)
    await waitForHeading(page, 'My Orders')
    await expect.poll(() => listOrderNumbers(page)).toHaveLength(5)
    expect(await getPagerLink(page, 'Previous').getAttribute('aria-disabled')).toBe('true')
    expect(await page.getByRole('link', { name: 'Pay Now' }).first().getAttribute('href')).toBe(`/pay-now/${getOrderId(6)}`)
    await page.getByText('You Have Cancelled').waitFor()
    await getPagerLink(page, 'Next').click()
    await page.getByText('You Have Paid').first().waitFor()
    await expect.poll(() => listOrderNumbers(page)).toEqual([1, 0].map((nth) => String(getOrderNumber(nth))))
    expect(await getPagerLink(page, 'Next').getAttribute('aria-disabled')).toBe('true')
    await page.getByRole('link', { name: String(getOrderNumber(0)) }).click()
    await waitForHeading(page, `Order ${getOrderNumber(0)}`)
    for (const step of ['You placed the order', 'We received your payment of $499.00', 'We marked the order delivered']) {
      await page.getByText(step).waitFor()
    }
    expect(await page.getByRole('link', { name: 'Invoice (PDF)' }).getAttribute('href')).toBe(`/api/invoice/${getOrderId(0)}`)
    await leave()
  })

  it('another customer’s order answers like a missing one (P-68)', async () => {
    const { page, leave } = await visit('/dashboard', newcomer)
    for (const path of ['/my-order', '/pay-now', '/received-payment', '/order-cancelled']) {
      const replies = []
      for (const id of [getOrderId(0), '00000000-0000-4000-8000-000000000000']) {
        const response = await page.goto(`${path}/${id}`)
        replies.push([response?.status(), await page.getByRole('main').innerText()])
      }
      expect(replies[0]).toEqual(replies[1])
      expect(replies[0]?.[0]).toBe(404)
    }
    await page.goto('/my-order')
    await page.getByText('No orders yet').waitFor()
    await page.getByRole('link', { name: 'See packages' }).click()
    expect(getPath(page)).toBe('/pricing/')
    await page.goto('/pending-order')
    await page.getByText('No pending orders').waitFor()
    await leave()
  })
})

it.each([360, 768, 1440])(
  'every customer page fits, is accessible and has large targets at %i px, also printed and in forced colors',
  async (width) => {
    const { page, externalRequests, leave } = await startVisit(site, {
      viewport: { width, height: 900 },
      storageState: dana.storageState,
    })
    const [paidId, canceledId, unpaidId] = [getOrderId(1), getOrderId(2), getOrderId(6)]
    const paths = [
      '/dashboard',
      `/pending-order?placed=${unpaidId}`,
      '/my-order',
      `/my-order/${paidId}`,
      `/order-now/${await findPackageId(owner, 'Standard')}`,
      '/order-now/none',
      ...[paidId, canceledId, unpaidId].map((id) => `/pay-now/${id}`),
      ...[paidId, canceledId, unpaidId].map((id) => `/received-payment/${id}`),
      ...[paidId, canceledId].map((id) => `/order-cancelled/${id}`),
    ]
    const titles = new Set<string>()
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'load' })
      titles.add(await page.title())
      expect([path, await findLayoutFaults(page), await findSmallTouchTargets(page)]).toEqual([path, [], []])
      // A payment action never wraps to a second line.
      const paymentActions = page.locator('main [data-kind="actions"] > *', { hasText: /\w \w/ })
      const heights = await paymentActions.evaluateAll((all) => all.map((element) => element.getBoundingClientRect().height))
      expect([path, heights.filter((height) => height > 48)]).toEqual([path, []])
      // On a tablet, the next step takes two lines at most.
      const rows = page.locator('.orders tbody tr')
      const rowHeights =
        width === 768 ? await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height)) : []
      expect([path, rowHeights.filter((height) => height > 80)]).toEqual([path, []])
      if (width === 360 || (width === 1440 && /dashboard|pending|my-order|form=/.test(page.url()))) await expectAccessible(page)
      if (width === 1440) {
        await page.emulateMedia({ media: 'print' })
        expect([path, await findPaleTexts(page)]).toEqual([path, []])
        expect(await page.locator('.stages, .account-actions, .order-next > .button').filter({ visible: true }).count()).toBe(0)
        await page.emulateMedia({ media: null, forcedColors: 'active' })
        expect([path, await findBorderlessControls(page)]).toEqual([path, []])
        await page.emulateMedia({ forcedColors: null })
      }
      if (width === 360 && (path === paths[1] || path === `/pay-now/${unpaidId}`))
        expect([path, await findKeyboardFaults(page)]).toEqual([path, []])
    }
    expect(titles.size).toBeGreaterThan(8)
    expect(externalRequests).toEqual([])
    await leave()
  },
)

it('a receipt prints on one sheet, and an order or a sample report on two, without the form and links of the footer', async () => {
  const { page, leave } = await startVisit(site, { storageState: dana.storageState })
  // Premium has the most parts, and each shows a date once the month started.
  const premium = await placeOrder(dana, 'Premium')
  await owner('PUT', `/order-paid/${premium._id}`, { reason: 'Paid by bank transfer' })
  await owner('PUT', `/order-start/${premium._id}`, confirmStart(new Date().toISOString().slice(0, 10)))
  const margin = { top: '0.4in', right: '0.4in', bottom: '0.4in', left: '0.4in' }
  for (const [path, maxSheets] of [
    [`/received-payment/${getOrderId(1)}`, 1],
    [`/my-order/${getOrderId(1)}`, 2],
    [`/my-order/${premium._id}`, 2],
    ['/sample-report', 2],
  ] as const) {
    await page.goto(path)
    const sheets = (await page.pdf({ format: 'Letter', margin })).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
    expect([path, sheets.length]).toEqual([path, Math.min(Math.max(sheets.length, 1), maxSheets)])
    await page.emulateMedia({ media: 'print' })
    const leftovers = page.getByRole('contentinfo').locator('form, nav, img, a:not(address a)').filter({ visible: true })
    expect([path, await leftovers.count()]).toEqual([path, 0])
    await page.emulateMedia({ media: null })
  }
  await leave()
})
