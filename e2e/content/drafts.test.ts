import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { formatMomentWithFullZone } from '../../src/contract/grammar/business-time.ts'
import { instantOf } from '../../src/contract/grammar/instant.ts'
import { expectAccessible, keyboardFaults } from '../support/accessibility.ts'
import { field, heading, live, logIn, pathOf, press } from '../support/account-pages.ts'
import { layoutFaults } from '../support/layout-faults.ts'
import { type Api, apiOf } from '../support/ordering.ts'
import { ownedSite, owner, type Site, startSite } from '../support/site.ts'
import { arrive, sharedBrowser } from '../support/visitor.ts'

let site: Site
let browser: Browser
let api: Api
let banner: { _id: string; bannerHeading: string }
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(ownedSite), sharedBrowser()])
  api = await apiOf(site)
  ;[banner] = (await api('GET', '/banner')) as [typeof banner]
})
afterAll(() => site?.close())
afterEach(() => api('POST', '/draft/discard', {}))

const toast = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).first().waitFor()
const DRAFTED = 'Saved as a draft: visitors see it once that is published.'
const change = (page: Page, name: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
/** A change of the banner, as the editor saves it. */
const draftBanner = async (bannerHeading: string, more: object = {}) => {
  const [live] = (await api('GET', '/banner')) as [Record<string, string>]
  const fields = Object.fromEntries(Object.entries(live).filter(([name]) => !name.startsWith('_')))
  await api('PUT', `/update-banner/${banner._id}?draft=1`, { ...fields, bannerHeading, ...more })
}
const nameTimeZone = async (timeZone: string) => {
  const [live] = (await api('GET', '/footer-address')) as [Record<string, string>]
  const fields = Object.fromEntries(Object.entries(live).filter(([name]) => !name.startsWith('_')))
  await api('PUT', `/footer-address/${live._id}`, { ...fields, timeZone })
}
/** What somebody sees who has no account. */
const visitorSees = async (path: string, text: string) => (await (await fetch(site.url + path)).text()).includes(text)
const open = async (from: string, options = {}) => {
  const visitor = await arrive(browser, site.url, { ...options, storageState: api.storageState })
  await visitor.page.goto(from)
  return visitor
}

it('two changes are collected, looked at in a list and in a preview, and published together', async () => {
  const { page, leave } = await open(`/banner/${banner._id}`, { viewport: { width: 1440, height: 1000 } })
  await field(page, 'Heading').fill('Be found by the whole town')
  await press(page, 'Save as draft')
  await toast(page, DRAFTED)
  await page.getByText('This record has changes in the draft.').waitFor()
  // The form goes on with what is live, which a plain save leaves as it is.
  expect(await field(page, 'Heading').inputValue()).toBe(banner.bannerHeading)
  await page.getByRole('link', { name: 'Go on with the draft' }).click()
  await page.getByText('as it will be once the draft is published').waitFor()
  await expect.poll(() => field(page, 'Heading').inputValue()).toBe('Be found by the whole town')
  await field(page, 'Heading').fill('Be found by all of the town')
  await press(page, 'Save as draft')
  await toast(page, DRAFTED)

  await page.goto('/edit-faq')
  await page.locator('summary', { hasText: 'Add FAQ item' }).click()
  await field(page, 'Question').fill('Is this still a draft?')
  await field(page, 'Answer').fill('Until it is published.')
  await press(page, 'Save as draft')
  await toast(page, DRAFTED)
  const badge = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /^Draft ?, 2 not published$/ })
  await badge.click()
  await heading(page, 'Draft')
  const changed = change(page, 'Be found by all of the town')
  await changed.getByText('Changed', { exact: true }).waitFor()
  expect(await changed.locator('ins').allTextContents()).not.toEqual([])
  await change(page, 'Is this still a draft?').getByText('Added', { exact: true }).waitFor()
  await expectAccessible(page)
  expect(await layoutFaults(page)).toEqual([])

  await page.goto('/setting')
  await page.getByRole('button', { name: 'In the draft 2' }).click()
  expect(await page.getByRole('listitem').getByText('In the draft: 1').count()).toBe(2)
  await expectAccessible(page)

  await page.goto('/drafts')
  await press(page, 'Preview the site with the draft')
  await page.waitForURL(`${site.url}/`)
  await page.getByRole('heading', { level: 1, name: 'Be found by all of the town' }).waitFor()
  await page.getByText('Is this still a draft?').waitFor()
  expect(await visitorSees('/', 'all of the town')).toBe(false)
  await expectAccessible(page)
  // The ways of the site stay within the preview.
  await page.getByRole('link', { name: 'Contact Now' }).first().click()
  await page.waitForURL('**/contact')
  await press(page, 'Back to the draft')
  await heading(page, 'Draft')
  await page.goto('/')
  expect(await page.getByRole('complementary', { name: 'Preview' }).count()).toBe(0)

  await page.goto('/drafts')
  await press(page, 'Publish all')
  await toast(page, 'The draft is published.')
  await page.getByText('Nothing is in the draft.').waitFor()
  expect(await visitorSees('/', 'Be found by all of the town')).toBe(true)
  expect(await visitorSees('/', 'Is this still a draft?')).toBe(true)
  await leave()
})

