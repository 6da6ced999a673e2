import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { removeServerFields } from '#tests/support/remove-server-fields.ts'
import { expectAccessible, findKeyboardFaults } from '../../support/accessibility.ts'
import { createOwnerClientForSuite } from '../../support/api-client.ts'
import { findLayoutFaults } from '../../support/layout-faults.ts'
import { getField, pressButton, waitForHeading } from '../../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit, waitForHydration } from '../../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const api = createOwnerClientForSuite(site)
let listing: { _id: string }
beforeAll(async () => {
  await api('POST', '/add-search-listing', LISTING_VALUES)
  await api('GET', '/site-checks')
  ;[listing] = (await api('GET', '/search-listings')) as [typeof listing]
})

const GOOD_DESCRIPTION =
  'What you can count on when you order from us, and what we ask of you in return, in plain words that hold for both of us alike.'
const LISTING_VALUES = {
  page: 'Terms',
  pageTitle: 'What we both hold to here',
  pageDescription: GOOD_DESCRIPTION,
  shareImage: '',
}
const LONG_DESCRIPTION = `${GOOD_DESCRIPTION} ${GOOD_DESCRIPTION}`
const CONFIRM_QUESTION = 'This link is broken. Save anyway?'
const waitForToast = (page: Page, text: string) => page.getByRole('status').getByText(text).first().waitFor()
const getSavedDescription = async () =>
  ((await api('GET', '/search-listings')) as { pageDescription: string }[])[0]?.pageDescription
const getFocusedId = (page: Page) => page.evaluate(() => document.activeElement?.id)
const openPage = async (from: string, options = {}) => {
  const visitor = await startVisit(site, { ...options, storageState: api.storageState })
  await visitor.page.goto(from)
  return visitor
}

it('asks before it saves a broken link, then goes to the field or saves anyway', async () => {
  const [banner] = (await api('GET', '/banner')) as [Record<string, string>]
  const getSavedLink = async () => ((await api('GET', '/banner')) as { buttonOneLink: string }[])[0]?.buttonOneLink
  const { page, leave } = await openPage(`/banner/${banner._id}`, { viewport: { width: 1440, height: 1000 } })
  await page.getByText('No unsaved changes').waitFor()
  await getField(page, 'Button link').fill('/nowhere')
  await pressButton(page, 'Save banner')
  await waitForHeading(page, CONFIRM_QUESTION)
  await page.getByText('leads to /nowhere, which doesn’t exist.').waitFor()
  await expect.poll(() => page.getByRole('alert').evaluate((alert) => alert === document.activeElement)).toBe(true)
  await expectAccessible(page)
  await pressButton(page, 'Fix it')
  await expect.poll(() => getFocusedId(page)).toBe('edit-banner-buttonOneLink')
  expect(await getField(page, 'Button link').inputValue()).toBe('/nowhere')
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await getSavedLink()).toBe(banner.buttonOneLink)

  await pressButton(page, 'Save banner')
  await page.getByRole('link', { name: 'Banner: Button link' }).press('Enter')
  await expect.poll(() => getFocusedId(page)).toBe('edit-banner-buttonOneLink')
  await pressButton(page, 'Save anyway')
  await waitForToast(page, 'Banner is Updated')
  expect(await getSavedLink()).toBe('/nowhere')
  await getField(page, 'Button link').fill(String(banner.buttonOneLink))
  await pressButton(page, 'Save banner')
  await expect.poll(getSavedLink).toBe(banner.buttonOneLink)
  await leave()
})

it('saves a description that is too long with one press, and notes it after the save', async () => {
  const { page, leave } = await openPage(`/edit-search/${listing._id}`, { viewport: { width: 360, height: 800 } })
  await page.getByText('No unsaved changes').waitFor()
  await page.getByLabel(/^Description/).fill(LONG_DESCRIPTION)
  await pressButton(page, 'Save search result')
  await waitForToast(page, 'Search Result is Updated')
  expect(await getSavedDescription()).toBe(LONG_DESCRIPTION)
  await waitForHeading(page, 'Saved. One thing to look at when you have time')
  await expectAccessible(page)
  await page.getByRole('link', { name: /Description$/ }).press('Enter')
  await expect.poll(() => getFocusedId(page)).toBe('edit-search-listing-pageDescription')
  await page.getByLabel(/^Description/).fill(GOOD_DESCRIPTION)
  await pressButton(page, 'Save search result')
  await expect.poll(getSavedDescription).toBe(GOOD_DESCRIPTION)
  await leave()
})

it('warns before an owner hides or deletes the target of a button, and goes ahead anyway', async () => {
  const [banner] = (await api('GET', '/banner')) as [Record<string, string>]
  const [linkedService] = ((await api('GET', '/service-items')) as Record<string, string>[]).filter(({ _path }) => _path)
  const fields = removeServerFields(banner)
  await api('PUT', `/update-banner/${banner._id}`, { ...fields, buttonOneLink: linkedService?._path })
  const { page, leave } = await openPage('/edit-service', { viewport: { width: 375, height: 800 } })
  await waitForHydration(page)
  const row = page.locator(`[data-record="${linkedService?._id}"]`)
  const getActionButton = (label: string) => row.getByRole('button', { name: `${label} ${linkedService?.serviceTitle}` })
  await getActionButton('Hide').click()
  await waitForHeading(page, 'A link would break. Hide anyway?')
  const fieldLink = row.getByRole('link', { name: 'Banner: Button link' })
  expect(await fieldLink.getAttribute('href')).toBe(`/banner/${banner._id}#edit-banner-buttonOneLink`)
  await expectAccessible(page)
  await pressButton(page, 'Go back')
  await expect.poll(() => getActionButton('Hide').evaluate((button) => button === document.activeElement)).toBe(true)
  await getActionButton('Delete').click()
  await waitForHeading(page, 'A link would break. Delete anyway?')
  expect(await row.count()).toBe(1)
  await pressButton(page, 'Delete anyway')
  await expect.poll(() => row.count()).toBe(0)
  // Undo asks nothing.
  await pressButton(page, 'Undo')
  await getActionButton('Move up').waitFor()
  await api('PUT', `/update-banner/${banner._id}`, fields)
  await leave()
})

it('lists the findings by page, and leads from each to its field', async () => {
  await api('PUT', `/search-listings/${listing._id}`, { ...LISTING_VALUES, pageDescription: LONG_DESCRIPTION })
  const { page, leave } = await openPage('/setting', { viewport: { width: 1440, height: 1000 } })
  await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Check my site' }).click()
  await waitForHeading(page, 'Check my site')
  const terms = page.getByRole('region', { name: 'Terms' })
  const finding = terms.getByRole('listitem').filter({ hasText: 'search engines cut it off after about 155' })
  await finding.getByText('Could be better').waitFor()
  await page.getByRole('region', { name: 'Every page' }).getByText('Still sample content').first().waitFor()
  await expectAccessible(page)
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 1200 })
    expect([width, await findLayoutFaults(page)]).toEqual([width, []])
  }
  await finding.getByRole('link').click()
  await waitForHeading(page, 'Search result')
  await expect.poll(() => getFocusedId(page)).toBe('edit-search-listing-pageDescription')
  await page.goto('/check-my-site')
  expect(await findKeyboardFaults(page)).toEqual([])
  await leave()
})
