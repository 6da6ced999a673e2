import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { PaymentEvidenceReply } from '#contract/sales/payment-evidence.ts'
import { createApiClient, type PlacedOrder, payInRehearsal, placeOrder } from '../../support/api-client.ts'
import { getMessageTable, locateMessageRowHeaders } from '../../support/message-list-page.ts'
import { getField, logIn, pressButton, waitForHeading, waitForToast } from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { openBeforeHydration, startVisit } from '../../support/visitor.ts'

const customer = { email: 'kim@example.com', password: 'maple lantern river' }

const site = startSiteForSuite(ownerSettings)
/** These three are the newest of twelve orders. The others are unpaid. */
let paidOrder: PlacedOrder
let reviewOrder: PlacedOrder
let unpaidOrder: PlacedOrder
/** The newest of the others. */
let unansweredOrder: PlacedOrder
beforeAll(async () => {
  const [customerApi, ownerApi] = await Promise.all([createApiClient(site, customer), createApiClient(site)])
  // Payments never go to the sample email of the demo content.
  const [payee] = (await ownerApi('GET', '/paypal-email')) as { _id: string }[]
  await ownerApi('PUT', `/paypal-email/${payee?._id}`, { paypalEmail: 'pay@example.com' })
  for (let nth = 1; nth <= 9; nth += 1) unansweredOrder = await placeOrder(customerApi, 'Basic', `Customer ${nth}`)
  unpaidOrder = await placeOrder(customerApi, 'Standard', 'Kim Sample')
  reviewOrder = await placeOrder(customerApi, 'Standard', 'Ray Sample')
  paidOrder = await placeOrder(customerApi, 'Premium', 'Lee Sample')
  await payInRehearsal(customerApi, paidOrder, 'pay')
  await payInRehearsal(customerApi, reviewOrder, 'wrongAmount')
  for (const { _id } of [paidOrder, reviewOrder]) {
    await vi.waitFor(async () => {
      const { notices } = (await ownerApi('GET', `/payment-evidence/${_id}`)) as PaymentEvidenceReply
      expect(notices.map(({ facts }) => facts.length)).toEqual([1])
    }, 60_000)
  }
})
afterEach(() => void vi.useRealTimers())

const getPathAndQuery = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
const getRegion = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const orderPagePath = ({ _id }: PlacedOrder) => `/admin/payment-status/${_id}`
const openPage = async (from: string) => {
  const visitor = await startVisit(site)
  await logIn(visitor.page, from, ownerCredentials)
  return visitor
}

