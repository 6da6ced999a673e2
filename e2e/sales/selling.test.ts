import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { PaymentEvidence } from '../../src/contract/sales/payment-evidence.ts'
import { expectFits, keyboardFaults } from '../support/accessibility.ts'
import { field, heading, logIn, press } from '../support/account-pages.ts'
import { rows, table } from '../support/message-pages.ts'
import { apiOf, type PlacedOrder, placeOrder, rehearse } from '../support/ordering.ts'
import { ownedSite, owner, type Site, startSite } from '../support/site.ts'
import { arrive, sharedBrowser, waitUntilLive } from '../support/visitor.ts'

const customer = { email: 'kim@example.com', password: 'maple lantern river' }

let site: Site
let browser: Browser
/** The newest three of twelve orders; the others are unpaid. */
let paid: PlacedOrder
let doubtful: PlacedOrder
let unpaid: PlacedOrder
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(ownedSite), sharedBrowser()])
  const [asCustomer, asOwner] = await Promise.all([apiOf(site, customer), apiOf(site)])
  // The sample becomes the owner's own.
  const [payee] = (await asOwner('GET', '/paypal-email')) as { _id: string }[]
  await asOwner('PUT', `/paypal-email/${payee?._id}`, { paypalEmail: 'pay@example.com' })
  for (let nth = 1; nth <= 9; nth += 1) await placeOrder(asCustomer, 'Basic', `Customer ${nth}`)
  unpaid = await placeOrder(asCustomer, 'Standard', 'Kim Sample')
  doubtful = await placeOrder(asCustomer, 'Standard', 'Ray Sample')
  paid = await placeOrder(asCustomer, 'Premium', 'Lee Sample')
  await rehearse(asCustomer, paid, 'pay')
  await rehearse(asCustomer, doubtful, 'wrongAmount')
  for (const { _id } of [paid, doubtful]) {
    await vi.waitFor(
      async () => {
        const { notices } = (await asOwner('GET', `/payment-evidence/${_id}`)) as PaymentEvidence
        expect(notices.map(({ facts }) => facts.length)).toEqual([1])
      },
      { timeout: 10_000, interval: 50 },
    )
  }
})
afterAll(() => site?.close())
afterEach(() => void vi.useRealTimers())

const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).first().waitFor()
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const orderPage = ({ _id }: PlacedOrder) => `/admin/payment-status/${_id}`
const open = async (from: string, options = {}) => {
  const visitor = await arrive(browser, site.url, options)
  await logIn(visitor.page, from, owner)
  return visitor
}