it('one change is discarded, by keyboard alone, and the other stays', async () => {
  await draftBanner('Not to be kept')
  await api('POST', '/add-faq-item?draft=1', { accodingTitle: 'To be kept?', accodingText: 'Yes.' })
  const { page, leave } = await open('/drafts')
  await change(page, 'Not to be kept').getByText('Discard…').focus()
  await page.keyboard.press('Enter')
  await change(page, 'Not to be kept').getByRole('button', { name: 'Discard this change' }).focus()
  await page.keyboard.press('Enter')
  await toast(page, 'One change was discarded.')
  await expect.poll(() => change(page, 'Not to be kept').count()).toBe(0)
  expect(await change(page, 'To be kept?').count()).toBe(1)
  await page.goto('/drafts')
  expect(await keyboardFaults(page)).toEqual([])
  await leave()
})

it.each([
  ['with script', true],
  ['without script', false],
])('a list is hidden from and deleted from in the draft, while visitors see all of it, %s', async (_, javaScriptEnabled) => {
  const { page, leave } = await open('/edit-faq', { javaScriptEnabled })
  const rows = page.locator('.record-row')
  const [first = '', second = ''] = await rows.locator('p a').allTextContents()
  await page.getByRole('link', { name: 'Hide, delete or add in the draft' }).click()
  await page.getByText('The list as it will be once the draft is published.').waitFor()
  expect(await page.getByRole('button', { name: /^(Move|Duplicate)/ }).count()).toBe(0)
  await page.getByRole('button', { name: `Hide ${first}` }).click()
  await rows.filter({ hasText: first }).getByText('Hidden', { exact: true }).waitFor()
  await page.getByRole('button', { name: `Delete ${second}` }).click()
  await expect.poll(() => rows.filter({ hasText: second }).count(), { timeout: 20_000 }).toBe(0)
  const { changes } = (await api('GET', '/draft')) as { changes: object[] }
  expect(changes).toMatchObject([{ action: 'change', hidden: true }, { action: 'delete' }])
  for (const question of [first, second]) expect(await visitorSees('/', question)).toBe(true)
  if (javaScriptEnabled) await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to what is live' }).click()
  await page.getByRole('button', { name: `Delete ${second}` }).waitFor()
  await leave()
})

it('a publication is scheduled by the clock of the business, wherever the owner is, and taken back', async () => {
  await draftBanner('For the new year')
  await nameTimeZone('')
  const { page, leave } = await open('/drafts', { timezoneId: 'Asia/Kathmandu' })
  await page.getByText('Publish at a time…').click()
  await page.getByText('By the clocks of your business: Eastern Time (America/New York).').waitFor()
  await page.getByRole('link', { name: 'Say so first' }).waitFor()
  await nameTimeZone('Europe/Berlin')
  await page.goto('/drafts')
  await page.getByText('Publish at a time…').click()
  await page.getByText('By the clocks of your business: Central European Time (Europe/Berlin).').waitFor()
  expect(await page.getByRole('link', { name: 'Say so first' }).count()).toBe(0)
  await press(page, 'Publish then')
  await page.getByRole('alert').getByRole('link', { name: 'Choose a date and a time.' }).click()
  const local = `${new Date(Date.now() + 40 * 24 * 60 * 60_000).toISOString().slice(0, 10)}T09:30`
  await field(page, 'Date and time').fill(local)
  await press(page, 'Publish then')
  await toast(page, 'The draft will be published then.')
  const { scheduledAt } = (await api('GET', '/draft')) as { scheduledAt: number }
  expect(scheduledAt).toBe(instantOf(local, 'Europe/Berlin'))
  await page
    .getByText(`at this time: ${formatMomentWithFullZone('Europe/Berlin', scheduledAt)}, as ${owner.email} chose.`)
    .waitFor()
  await expectAccessible(page)
  await press(page, 'Take back')
  await toast(page, 'The draft is published when you say so.')
  await press(page, 'Publish all')
  await toast(page, 'The draft is published.')
  await leave()
})

