import { expect, it } from 'vitest'
import { expectAccessible, findKeyboardFaults } from '../../support/accessibility.ts'
import { logIn, pressButton, waitForHeading } from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit, waitForHydration } from '../../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)

it('shows an owner on a phone who changed the payment account', async () => {
  const { page, leave } = await startVisit(site, { viewport: { width: 375, height: 800 } })
  await logIn(page, '/admin', ownerCredentials)
  const headers = { origin: site.url }
  const [payee] = (await (await page.request.get('/api/paypal-email')).json()) as { _id: string }[]
  for (let nth = 1; nth <= 21; nth++)
    await page.request.put(`/api/paypal-email/${payee?._id}`, { data: { paypalEmail: `pay${nth}@example.com` }, headers })
  await page.locator('summary', { hasText: 'Menu' }).click()
  await page.getByRole('link', { name: 'Team & access', exact: true }).click()
  await page.getByRole('link', { name: 'Activity log', exact: true }).click()
  await waitForHeading(page, 'Activity log')
  await page.getByRole('rowheader', { name: 'Changed the payment account from pay20@example.com to pay21@example.com' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  await expectAccessible(page)
  await page.reload()
  expect(await findKeyboardFaults(page)).toEqual([])
  await page.getByRole('link', { name: 'Older entries' }).click()
  await page.getByRole('rowheader', { name: /^Changed the payment account from .* to pay1@example\.com$/ }).waitFor()
  await page.goBack()
  await page.getByRole('rowheader', { name: 'Changed the payment account from pay20@example.com to pay21@example.com' }).waitFor()
  await page.getByRole('searchbox', { name: 'Search' }).fill('pay20@ pay21@')
  await pressButton(page, 'Show')
  await expect.poll(() => page.getByRole('rowheader').count()).toBe(1)
  await page.getByRole('searchbox', { name: 'Search' }).fill('nobody did this')
  await pressButton(page, 'Show')
  await page.getByText('No entry matches.').waitFor()
  await page.getByRole('link', { name: 'Show all entries' }).click()
  await page.getByRole('link', { name: 'Payment account' }).first().click()
  await expect.poll(() => page.getByLabel('Payment account email').inputValue()).toBe('pay21@example.com')
  await leave()
})

it('shows an error when the entries fail to load, and offers Try again', async () => {
  const { page, leave } = await startVisit(site)
  await logIn(page, '/admin', ownerCredentials)
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Team & access', exact: true }).click()
  await waitForHeading(page, 'Team & access')
  await page.route('**/api/page-data?**', (route) => route.fulfill({ status: 429, json: { error: 'Try again in a moment.' } }))
  await page.getByRole('link', { name: 'Activity log', exact: true }).click()
  await page.getByRole('alert').getByText('Try again in a moment.').waitFor()
  await page.unroute('**/api/page-data?**')
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('rowheader').first().waitFor()
  await leave()
})