it('an admin pages through the orders, finds one by search and by filter, and Back leads out again', async () => {
  const { page, leave } = await open('/total-orders')
  const step = (name: string) => table(page, 'All orders').getByRole('link', { name, exact: true })
  const names = (title: string, ...expected: string[]) =>
    expect
      .poll(async () => (await rows(page, title).allTextContents()).map((text) => text.replace(customer.email, '')))
      .toEqual(expected)
  await table(page, 'All orders').getByText('1 to 10 of 12').waitFor()
  expect(await step('Previous').isDisabled()).toBe(true)
  await step('Next').click()
  await names('All orders', 'Customer 2', 'Customer 1')
  expect([await step('Next').isDisabled(), pathOf(page)]).toEqual([true, '/total-orders?page=2'])

  await field(page, 'Search').fill(String(paid._number))
  await press(page, 'Show')
  await names('Orders found', 'Lee Sample')
  expect(pathOf(page)).toBe(`/total-orders?search=${paid._number}&paymentStatus=&orderStatus=&month=`)
  await field(page, 'Search').fill('')
  await field(page, 'Payment').selectOption('Paid')
  await press(page, 'Show')
  await names('Orders found', 'Lee Sample')
  // The list is the same as before: the address alone tells that it is another one.
  const file = '/api/orders.csv?paymentStatus=Paid'
  await expect.poll(() => page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')).toBe(file)
  expect(await (await page.request.get(file)).text()).toContain('Lee Sample')

  await field(page, 'Status').selectOption('Delivered')
  await press(page, 'Show')
  await page.getByText('No order matches.').waitFor()
  await page.goBack()
  await names('Orders found', 'Lee Sample')
  expect(await field(page, 'Status').inputValue()).toBe('')
  await page.getByRole('link', { name: 'Show all', exact: true }).click()
  await table(page, 'All orders').getByText('1 to 10 of 12').waitFor()

  await page.route('**/api/page-data?**', (route) => route.fulfill({ status: 429, json: { error: 'Not now.' } }))
  await step('Next').click()
  await table(page, 'All orders').getByRole('alert').getByText('Not now.').waitFor()
  await page.unroute('**/api/page-data?**')
  await table(page, 'All orders').getByRole('link', { name: 'Try again' }).click()
  await table(page, 'All orders').getByText('11 to 12 of 12').waitFor()
  await leave()
})

it('an order tells where its money came from, and is delivered with the alert of the specification', async () => {
  const { page, leave } = await open('/total-orders?paymentStatus=Paid')
  await page.getByRole('link', { name: `Open order ${paid._number}` }).click()
  await heading(page, `Order ${paid._number}, Premium`)
  await part(page, 'Paid, net').getByText('$1,899.00').first().waitFor()
  const lines = part(page, 'What happened to the money').getByRole('listitem')
  expect((await lines.locator('p:first-child').allTextContents()).slice(0, 4)).toEqual([
    'Order placed',
    'Sent to the rehearsal checkout',
    'Settled, $1,899.00',
  ])
  const details = part(page, 'Technical details')
  await details.getByText('Technical details').click()
  await details.getByRole('row', { name: /Notice 1 Settled, \$1,899\.00 \w+ Yes$/ }).waitFor()
  await details.getByText('Notice 1 as it came').click()
  expect(await details.locator('pre').textContent()).toContain('payment_status=Completed')
  const invoice = await page.getByRole('link', { name: /^Invoice TEST-\d+ as PDF$/ }).getAttribute('href')
  expect((await page.request.get(invoice ?? '')).headers()['content-type']).toBe('application/pdf')

  await page.getByRole('radio', { name: 'Delivered' }).check()
  await press(page, 'Update status')
  await toast(page, 'OrderStatus is Updated')
  await part(page, 'What happened to the money').getByText(`By ${owner.email}`).waitFor()
  await page.reload()
  expect(await page.getByRole('radio', { name: 'Delivered' }).isChecked()).toBe(true)
  await leave()
})

it('a payment that differs is shown line by line, and its review is closed with a note', async () => {
  const { page, leave } = await open('/total-orders')
  const marked = () => page.getByRole('row').filter({ has: page.getByText('Review', { exact: true }) })
  for (const list of ['/total-orders', '/admin']) {
    await page.goto(list)
    await marked().getByText('Ray Sample').waitFor()
    expect([list, await marked().count()]).toEqual([list, 1])
  }
  await page.goto('/payments-to-check')
  const tray = part(page, 'Open, oldest first')
  await tray.getByRole('heading', { name: 'Not as asked for' }).waitFor()
  await tray.getByRole('link', { name: `Order ${doubtful._number}` }).click()
  const notice = part(page, 'Needs you')
  await notice.getByText('Amount: we asked for $999.00, and the notice says $1.00.').waitFor()

  await notice.getByText('Close with a note').click()
  await notice.getByRole('button', { name: 'Close', exact: true }).click()
  await heading(page, 'There is a problem')
  await page.getByRole('link', { name: 'Note is required.' }).click()
  await notice.getByLabel('Note').pressSequentially('A test of ours')
  expect(await notice.getByLabel('Note').getAttribute('aria-invalid')).toBe(null)
  await notice.getByRole('radio', { name: 'The money was sent back' }).check()
  await notice.getByRole('button', { name: 'Close', exact: true }).click()
  await toast(page, 'The refund is noted')
  await part(page, 'Looked after').getByText(`Refund noted by ${owner.email}`).waitFor()
  expect(await notice.count()).toBe(0)

  await page.goto('/total-orders')
  await page.getByText('Ray Sample').waitFor()
  expect(await marked().count()).toBe(0)
  await page.goto('/payments-to-check')
  await page.getByText('No payment needs you.').waitFor()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await part(page, 'All of them, newest first').getByText('“A test of ours”').waitFor()
  await leave()
})

it('an order is marked paid by hand with a reason, and with the password once the log-in is old', async () => {
  const { page, leave } = await open(orderPage(unpaid))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 })
  const panel = part(page, 'Mark paid by hand')
  await panel.getByText('Give a reason').click()
  await panel.getByLabel('Reason').fill('Bank transfer, seen on the account')
  await press(page, 'Mark as paid')
  await heading(page, 'There is a problem')
  await panel.getByLabel('Your password').fill('not this one')
  await press(page, 'Mark as paid')
  await panel.locator('.field-error').getByText('The password is not right.').waitFor()
  expect(await panel.getByLabel('Reason').inputValue()).toBe('Bank transfer, seen on the account')
  await panel.getByLabel('Your password').fill(owner.password)
  await press(page, 'Mark as paid')
  await toast(page, 'The order is marked as paid')
  await part(page, 'What happened to the money').getByText(`By ${owner.email}: “Bank transfer, seen on the account”`).waitFor()
  await expect.poll(() => panel.count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await leave()
})