it('an admin pages through the orders and finds one by search and by filter, and Back undoes each step', async () => {
  const { page } = await openPage('/total-orders')
  const getPageLink = (name: string) => getMessageTable(page, 'All orders').getByRole('link', { name, exact: true })
  const expectNames = (title: string, ...names: string[]) =>
    expect
      .poll(async () =>
        (await locateMessageRowHeaders(page, title).allTextContents()).map((text) => text.replace(customer.email, '')),
      )
      .toEqual(names)
  await getMessageTable(page, 'All orders').getByText('1 to 10 of 12').waitFor()
  expect(await getPageLink('Previous').isDisabled()).toBe(true)
  await getPageLink('Next').click()
  await expectNames('All orders', 'Customer 2', 'Customer 1')
  // Next keeps the focus although it is disabled.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Next')
  expect([await getPageLink('Next').isDisabled(), getPathAndQuery(page)]).toEqual([true, '/total-orders?page=2'])

  await getField(page, 'Search').fill(String(paidOrder._number))
  await pressButton(page, 'Show')
  await expectNames('Orders found', 'Lee Sample')
  expect(getPathAndQuery(page)).toBe(`/total-orders?search=${paidOrder._number}&paymentStatus=&orderStatus=&month=`)
  await getField(page, 'Search').fill('')
  await getField(page, 'Payment').selectOption('Paid')
  await pressButton(page, 'Show')
  await expectNames('Orders found', 'Lee Sample')
  // Both lists hold the same row, so only the link's URL shows that the new list has loaded.
  const csvPath = '/api/orders.csv?paymentStatus=Paid'
  await expect.poll(() => page.getByRole('link', { name: 'Download as CSV' }).getAttribute('href')).toBe(csvPath)
  expect(await (await page.request.get(csvPath)).text()).toContain('Lee Sample')

  await getField(page, 'Status').selectOption('Delivered')
  await pressButton(page, 'Show')
  await page.getByText('No order matches.').waitFor()
  await page.goBack()
  await expectNames('Orders found', 'Lee Sample')
  expect(await getField(page, 'Status').inputValue()).toBe('')
  await page.getByRole('link', { name: 'Show all', exact: true }).click()
  await getMessageTable(page, 'All orders').getByText('1 to 10 of 12').waitFor()

  const consoleLines: string[] = []
  page.on('console', (message) => consoleLines.push(message.text()))
  const requestReleased = Promise.withResolvers<void>()
  await page.route('**/api/page-data?**', async (route) => {
    await requestReleased.promise
    await route.fulfill({ status: 429, json: { error: 'Not now.' } })
  })
  await getPageLink('Next').click()
  await getMessageTable(page, 'All orders').getByText('Loading…').waitFor()
  expect(await getMessageTable(page, 'All orders').getAttribute('aria-busy')).toBe('true')
  requestReleased.resolve()
  await getMessageTable(page, 'All orders').getByRole('alert').getByText('Not now.').waitFor()
  expect(await getMessageTable(page, 'All orders').getByRole('row').count()).toBe(0)
  await expect.poll(() => consoleLines).toContain('Error fetching orders: Not now.')
  await page.unroute('**/api/page-data?**')
  await getMessageTable(page, 'All orders').getByRole('link', { name: 'Try again' }).click()
  await getMessageTable(page, 'All orders').getByText('11 to 12 of 12').waitFor()
  await page.context().close()
})

it('an order shows where its money came from, and an admin marks it delivered with the exact alert (P-116)', async () => {
  const { page, leave } = await openPage('/total-orders?paymentStatus=Paid')
  await page.getByRole('link', { name: `Open order ${paidOrder._number}` }).click()
  await waitForHeading(page, `Order ${paidOrder._number}, Premium`)
  await getRegion(page, 'Net paid').getByText('$1,899.00').first().waitFor()
  const timeline = getRegion(page, 'Payment history').getByRole('listitem')
  expect((await timeline.locator('p:first-child').allTextContents()).slice(0, 4)).toEqual([
    'Order placed',
    'Sent to the rehearsal checkout',
    'Payment received, $1,899.00',
  ])
  const details = getRegion(page, 'Technical details')
  await details.getByText('Technical details').click()
  await details.getByRole('row', { name: /Notice 1 Payment received, \$1,899\.00 \w+ Yes$/ }).waitFor()
  await details.getByText('Notice 1, original text').click()
  expect(await details.locator('pre').textContent()).toContain('payment_status=Completed')
  const invoice = await page.getByRole('link', { name: /^Invoice TEST-\d+ as PDF$/ }).getAttribute('href')
  expect((await page.request.get(invoice ?? '')).headers()['content-type']).toBe('application/pdf')

  await page.getByRole('radio', { name: 'Delivered' }).check()
  await pressButton(page, 'Update status')
  const question = getRegion(page, 'Order status').getByRole('alert')
  await question
    .getByText(new RegExp(`^Order ${paidOrder._number} has \\d+ open deliverables\\. Mark it Delivered anyway\\?$`))
    .waitFor()
  await question.getByText(/^Not delivered yet: .*Competitor review/).waitFor()
  await pressButton(page, 'Mark Delivered and send')
  await waitForToast(page, 'OrderStatus is Updated')
  await getRegion(page, 'Payment history').getByText(`By ${ownerCredentials.email}`).waitFor()
  await pressButton(page, 'Undo')
  await waitForToast(page, `Undone. The order is back to its earlier status. No email went to ${customer.email}.`)
  await expect.poll(() => page.getByRole('radio', { name: 'Pending' }).isChecked()).toBe(true)
  expect(await getRegion(page, 'Payment history').getByText(`By ${ownerCredentials.email}`).count()).toBe(0)
  await getRegion(page, 'Order status').getByText('Preview the email').click()
  await getRegion(page, 'Order status').getByText(`Your order ${paidOrder._number} is delivered`).waitFor()
  await page.getByRole('radio', { name: 'Delivered' }).check()
  await pressButton(page, 'Update status')
  await pressButton(page, 'Mark Delivered and send')
  await getRegion(page, 'Payment history').getByText(`By ${ownerCredentials.email}`).waitFor()
  await page.reload()
  expect(await page.getByRole('radio', { name: 'Delivered' }).isChecked()).toBe(true)
  await leave()
})

