import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { logIn, pressButton } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { getSharedBrowser, startVisit } from '../support/visitor.ts'

const getHoursField = (page: Page) => page.locator('input[name="openingHours"]')
const getDayState = (page: Page, day: string) => page.getByLabel(day, { exact: true })
const getTimeField = (page: Page, name: string) => page.getByLabel(name, { exact: true })

const site = startSiteForSuite(ownerSettings)
const browser = await getSharedBrowser()

/** The editor of the business's record, at one width. */
async function openEditor(width = 1440, javaScriptEnabled = true) {
  const visit = await startVisit(browser, site.url, { viewport: { width, height: 900 }, javaScriptEnabled })
  const [record] = (await (await visit.page.request.get('/api/footer-address')).json()) as { _id: string }[]
  await logIn(visit.page, `/edit-address-footer/${record?._id}`, ownerCredentials)
  // The rows take no input before the page is live.
  await visit.page.locator(javaScriptEnabled ? '.week-rows:enabled' : 'input[name="openingHours"]').waitFor()
  return visit
}

async function setTime(page: Page, name: string, value: string) {
  await getTimeField(page, name).fill(value)
}

it('takes the hours as a row per day, and visitors read them in one clock format at once', async () => {
  const { page, leave } = await openEditor()
  await getDayState(page, 'Saturday').selectOption('By appointment')
  await setTime(page, 'Monday: closes at', '17:30')
  await page.getByRole('button', { name: 'Add a break on Monday' }).click()
  await page.getByRole('button', { name: 'Use Monday for all weekdays' }).click()
  const openingHours = 'Mon-Fri 9am-12pm and 1pm-5:30pm, Saturday by appointment, Sunday closed'
  await expect.poll(() => getHoursField(page).inputValue()).toBe(openingHours)
  await expectAccessible(page)
  await pressButton(page, 'Save footer address')
  await page.getByText('Footer Address is Updated', { exact: true }).waitFor()
  await page.goto('/contact')
  for (const words of openingHours.split(', ')) await page.locator('main').getByText(words, { exact: true }).waitFor()
  await page.getByText('Eastern Time', { exact: true }).waitFor()
  await page.getByRole('img', { name: /^Open on Monday, .* and Friday\. By appointment on Saturday$/ }).waitFor()
  await leave()
})

it('follows typed days and times, keeps them as typed, and refuses an open day without times', async () => {
  const { page, leave } = await openEditor()
  await getHoursField(page).fill('Mon–Fri 9:00-17:00; Sat-Sun closed')
  await expect.poll(() => getTimeField(page, 'Tuesday: closes at').inputValue()).toBe('17:00')
  expect(await getDayState(page, 'Sunday').inputValue()).toBe('closed')
  await setTime(page, 'Tuesday: closes at', '')
  await pressButton(page, 'Save footer address')
  await page.locator('.field-error').getByText('Working time: fill in when you open and close on each open day.').waitFor()
  await getHoursField(page).fill('Weekdays 9-5, and whenever you call')
  await page.getByText(/^Visitors read this text as you wrote it/).waitFor()
  await getHoursField(page).fill('Mon–Fri 9:00-17:00; Sat-Sun closed')
  await pressButton(page, 'Save footer address')
  await page.getByText('Footer Address is Updated', { exact: true }).waitFor()
  await page.reload()
  expect(await getHoursField(page).inputValue()).toBe('Mon–Fri 9:00-17:00; Sat-Sun closed')
  await leave()
})