it('an order is delivered without script too', async () => {
  const { page, leave } = await open(orderPage(doubtful), { javaScriptEnabled: false })
  await page.getByRole('radio', { name: 'Delivered' }).check()
  await press(page, 'Update status')
  await page.getByRole('status').getByText('OrderStatus is Updated', { exact: true }).waitFor()
  expect(await page.getByRole('radio', { name: 'Delivered' }).isChecked()).toBe(true)
  await leave()
})

it('the payment account is confirmed by typing it once more', async () => {
  const { page, leave } = await open('/going-live')
  await page.getByText('The payment account is confirmed: still to do').waitFor()
  await field(page, 'Payment account email').fill('pya@example.com')
  await press(page, 'Confirm payment account')
  await heading(page, 'There is a problem')
  await field(page, 'Payment account email').fill('pay@example.com')
  await press(page, 'Confirm payment account')
  await page.getByText('The payment account is confirmed: done').waitFor()
  await leave()
})

it('the owner sets the number of the next invoice', async () => {
  const { page, leave } = await open('/going-live')
  await field(page, 'Next invoice number').fill('12.5')
  await press(page, 'Save invoice number')
  await heading(page, 'There is a problem')
  await field(page, 'Next invoice number').fill('5000')
  await press(page, 'Save invoice number')
  await toast(page, 'The next invoice gets the number 5000')
  await part(page, 'Invoice numbers').getByText('The next invoice gets the number 5000.').waitFor()
  await leave()
})

it('the overview shows the sales as a chart or a table by keyboard, and turns the pages of each list alone', async () => {
  const { page, leave } = await open('/admin')
  await heading(page, 'Welcome')
  await part(page, 'Total Sales, Rehearsal').getByText('$2,898.00').first().waitFor()
  await page.getByRole('img', { name: /^Paid sales by month, .* Most in .*: \$2,898\.00\.$/ }).waitFor()
  await part(page, 'Total Sales, Rehearsal').getByRole('radio', { name: 'Chart' }).focus()
  await page.keyboard.press('ArrowRight')
  expect(await part(page, 'Total Sales, Rehearsal').getByRole('radio', { name: 'Table' }).isChecked()).toBe(true)
  await expect.poll(() => page.getByRole('img', { name: /^Paid sales/ }).isVisible()).toBe(false)
  expect(await part(page, 'Total Sales, Rehearsal').getByRole('row').count()).toBe(13)

  for (const [name, path] of [
    ['Setting', '/setting'],
    ['Total Orders', '/total-orders'],
    ['All Messages', '/all-messages'],
    ['All Subscribers', '/all-subscriber'],
    ['Admin Email', '/add-user'],
    ['Payment', /^\/paypal-email\/[\w-]+$/],
  ] as const) {
    const card = page.getByRole('navigation', { name: 'Parts of the admin' }).getByRole('link', { name: new RegExp(`^${name}`) })
    expect(await card.getAttribute('href')).toMatch(path)
  }
  await table(page, 'Orders').getByRole('link', { name: 'Next', exact: true }).click()
  await table(page, 'Orders').getByText('4 to 6 of 12').waitFor()
  expect(pathOf(page)).toBe('/admin?orders=2')
  await page.goBack()
  await table(page, 'Orders').getByText('1 to 3 of 12').waitFor()
  await page
    .getByRole('navigation', { name: 'Parts of the admin' })
    .getByRole('link', { name: /^Payment/ })
    .click()
  await page.getByLabel('Payment account email').waitFor()
  await leave()
})

it('a customer has no permission, and finds the way to the dashboard', async () => {
  const { page, leave } = await arrive(browser, site.url)
  await logIn(page, '/admin', customer)
  await heading(page, "You don't have any permission")
  expect(await page.getByRole('link', { name: 'Go to your dashboard' }).getAttribute('href')).toBe('/dashboard')
  await leave()
})

it('every page of it is accessible, as wide as every window, and reached by keyboard', async () => {
  const { page, leave } = await open('/admin')
  for (const path of ['/admin', '/total-orders', '/payments-to-check?show=all', '/going-live', orderPage(doubtful)]) {
    await page.goto(path)
    await waitUntilLive(page)
    await expectFits(page, [375, 1440])
    expect([path, await keyboardFaults(page)]).toEqual([path, []])
  }
  await leave()
})
