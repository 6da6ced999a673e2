import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessibility.ts'
import { logIn, pressButton } from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { openBeforeHydration, startVisit } from '../../support/visitor.ts'

const getHoursField = (page: Page) => page.locator('input[name="openingHours"]')
const getDayState = (page: Page, day: string) => page.getByLabel(day, { exact: true })
const getTimeField = (page: Page, name: string) => page.getByLabel(name, { exact: true })

const site = startSiteForSuite(ownerSettings)

/** Opens the editor of the business's name, address and hours as the owner. */
async function openEditor(width = 1440) {
  const visit = await startVisit(site, { viewport: { width, height: 900 } })
  const [record] = (await (await visit.page.request.get('/api/footer-address')).json()) as { _id: string }[]
  await logIn(visit.page, `/edit-address-footer/${record?._id}`, ownerCredentials)
  return visit
}

async function setTime(page: Page, name: string, value: string) {
  await getTimeField(page, name).fill(value)
}

it('takes the hours in a row per day, and shows them to visitors in one clock format', async () => {
  const { page, leave } = await openEditor()
  await getDayState(page, 'Saturday').selectOption('By appointment')
  await setTime(page, 'Monday: closes at', '17:30')
  await page.getByRole('button', { name: 'Add a break on Monday' }).click()
  await page.getByRole('button', { name: 'Use Monday for all weekdays' }).click()
  const openingHours = 'Mon-Fri 9am-12pm and 1pm-5:30pm, Saturday by appointment, Sunday closed'
  await expect.poll(() => getHoursField(page).inputValue()).toBe(openingHours)
  await expectAccessible(page)
  await pressButton(page, 'Save business info')
  await page.getByText('Footer Address is Updated', { exact: true }).waitFor()
  await page.goto('/contact')
  for (const line of openingHours.split(', ')) await page.locator('main').getByText(line, { exact: true }).waitFor()
  await page.getByText('Central Time', { exact: true }).waitFor()
  await page.getByRole('img', { name: /^Open on Monday, .* and Friday\. By appointment on Saturday$/ }).waitFor()
  await leave()
})

it('fills the rows from typed hours, keeps the typed text, and refuses an open day without times', async () => {
  const { page, leave } = await openEditor()
  await getHoursField(page).fill('Mon–Fri 9:00-17:00; Sat-Sun closed')
  await expect.poll(() => getTimeField(page, 'Tuesday: closes at').inputValue()).toBe('17:00')
  expect(await getDayState(page, 'Sunday').inputValue()).toBe('closed')
  await setTime(page, 'Tuesday: closes at', '')
  await pressButton(page, 'Save business info')
  await page.locator('.field-error').getByText('Hours: fill in when you open and close on each open day.').waitFor()
  await getHoursField(page).fill('Weekdays 9-5, and whenever you call')
  await page.getByText(/^Visitors see this text as you wrote it/).waitFor()
  await getHoursField(page).fill('Mon–Fri 9:00-17:00; Sat-Sun closed')
  await pressButton(page, 'Save business info')
  await page.getByText('Footer Address is Updated', { exact: true }).waitFor()
  await page.reload()
  expect(await getHoursField(page).inputValue()).toBe('Mon–Fri 9:00-17:00; Sat-Sun closed')
  await leave()
})

it('fills the rows from hours that the owner typed before the scripts ran', async () => {
  const { page, leave } = await openEditor()
  const hydrate = await openBeforeHydration(page, page.url())
  await getHoursField(page).fill('Mon-Fri 7am-3pm')
  await hydrate()
  await expect.poll(() => getTimeField(page, 'Tuesday: closes at').inputValue()).toBe('15:00')
  await leave()
})

it('takes the hours from the keyboard alone on a phone, without scrolling sideways', async () => {
  const { page, leave } = await openEditor(375)
  await getHoursField(page).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => getDayState(page, 'Monday').evaluate((element) => element === document.activeElement)).toBe(true)
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

it('shows hours that it can’t parse to visitors as written', async () => {
  const { page, leave } = await openEditor()
  const editorUrl = page.url()
  const freeText = 'Weekdays 9-5, and whenever you call'
  await getHoursField(page).fill(freeText)
  await pressButton(page, 'Save business info')
  await page.getByText('Footer Address is Updated', { exact: true }).waitFor()
  await page.goto('/contact')
  await page.locator('main').getByText(freeText, { exact: true }).waitFor()
  expect(await page.getByRole('img', { name: /Open on|Closed all week/ }).count()).toBe(0)
  await page.goto(editorUrl)
  await getHoursField(page).fill('Wed 10am-2pm, Fri 10:00-14:00')
  await pressButton(page, 'Save business info')
  await page.getByText('Footer Address is Updated', { exact: true }).waitFor()
  await page.goto('/contact')
  await page.locator('main').getByText('Wednesday 10am-2pm', { exact: true }).waitFor()
  await leave()
})

/** Adds a contact entry that may hold the business's name. The demo's copyright line holds it too. */
async function addContactEntry(page: Page, contactDetails: string) {
  const data = { contactTitle: 'Who we are', contactDetails, contactImg: '/art/icons.svg#key' }
  await page.request.post('/api/add-contact', { data, headers: { origin: site.url } })
}

it('lists the other records with the old name after a rename, and changes them by keyboard', async () => {
  const { page, leave } = await openEditor(375)
  await addContactEntry(page, 'Rankstead is a small business.')
  await page.getByLabel(/^Business name/).fill('Elm Homes')
  await pressButton(page, 'Save business info')
  const panel = page.getByRole('region', { name: /other places still have your old details$/ })
  await panel.waitFor()
  await expect
    .poll(() => panel.getByRole('heading', { level: 2 }).evaluate((element) => element === document.activeElement))
    .toBe(true)
  await panel.getByText('Elm Homes is a small business.').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375)
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('1 text updated', { exact: true }).waitFor()
  await panel.getByRole('button', { name: /^Change all \d+$/ }).click()
  await panel.waitFor({ state: 'detached' })
  expect(await (await page.request.get('/contact')).text()).toContain('Elm Homes is a small business.')
  await leave()
})

it('the logo’s editor leads to the business name', async () => {
  const { page, leave } = await startVisit(site)
  await logIn(page, '/add-logo', ownerCredentials)
  await page.getByRole('link', { name: 'Change the name in Business info' }).click()
  await page.locator('h1', { hasText: 'Business info' }).waitFor()
  await page.getByRole('link', { name: 'Update Now' }).click()
  await page.getByLabel(/^Business name/).waitFor()
  await leave()
})

it('edits the social links below, and Ctrl+S saves only the form that changed', async () => {
  const { page, leave } = await openEditor()
  await page.getByRole('link', { name: 'Social links', exact: true }).click()
  await page.getByLabel('Facebook link').fill('https://www.facebook.com/own.office')
  const saves: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT' && !request.url().includes('own-drafts')) saves.push(new URL(request.url()).pathname)
  })
  await page.keyboard.press('Control+s')
  await page.getByText('Social Link is Updated', { exact: true }).waitFor()
  expect(saves).toHaveLength(1)
  await expectAccessible(page)
  await page.goto('/')
  await page.locator('footer a[href="https://www.facebook.com/own.office"]').waitFor()
  await leave()
})
