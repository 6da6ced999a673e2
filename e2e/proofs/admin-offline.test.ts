import { expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { getField, getPath, logIn, openAddForm, pressButton, waitForHeading, waitForReactRoot } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { getSharedBrowser, startVisit } from '../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const browser = await getSharedBrowser()

it('an admin page that cannot be loaded offline says so, and Try again loads it once there is a connection', async () => {
  const { page, leave } = await startVisit(browser, site.url)
  await logIn(page, '/edit-faq', ownerCredentials)
  await openAddForm(page, 'Add FAQ item')
  const typed = getField(page, 'Question').first()
  await typed.fill('Half a question')
  await page.goto('/setting')
  await waitForReactRoot(page)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Subscribers' }).first().click()
  await waitForHeading(page, 'You seem to be offline')
  expect([getPath(page), await page.title()]).toEqual(['/all-subscriber', 'You seem to be offline | Rankstead'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await expectAccessible(page)
  await pressButton(page, 'Try again')
  await page.getByRole('status').getByText('There is no connection yet.').waitFor()
  await page.context().setOffline(false)
  await pressButton(page, 'Try again')
  await waitForHeading(page, 'Subscribers')
  expect(getPath(page)).toBe('/all-subscriber')
  // What was typed elsewhere is there still.
  await page.goto('/edit-faq')
  await expect.poll(() => typed.inputValue()).toBe('Half a question')
  expect(await typed.isVisible()).toBe(true)
  const discarded = page.waitForResponse((reply) => reply.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Discard what was not saved' }).click()
  await discarded
  await leave()
})

it('what was saved without anybody hearing of it is saved once where it is sent again, and twice where it is written again', async () => {
  const { page, leave } = await startVisit(browser, site.url)
  await logIn(page, '/edit-faq', ownerCredentials)
  await openAddForm(page, 'Add FAQ item')
  const records = async () =>
    ((await (await page.request.get('/api/faq-items')).json()) as Record<string, string>[]).filter(
      ({ accodingTitle }) => accodingTitle === 'How long?',
    ).length
  const add = page.locator('#add-faq-item')
  async function write(answer = 'Months.') {
    await add.getByLabel('Question').fill('How long?')
    await add.getByLabel('Answer').fill(answer)
  }
  // Carried out, and the answer lost on the way back.
  let lost = 0
  await page.route('**/api/add-faq-item', async (route) => {
    await route.fetch()
    await route.abort('internetdisconnected')
    lost++
  })
  await write()
  const save = add.getByRole('button', { name: /^Add / })
  for (let nth = 0; nth < 2; nth++) {
    await save.click()
    await expect.poll(() => lost).toBe(nth + 1)
    await page.getByText('You seem to be offline.').first().waitFor()
    expect(await records()).toBe(1)
  }
  await page.unroute('**/api/add-faq-item')
  await save.click()
  await page.getByRole('status').getByText('FAQ Item is Added').first().waitFor()
  expect(await records()).toBe(1)
  await write()
  await save.click()
  await expect.poll(records).toBe(2)
  await leave()
})

it('shows that the next page is on its way until it is there', async () => {
  const { page, leave } = await startVisit(browser, site.url)
  await logIn(page, '/setting', ownerCredentials)
  await waitForReactRoot(page)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/page-data?**', async (route) => {
    await promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Subscribers' }).first().click()
  await page.locator('.page-progress').waitFor({ state: 'visible' })
  resolve()
  await waitForHeading(page, 'Subscribers')
  await page.locator('.page-progress').waitFor({ state: 'detached' })
  await leave()
})

it('a page whose code is there but whose data is not says the same', async () => {
  const { page, leave } = await startVisit(browser, site.url)
  await logIn(page, '/all-messages', ownerCredentials)
  await waitForReactRoot(page)
  await page.route('**/api/page-data?**', (route) => route.abort('internetdisconnected'))
  await page.getByRole('link', { name: 'Archive' }).click()
  await page.getByRole('alert').getByText('You seem to be offline.').first().waitFor()
  await page.unroute('**/api/page-data?**')
  await page.getByRole('link', { name: 'Try again' }).first().click()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await leave()
})

it('a session that ended meanwhile leads to the log-in page, which says so and leads back', async () => {
  const { page, leave } = await startVisit(browser, site.url)
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
