import { expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { getField, getPath, logIn, openAddForm, pressButton, waitForHeading } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit, waitForHydration } from '../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)

it('an admin page that fails to load offline says so, and Try again loads it online', async () => {
  const { page, leave } = await startVisit(site)
  await logIn(page, '/edit-faq', ownerCredentials)
  await openAddForm(page, 'Add FAQ item')
  const questionField = getField(page, 'Question').first()
  await questionField.fill('Half a question')
  await page.goto('/setting')
  await waitForHydration(page)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Subscribers' }).first().click()
  await waitForHeading(page, 'You seem to be offline')
  await page.getByText('What you typed on other pages isn’t lost').waitFor()
  expect([getPath(page), await page.title()]).toEqual(['/all-subscriber', 'You seem to be offline | Rankstead'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await expectAccessible(page)
  await pressButton(page, 'Try again')
  await page.getByRole('status').getByText('Still no connection.').waitFor()
  await page.context().setOffline(false)
  await pressButton(page, 'Try again')
  await waitForHeading(page, 'Subscribers')
  expect(getPath(page)).toBe('/all-subscriber')
  // The form still holds the typed text.
  await page.goto('/edit-faq')
  await expect.poll(() => questionField.inputValue()).toBe('Half a question')
  expect(await questionField.isVisible()).toBe(true)
  const discardReply = page.waitForResponse((reply) => reply.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Discard the unsaved text' }).click()
  await discardReply
  await leave()
})

it('shows a progress bar until the next page has loaded', async () => {
  const { page, leave } = await startVisit(site)
  await logIn(page, '/setting', ownerCredentials)
  await waitForHydration(page)
  const requestReleased = Promise.withResolvers<void>()
  await page.route('**/api/page-data?**', async (route) => {
    await requestReleased.promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Subscribers' }).first().click()
  await page.locator('.page-progress').waitFor({ state: 'visible' })
  requestReleased.resolve()
  await waitForHeading(page, 'Subscribers')
  await page.locator('.page-progress').waitFor({ state: 'detached' })
  await leave()
})

it('an ended session leads to the log-in page, which says so and then leads back', async () => {
  const { page, leave } = await startVisit(site)
  await logIn(page, '/setting', ownerCredentials)
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Subscribers' }).first().click()
  await page.getByText('Your session has ended. Log in to continue.').waitFor()
  await getField(page, 'Email').fill(ownerCredentials.email)
  await getField(page, 'Password').fill(ownerCredentials.password)
  await pressButton(page, 'Log in')
  await page.waitForURL('**/all-subscriber')
  await leave()
})
