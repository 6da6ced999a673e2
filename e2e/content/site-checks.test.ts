import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { expectAccessible, keyboardFaults } from '../support/accessibility.ts'
import { field, heading, live, press } from '../support/account-pages.ts'
import { layoutFaults } from '../support/layout-faults.ts'
import { type Api, apiOf } from '../support/ordering.ts'
import { ownedSite, type Site, startSite } from '../support/site.ts'
import { arrive, sharedBrowser } from '../support/visitor.ts'

let site: Site
let browser: Browser
let api: Api
let listing: { _id: string }
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite(ownedSite), sharedBrowser()])
  api = await apiOf(site)
  const body = { page: 'Terms', pageTitle: 'What we both hold to here', pageDescription: GOOD, shareImage: '' }
  await api('POST', '/add-search-listing', body)
  await api('GET', '/site-checks')
  ;[listing] = (await api('GET', '/search-listings')) as [typeof listing]
})
afterAll(() => site?.close())

const GOOD =
  'What you can count on when you order from us, and what we ask of you in return, in plain words that hold for both of us alike.'
const LONG = `${GOOD} ${GOOD}`
const QUESTION = 'Not saved yet: this would put one new problem on the site.'
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text).first().waitFor()
const saved = async () => ((await api('GET', '/search-listings')) as { pageDescription: string }[])[0]?.pageDescription
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id)
const open = async (from: string, options = {}) => {
  const visitor = await arrive(browser, site.url, { ...options, storageState: api.storageState })
  await visitor.page.goto(from)
  return visitor
}

it('asks before a save that makes a description too long, goes back to it, and saves it anyway', async () => {
  const { page, leave } = await open(`/edit-search/${listing._id}`, { viewport: { width: 1440, height: 1000 } })
  await page.getByText('No unsaved changes').waitFor()
  await page.getByLabel(/^Description/).fill(LONG)
  await press(page, 'Save search result')
  await heading(page, QUESTION)
  await page.getByText('the end is cut off after about 155').waitFor()
  await expect.poll(() => page.getByRole('alert').evaluate((alert) => alert === document.activeElement)).toBe(true)
  await expectAccessible(page)
  await press(page, 'Go back')
  await expect.poll(() => focused(page)).toBe('edit-search-listing-pageDescription')
  expect(await page.getByLabel(/^Description/).inputValue()).toBe(LONG)
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await saved()).toBe(GOOD)

  await press(page, 'Save search result')
  await page.getByRole('link', { name: /Description$/ }).press('Enter')
  await expect.poll(() => focused(page)).toBe('edit-search-listing-pageDescription')
  await press(page, 'Save anyway')
  await toast(page, 'Search Result is Updated')
  expect(await saved()).toBe(LONG)
  // It stands now, so nobody is asked again; what is fine was never asked about.
  for (const words of [`${LONG} ${GOOD}`, GOOD]) {
    await page.getByLabel(/^Description/).fill(words)
    await press(page, 'Save search result')
    await expect.poll(saved, { timeout: 20_000 }).toBe(words)
  }
  await leave()
})

it('a save is not held up by a check that fails', async () => {
  const { page, leave } = await open(`/edit-search/${listing._id}`)
  await page.route('**/api/site-checks/*', (route) => route.fulfill({ status: 200, body: 'no answer of ours' }))
  await page.getByText('No unsaved changes').waitFor()
  await page.getByLabel(/^Description/).fill(LONG)
  await press(page, 'Save search result')
  await toast(page, 'Search Result is Updated')
  expect(await saved()).toBe(LONG)
  await leave()
})

it.each([
  ['with script', true],
  ['without script', false],
])('asks before a record is hidden or deleted to which a button leads, and does it anyway, %s', async (_, javaScriptEnabled) => {
  const [banner] = (await api('GET', '/banner')) as [Record<string, string>]
  const [offered] = ((await api('GET', '/service-items')) as Record<string, string>[]).filter(({ _path }) => _path)
  const fields = Object.fromEntries(Object.entries(banner).filter(([name]) => !name.startsWith('_')))
  await api('PUT', `/update-banner/${banner._id}`, { ...fields, buttonOneLink: offered?._path })
  const { page, leave } = await open('/edit-service', { javaScriptEnabled, viewport: { width: 375, height: 800 } })
  if (javaScriptEnabled) await live(page)
  const row = page.locator(`[data-record="${offered?._id}"]`)
  const act = (words: string) => row.getByRole('button', { name: `${words} ${offered?.serviceTitle}` })
  await act('Hide').click()
  await heading(page, 'Not hidden yet: this would put one new problem on the site.')
  const mended = row.getByRole('link', { name: 'Banner: Button link' })
  expect(await mended.getAttribute('href')).toBe(`/banner/${banner._id}#edit-banner-buttonOneLink`)
  if (javaScriptEnabled) {
    await expectAccessible(page)
    await press(page, 'Go back')
    await expect.poll(() => act('Hide').evaluate((button) => button === document.activeElement)).toBe(true)
  }
  await act('Delete').click()
  await heading(page, 'Not deleted yet: this would put one new problem on the site.')
  expect(await row.count()).toBe(1)
  await press(page, 'Delete anyway')
  await expect.poll(() => row.count(), { timeout: 20_000 }).toBe(0)
  // Nothing is asked of what was there a moment ago.
  await press(page, 'Undo')
  await act('Move up').waitFor()
  await api('PUT', `/update-banner/${banner._id}`, fields)
  await leave()
})

it('lists what is wrong by page, and leads to the field that mends it', async () => {
  const { page, leave } = await open('/setting', { viewport: { width: 1440, height: 1000 } })
  await page.getByRole('main').getByRole('link', { name: 'Check my site' }).click()
  await heading(page, 'Check my site')
  const terms = page.getByRole('region', { name: 'Terms' })
  const point = terms.getByRole('listitem').filter({ hasText: 'the end is cut off after about 155' })
  await point.getByText('Could be better').waitFor()
  await page.getByRole('region', { name: 'Every page' }).getByText('Still invented for you').first().waitFor()
  await expectAccessible(page)
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 1200 })
    expect([width, await layoutFaults(page)]).toEqual([width, []])
  }
  await point.getByRole('link').click()
  await heading(page, 'Search result')
  await expect.poll(() => focused(page)).toBe('edit-search-listing-pageDescription')
  await page.goto('/check-my-site')
  expect(await keyboardFaults(page)).toEqual([])
  await leave()
})

it('asks without script, too, with what was typed in the form', async () => {
  const [banner] = (await api('GET', '/banner')) as [{ _id: string }]
  const { page, leave } = await open(`/banner/${banner._id}`, { javaScriptEnabled: false })
  await field(page, 'Button link').fill('/nowhere')
  await press(page, 'Save banner')
  await page.getByText('leads to /nowhere, where there is no page.').waitFor()
  expect(await field(page, 'Button link').inputValue()).toBe('/nowhere')
  expect(await page.getByRole('button', { name: 'Go back' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Banner: Button link' }).click()
  expect(page.url()).toMatch(/#edit-banner-buttonOneLink$/)
  await press(page, 'Save anyway')
  await page.getByText('Banner is Updated').waitFor()
  await page.goto('/check-my-site')
  await page.getByText('Broken', { exact: true }).waitFor()
  await leave()
})