it('shows what differs in a payment, and closes its review with a note', async () => {
  const { page, leave } = await openPage('/total-orders')
  const getFlaggedRows = () => page.getByRole('row').filter({ has: page.getByText('Review', { exact: true }) })
  for (const list of ['/total-orders', '/admin']) {
    await page.goto(list)
    await getFlaggedRows().getByText('Ray Sample').waitFor()
    expect([list, await getFlaggedRows().count()]).toEqual([list, 1])
  }
  await page.goto('/payments-to-check')
  const tray = getRegion(page, 'Open, oldest first')
  await tray.getByRole('heading', { name: 'Amount doesn’t match' }).waitFor()
  await tray.getByRole('link', { name: `Order ${reviewOrder._number}` }).click()
  const notice = getRegion(page, 'Action needed')
  await notice.getByText('Amount doesn’t match: we asked for $999.00 and got $1.00.').waitFor()

  await notice.getByText('Close with a note').click()
  expect(await notice.getByRole('radio', { checked: true }).count()).toBe(0)
  await notice.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('link', { name: 'Say what you did.' }).waitFor()
  await notice.getByRole('radio', { name: 'Accept it as payment' }).check()
  await notice.getByRole('button', { name: 'Accept $1.00 for $999.00', exact: true }).waitFor()
  await notice.getByRole('radio', { name: 'The money was sent back' }).check()
  await notice.getByRole('button', { name: 'Close', exact: true }).click()
  await waitForHeading(page, 'There is a problem')
  await page.getByRole('link', { name: 'Note is required.' }).click()
  await notice.getByLabel('Note').pressSequentially('A test of ours')
  await expect.poll(() => notice.getByLabel('Note').getAttribute('aria-invalid')).toBe(null)
  await notice.getByRole('radio', { name: 'The money was sent back' }).check()

  // The choice stays if the script loads after it.
  const hydrate = await openBeforeHydration(page, orderPagePath(reviewOrder))
  await notice.getByText('Close with a note').click()
  await notice.getByRole('radio', { name: 'The money was sent back' }).check()
  await hydrate()
  await notice.getByLabel('Note').fill('A test of ours')
  expect(await notice.getByRole('radio', { name: 'The money was sent back' }).isChecked()).toBe(true)
  await notice.getByRole('button', { name: 'Close', exact: true }).click()
  await waitForToast(page, 'Refund noted')
  await getRegion(page, 'Closed').getByText(`Refund noted by ${ownerCredentials.email}`).waitFor()
  expect(await notice.count()).toBe(0)

  await page.goto('/total-orders')
  await page.getByText('Ray Sample').waitFor()
  expect(await getFlaggedRows().count()).toBe(0)
  await page.goto('/payments-to-check')
  await page.getByText('No payments to check.').waitFor()
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await getRegion(page, 'All of them, newest first').getByText('“A test of ours”').waitFor()
  await leave()
})

