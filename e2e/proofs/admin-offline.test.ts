import { expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { field, heading, live, logIn, openAddForm, pathOf, press } from '../support/account-pages.ts'
import { ownedSite, owner, provideSite } from '../support/site.ts'
import { arrive, sharedBrowser } from '../support/visitor.ts'

const site = provideSite(ownedSite)
const browser = await sharedBrowser()

it('an admin page that cannot be loaded offline says so, and Try again loads it once there is a connection', async () => {
  const { page, leave } = await arrive(browser, site.url)
  await logIn(page, '/edit-faq', owner)
  await openAddForm(page, 'Add FAQ item')
  const typed = field(page, 'Question').first()
  await typed.fill('Half a question')
  await page.goto('/setting')
  await live(page)
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Subscribers' }).first().click()
  await heading(page, 'You seem to be offline')
  expect([pathOf(page), await page.title()]).toEqual(['/all-subscriber', 'You seem to be offline | Rankstead'])
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  await expectAccessible(page)
  await press(page, 'Try again')
  await page.getByRole('status').getByText('There is no connection yet.').waitFor()
  await page.context().setOffline(false)
  await press(page, 'Try again')
  await heading(page, 'Subscribers')
  expect(pathOf(page)).toBe('/all-subscriber')
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
  const { page, leave } = await arrive(browser, site.url)
  await logIn(page, '/edit-faq', owner)
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
  const { page, leave } = await arrive(browser, site.url)
  await logIn(page, '/setting', owner)
  await live(page)
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/page-data?**', async (route) => {
    await promise
    await route.continue()
  })
  await page.getByRole('link', { name: 'Subscribers' }).first().click()
  await page.locator('.page-progress').waitFor({ state: 'visible' })
  resolve()
  await heading(page, 'Subscribers')
  await page.locator('.page-progress').waitFor({ state: 'detached' })
  await leave()
})

it('a page whose code is there but whose data is not says the same', async () => {
  const { page, leave } = await arrive(browser, site.url)
  await logIn(page, '/all-messages', owner)
  await live(page)
  await page.route('**/api/page-data?**', (route) => route.abort('internetdisconnected'))
  await page.getByRole('link', { name: 'Archive' }).click()
  await page.getByRole('alert').getByText('You seem to be offline.').first().waitFor()
  await page.unroute('**/api/page-data?**')
  await page.getByRole('link', { name: 'Try again' }).first().click()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  await leave()
})

it('a session that ended meanwhile leads to the log-in page, which says so and leads back', async () => {
  const { page, leave } = await arrive(browser, site.url)
  await logIn(page, '/setting', owner)
  await page.context().clearCookies()
  await page.getByRole('link', { name: 'Subscribers' }).first().click()
  await page.getByText('Your session has ended. Log in to continue.').waitFor()
  await field(page, 'Email').fill(owner.email)
  await field(page, 'Password').fill(owner.password)
  await press(page, 'Log in')
  await page.waitForURL('**/all-subscriber')
  await leave()
})