it('follows what was typed before the page was live', async () => {
  const { page, leave } = await openEditor()
  const typed = Promise.withResolvers<void>()
  await page.route('**/*.js', async (route) => {
    await typed.promise
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await getHoursField(page).fill('Mon-Fri 7am-3pm')
  typed.resolve()
  await page.locator('.week-rows:enabled').waitFor()
  await expect.poll(() => getTimeField(page, 'Tuesday: closes at').inputValue()).toBe('15:00')
  await leave()
})

it('is set by keyboard alone on a phone, without scrolling sideways', async () => {
  const { page, leave } = await openEditor(375)
  await getHoursField(page).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => getDayState(page, 'Monday').evaluate((one) => one === document.activeElement)).toBe(true)
  await page.keyboard.type('By app')
  await expect.poll(() => getHoursField(page).inputValue()).toMatch(/^Monday by appointment, Tue/)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => getDayState(page, 'Monday').inputValue()).toBe('open')
  await page.keyboard.press('Tab')
  await page.keyboard.type('0830AM')
  await expect.poll(() => getHoursField(page).inputValue()).toMatch(/^Monday 8:30am-/)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  await expectAccessible(page)
  await leave()
})

it('is a text field alone without script, and visitors read other words as they were written', async () => {
  const { page, leave } = await openEditor(1440, false)
  const editor = page.url()
  expect(await page.locator('.week-rows').isVisible()).toBe(false)
  const written = 'Weekdays 9-5, and whenever you call'
  await getHoursField(page).fill(written)
  await pressButton(page, 'Save footer address')
  await page.getByText('Footer Address is Updated', { exact: true }).waitFor()
  await page.goto('/contact')
  await page.locator('main').getByText(written, { exact: true }).waitFor()
  expect(await page.getByRole('img', { name: /Open on|Closed all week/ }).count()).toBe(0)
  await page.goto(editor)
  await getHoursField(page).fill('Wed 10am-2pm, Fri 10:00-14:00')
  await pressButton(page, 'Save footer address')
  await page.getByText('Footer Address is Updated', { exact: true }).waitFor()
  await page.goto('/contact')
  await page.locator('main').getByText('Wednesday 10am-2pm', { exact: true }).waitFor()
  await leave()
})

/** Another record that says the business's name, beside the copyright line of the demo. */
async function addEntry(page: Page, contactDetails: string) {
  const data = { contactTitle: 'Who we are', contactDetails, contactImg: '/art/icons.svg#key' }
  await page.request.post('/api/add-contact', { data, headers: { origin: site.url } })
}

it('says after a change where else the old name stands, and changes it there by one key', async () => {
  const { page, leave } = await openEditor(375)
  await addEntry(page, 'Rankstead is a small business.')
  await page.getByLabel(/^Business name/).fill('Elm Homes')
  await pressButton(page, 'Save footer address')
  const panel = page.getByRole('region', { name: /other records still hold old details$/ })
  await panel.waitFor()
  await expect.poll(() => panel.getByRole('heading', { level: 2 }).evaluate((one) => one === document.activeElement)).toBe(true)
  await panel.getByText('Elm Homes is a small business.').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('1 record is up to date', { exact: true }).waitFor()
  await panel.getByRole('button', { name: /^Change all \d+$/ }).click()
  await panel.waitFor({ state: 'detached' })
  expect(await (await page.request.get('/contact')).text()).toContain('Elm Homes is a small business.')
  await leave()
})

it('changes it in one record without script too', async () => {
  const { page, leave } = await openEditor(1440, false)
  await addEntry(page, 'Write to Elm Homes.')
  await page.getByLabel(/^Business name/).fill('Ash Homes')
  await pressButton(page, 'Save footer address')
  await page.getByRole('button', { name: 'Change it in Contact entry' }).first().click()
  await page.getByText('1 record is up to date', { exact: true }).waitFor()
  await leave()
})

it('is where the name beside the logo is found from the logo’s own page', async () => {
  const { page, leave } = await startVisit(browser, site.url)
  await logIn(page, '/add-logo', ownerCredentials)
  await page.getByRole('link', { name: 'Change the name under Footer address' }).click()
  await page.getByRole('link', { name: 'Update Now' }).click()
  await page.getByLabel(/^Business name/).waitFor()
  await leave()
})