it('an admin marks an order as paid with a reason, and with the password after an old log-in', async () => {
  const { page, leave } = await openPage(orderPagePath(unpaidOrder))
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 })
  const panel = getRegion(page, 'Mark paid by hand')
  await panel.getByText('Give a reason').click()
  await panel.getByLabel('Reason').fill('Bank transfer, seen on the account')
  await pressButton(page, 'Mark as paid')
  await waitForHeading(page, 'There is a problem')
  await panel.getByLabel('Your password').fill('not this one')
  await pressButton(page, 'Mark as paid')
  await panel.locator('.field-error').getByText('Incorrect password.').waitFor()
  expect(await panel.getByLabel('Reason').inputValue()).toBe('Bank transfer, seen on the account')
  await panel.getByLabel('Your password').fill(ownerCredentials.password)
  await pressButton(page, 'Mark as paid')
  await waitForToast(page, 'The order is marked as paid')
  await getRegion(page, 'Payment history')
    .getByText(`By ${ownerCredentials.email}: “Bank transfer, seen on the account”`)
    .waitFor()
  await expect.poll(() => panel.count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await leave()
})

it('several orders are marked as delivered and undone, and the filter stays', async () => {
  const { page, leave } = await openPage('/total-orders?paymentStatus=UnPaid')
  const getRows = () => page.getByRole('row').filter({ hasText: /Customer [12]/ })
  await page.getByRole('button', { name: /^Mark Delivered ?: the selected orders$/ }).click()
  await page.getByText('Select one or more orders first.').waitFor()
  await expect.poll(() => getRows().count()).toBe(2)
  for (const box of await getRows().getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: /^Mark Delivered ?: the selected orders$/ }).click()
  const question = page.getByRole('alert').filter({ has: page.getByRole('heading', { name: /^Mark .+ Delivered\?$/ }) })
  await question.getByText('None of them is paid.').waitFor()
  await question.getByText(/^Your order \d+ is delivered$/).waitFor()
  await pressButton(page, 'Mark Delivered and send')
  await expect.poll(() => getRows().getByText('Delivered', { exact: true }).count()).toBe(2)
  expect(getPathAndQuery(page)).toBe('/total-orders?paymentStatus=UnPaid')
  await pressButton(page, 'Undo')
  await expect.poll(() => getRows().getByText('Pending', { exact: true }).count()).toBe(2)
  await page.getByText(`No email went to ${customer.email}.`).first().waitFor()
  await getRows().first().getByRole('link').click()
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Orders' }).click()
  await expect.poll(() => getPathAndQuery(page)).toBe('/total-orders?paymentStatus=UnPaid')
  await leave()
})

it('an unpaid order is marked as delivered only after a question that shows the email', async () => {
  const { page, leave } = await openPage(orderPagePath(unansweredOrder))
  const panel = getRegion(page, 'Order status')
  for (const answer of ['Keep Pending', 'Mark Delivered and send']) {
    await panel.getByRole('radio', { name: 'Delivered' }).check()
    await pressButton(page, 'Update status')
    await panel.getByRole('heading', { name: `Order ${unansweredOrder._number} isn’t paid. Mark it Delivered anyway?` }).waitFor()
    await panel.getByText(`Your order ${unansweredOrder._number} is delivered`).waitFor()
    await pressButton(page, answer)
  }
  await waitForToast(page, 'OrderStatus is Updated')
  await panel.getByText(`Marked Delivered. The email to ${customer.email} goes out`).waitFor()
  await leave()
})

it('the owner confirms the payment account by typing it again', async () => {
  const { page, leave } = await openPage('/going-live')
  await page.getByText('Confirm your payment account: to do').waitFor()
  await getField(page, 'Payment account email').fill('pya@example.com')
  await pressButton(page, 'Confirm payment account')
  await waitForHeading(page, 'There is a problem')
  await getField(page, 'Payment account email').fill('pay@example.com')
  await pressButton(page, 'Confirm payment account')
  await page.getByText('Confirm your payment account: done').waitFor()
  await leave()
})