it('without script changes are saved, looked at, scheduled, taken back, settled and published', async () => {
  const { page, leave } = await arrive(browser, site.url, { javaScriptEnabled: false, viewport: { width: 375, height: 700 } })
  await logIn(page, `/banner/${banner._id}`, owner)
  await field(page, 'Heading').fill('Saved without a script')
  await press(page, 'Save as draft')
  await page.getByRole('status').getByText(DRAFTED).waitFor()
  await page.getByText('This record has changes in the draft.').waitFor()
  await page.goto('/drafts')
  expect(await layoutFaults(page)).toEqual([])
  await page.getByText('Publish at a time…').click()
  await page.getByText(/^By the clocks of your business: /).waitFor()
  const day = new Date(Date.now() + 40 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  await field(page, 'Date and time').fill(`${day}T09:30`)
  await press(page, 'Publish then')
  await page.getByText('The draft will be published then.').waitFor()
  await page.getByText(/, 9:30 AM [A-Z][a-z A-Z]+ Time, as/).waitFor()
  await press(page, 'Take back')
  await page.getByText('The draft is published when you say so.').waitFor()

  await press(page, 'Preview the site with the draft')
  await page.getByRole('heading', { name: /^Saved without a script/, level: 1 }).waitFor()
  await press(page, 'Back to the draft')
  expect(pathOf(page)).toBe('/drafts')

  // Somebody changes the same record on the live site.
  const [live] = (await api('GET', '/banner')) as [Record<string, string>]
  const fields = Object.fromEntries(Object.entries(live).filter(([name]) => !name.startsWith('_')))
  await api('PUT', `/update-banner/${banner._id}`, { ...fields, buttonOneText: 'Saved live meanwhile' })
  await press(page, 'Publish all')
  await page
    .getByRole('alert')
    .getByRole('link', { name: /was changed on the live site/ })
    .waitFor()
  await page.getByRole('button', { name: 'Keep the draft’s words' }).click()
  await page.getByText(DRAFTED).waitFor()
  await press(page, 'Publish all')
  await page.getByText('The draft is published.').waitFor()
  expect(await visitorSees('/', 'Saved without a script')).toBe(true)
  expect(await visitorSees('/', 'Saved live meanwhile')).toBe(true)

  await draftBanner('Never to be seen')
  await page.goto('/drafts')
  await page.getByText('Discard all…').click()
  await press(page, 'Discard the change')
  await page.getByText('One change was discarded.').waitFor()
  await page.getByText('Nothing is in the draft.').waitFor()
  await leave()
})

it('a draft that is published while somebody saves the same record costs neither of them a word', async () => {
  await draftBanner('Be found while others type')
  const [ada, ben] = [await open(`/banner/${banner._id}`), await open('/drafts')]
  await live(ada.page)
  await field(ada.page, 'Details').fill('Typed while the draft went live.')
  await live(ben.page)
  await press(ben.page, 'Publish all')
  await toast(ben.page, 'The draft is published.')
  await press(ada.page, 'Save banner')
  const conflict = ada.page.getByRole('region', { name: 'Saved elsewhere meanwhile' })
  // They changed different fields, so there is nothing to choose between.
  await conflict.waitFor()
  expect(await field(ada.page, 'Heading').inputValue()).toBe('Be found while others type')
  expect(await field(ada.page, 'Details').inputValue()).toBe('Typed while the draft went live.')
  await press(ada.page, 'Save banner')
  await toast(ada.page, 'Banner is Updated')
  for (const words of ['Be found while others type', 'Typed while the draft went live.'])
    expect([words, await visitorSees('/', words)]).toEqual([words, true])
  await Promise.all([ada.leave(), ben.leave()])
})

it('a draft that would break something on the site is asked about before it is scheduled or published, and goes on all the same', async () => {
  await draftBanner('Be found on every street', { buttonOneLink: '/nowhere' })
  const { page, leave } = await open('/drafts')
  await live(page)
  await page.getByText('Publish at a time…').click()
  await field(page, 'Date and time').fill(`${new Date(Date.now() + 40 * 24 * 60 * 60_000).toISOString().slice(0, 10)}T09:30`)
  await press(page, 'Publish then')
  await heading(page, 'Not scheduled yet: this would put one new problem on the site.')
  await expectAccessible(page)
  await press(page, 'Publish then anyway')
  await toast(page, 'The draft will be published then.')
  await press(page, 'Publish all now')
  await heading(page, 'Not published yet: this would put one new problem on the site.')
  expect(await visitorSees('/', 'Be found on every street')).toBe(false)
  await expectAccessible(page)
  await press(page, 'Publish anyway')
  await toast(page, 'The draft is published.')
  expect(await visitorSees('/', 'Be found on every street')).toBe(true)
  await leave()
})