it('the launch checklist names no settings to the owner, and copies the technical steps for a developer', async () => {
  const { page, leave } = await openPage('/going-live')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  expect(await page.locator('main').innerText()).not.toMatch(/\b[A-Z]+_[A-Z_]+\b/)
  const step = page.getByRole('listitem').filter({ hasText: 'Connect email' })
  await step.getByText('Copy for your developer').click()
  await step.getByText(/Set SMTP_URL/).waitFor()
  await step.getByRole('button', { name: 'Copy these steps' }).click()
  await step.getByText('Copied. Paste it into an email.').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Please connect a mail server to our site\./)
  await leave()
})

it('the overview shows sales as a chart or a table by keyboard, and pages each list separately', async () => {
  const { page, leave } = await openPage('/admin')
  await waitForHeading(page, 'Welcome')
  await getRegion(page, 'Total Sales, Rehearsal').getByText('$2,898.00').first().waitFor()
  await page.getByRole('img', { name: /^Paid sales by month, .* Most in .*: \$2,898\.00\.$/ }).waitFor()
  await getRegion(page, 'Total Sales, Rehearsal').getByRole('radio', { name: 'Chart' }).focus()
  await page.keyboard.press('ArrowRight')
  expect(await getRegion(page, 'Total Sales, Rehearsal').getByRole('radio', { name: 'Table' }).isChecked()).toBe(true)
  await expect.poll(() => page.getByRole('img', { name: /^Paid sales/ }).isVisible()).toBe(false)
  expect(await getRegion(page, 'Total Sales, Rehearsal').getByRole('row').count()).toBe(13)

  await getMessageTable(page, 'Orders').getByRole('link', { name: 'Next', exact: true }).click()
  await getMessageTable(page, 'Orders').getByText('4 to 6 of 12').waitFor()
  expect(getPathAndQuery(page)).toBe('/admin?orders=2')
  await page.goBack()
  await getMessageTable(page, 'Orders').getByText('1 to 3 of 12').waitFor()
  await page
    .getByRole('navigation', { name: 'Parts of the admin' })
    .getByRole('link', { name: /^Payment/ })
    .click()
  await page.getByLabel('Payment account email').waitFor()
  await leave()
})

it('an admin accepts a payment that doesn’t match by mistake, and Undo opens its review again', async () => {
  const customerApi = await createApiClient(site, { ...customer, email: 'una@example.com' })
  const order = await placeOrder(customerApi, 'Standard', 'Una Sample')
  await payInRehearsal(customerApi, order, 'wrongAmount')
  const { page, leave } = await openPage(orderPagePath(order))
  const notice = getRegion(page, 'Action needed')
  await expect
    .poll(async () => {
      await page.reload()
      return notice.count()
    })
    .toBe(1)
  await notice.getByText('Close with a note').click()
  await notice.getByRole('radio', { name: 'Accept it as payment' }).check()
  await notice.getByLabel('Note').fill('By mistake')
  await pressButton(page, 'Accept $1.00 for $999.00')
  const closed = getRegion(page, 'Closed')
  await closed.getByText(`by ${ownerCredentials.email}`).first().waitFor()
  const ownerApi = await createApiClient(site)
  const getStatus = async () => ((await ownerApi('GET', `/order/${order._id}`)) as { paymentStatus: string }).paymentStatus
  expect(await getStatus()).toBe('Paid')
  await pressButton(page, 'Undo the acceptance')
  await notice.getByText('Amount doesn’t match: we asked for $999.00 and got $1.00.').waitFor()
  expect([await closed.count(), await getStatus()]).toEqual([0, 'UnPaid'])
  await notice.getByText('Close with a note').click()
  expect(await notice.getByRole('radio', { checked: true }).count()).toBe(0)
  await leave()
})
