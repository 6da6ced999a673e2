import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { formatDateTimeWithFullZone } from '#contract/core/format-date-time.ts'
import { parseLocalTime } from '#contract/core/parse-local-time.ts'
import { removeServerFields } from '#tests/support/remove-server-fields.ts'
import { expectAccessible, findKeyboardFaults } from '../../support/accessibility.ts'
import { createOwnerClientForSuite } from '../../support/api-client.ts'
import { findLayoutFaults } from '../../support/layout-faults.ts'
import { getField, getPath, logIn, pressButton, waitForHeading } from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit, waitForHydration } from '../../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const api = createOwnerClientForSuite(site)
let banner: { _id: string; bannerHeading: string }
beforeAll(async () => {
  ;[banner] = (await api('GET', '/banner')) as [typeof banner]
})
afterEach(() => api('POST', '/draft/discard', {}))

const waitForToast = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).first().waitFor()
const STAGED_MESSAGE = 'Saved as a draft. Visitors see it after you publish.'
const getChange = (page: Page, name: string | RegExp) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
const stageBannerChange = async (bannerHeading: string, otherValues: object = {}) => {
  const [live] = (await api('GET', '/banner')) as [Record<string, string>]
  await api('PUT', `/update-banner/${banner._id}?draft=1`, { ...removeServerFields(live), bannerHeading, ...otherValues })
}
const saveTimeZone = async (timeZone: string) => {
  const [live] = (await api('GET', '/footer-address')) as [Record<string, string>]
  await api('PUT', `/footer-address/${live._id}`, { ...removeServerFields(live), timeZone })
}
/** Tells whether a page holds a text for visitors without a session. */
const isVisibleToVisitors = async (path: string, text: string) => (await (await fetch(site.url + path)).text()).includes(text)
const openPage = async (from: string, options = {}) => {
  const visitor = await startVisit(site, { ...options, storageState: api.storageState })
  await visitor.page.goto(from)
  return visitor
}

it('an admin stages two changes, reviews them in a list and a preview, and publishes them together', async () => {
  const { page, leave } = await openPage(`/banner/${banner._id}`, { viewport: { width: 1440, height: 1000 } })
  await getField(page, 'Heading').fill('Be found by the whole town')
  await pressButton(page, 'Save as draft')
  await waitForToast(page, STAGED_MESSAGE)
  await page.getByText('This has draft changes.').waitFor()
  // The form shows the live record again, because a plain save edits that.
  expect(await getField(page, 'Heading').inputValue()).toBe(banner.bannerHeading)
  await page.getByRole('link', { name: 'Edit the draft' }).click()
  await page.getByText('You’re editing the draft.').waitFor()
  await expect.poll(() => getField(page, 'Heading').inputValue()).toBe('Be found by the whole town')
  await getField(page, 'Heading').fill('Be found by all of the town')
  await pressButton(page, 'Save as draft')
  // The alert of the first save may still be there.
  await expect.poll(async () => JSON.stringify(await api('GET', '/draft'))).toContain('Be found by all of the town')
  // Menus open the draft from now on (P-372).
  await page.goto('/edit-banner?open=1')
  await page.getByText('You’re editing the draft.').waitFor()
  await page.getByRole('link', { name: 'Edit the live version' }).click()
  await expect.poll(() => getField(page, 'Heading').inputValue()).toBe(banner.bannerHeading)

  await page.goto('/edit-faq')
  await page.locator('summary', { hasText: 'Add FAQ item' }).click()
  await getField(page, 'Question').fill('Is this still a draft?')
  await getField(page, 'Answer').fill('Until it is published.')
  await pressButton(page, 'Save as draft')
  await waitForToast(page, STAGED_MESSAGE)
  const badge = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: /^Drafts ?, 2 not published$/ })
  await badge.click()
  await waitForHeading(page, 'Drafts')
  const bannerChange = getChange(page, 'Be found by all of the town')
  await bannerChange.getByText('Changed', { exact: true }).waitFor()
  expect(await bannerChange.locator('ins').allTextContents()).not.toEqual([])
  await getChange(page, 'Is this still a draft?').getByText('Added', { exact: true }).waitFor()
  await expectAccessible(page)
  expect(await findLayoutFaults(page)).toEqual([])

  await page.goto('/setting')
  await page.getByRole('button', { name: 'In drafts 2' }).click()
  expect(await page.getByRole('listitem').getByText('1 draft change').count()).toBe(2)
  await expectAccessible(page)

  await page.goto('/drafts')
  await pressButton(page, 'Preview the site with drafts')
  await page.waitForURL(`${site.url}/`)
  await page.getByRole('heading', { level: 1, name: 'Be found by all of the town' }).waitFor()
  await page.getByText('Is this still a draft?').waitFor()
  expect(await isVisibleToVisitors('/', 'all of the town')).toBe(false)
  await expectAccessible(page)
  // Links of the site stay within the preview.
  await page.getByRole('link', { name: 'Contact Now' }).first().click()
  await page.waitForURL('**/contact')
  await pressButton(page, 'Back to your drafts')
  await waitForHeading(page, 'Drafts')
  await page.goto('/')
  expect(await page.getByRole('complementary', { name: 'Preview' }).count()).toBe(0)

  await page.goto('/drafts')
  await pressButton(page, 'Publish all')
  await waitForToast(page, 'Your drafts are live.')
  await page.getByText('No drafts.').waitFor()
  expect(await isVisibleToVisitors('/', 'Be found by all of the town')).toBe(true)
  expect(await isVisibleToVisitors('/', 'Is this still a draft?')).toBe(true)

  // An undo that fails is offered again.
  await page.context().setOffline(true)
  await pressButton(page, 'Undo publishing')
  await page
    .getByRole('alert')
    .getByText(/You seem to be offline/)
    .waitFor()
  await page.context().setOffline(false)
  await pressButton(page, 'Undo publishing')
  await waitForToast(page, 'Not live anymore. The changes are drafts again.')
  await getChange(page, 'Be found by all of the town').waitFor()
  expect(await isVisibleToVisitors('/', 'Be found by all of the town')).toBe(false)
  await pressButton(page, 'Publish all')
  await page.getByText('No drafts.').waitFor()
  expect(await isVisibleToVisitors('/', 'Is this still a draft?')).toBe(true)
  await expectAccessible(page)
  await leave()
})

it('an admin discards one change by keyboard, keeps the other, and brings the first back', async () => {
  await stageBannerChange('Not to be kept')
  await api('POST', '/add-faq-item?draft=1', { accodingTitle: 'To be kept?', accodingText: 'Yes.' })
  const { page, leave } = await openPage('/drafts')
  await getChange(page, 'Not to be kept').getByRole('button', { name: 'Discard' }).focus()
  await page.keyboard.press('Enter')
  await waitForToast(page, 'One change was discarded.')
  await expect.poll(() => getChange(page, 'Not to be kept').count()).toBe(0)
  expect(await getChange(page, 'To be kept?').count()).toBe(1)
  await pressButton(page, 'Undo discard')
  await waitForToast(page, 'One draft is back.')
  await getChange(page, 'Not to be kept').waitFor()
  expect(await page.getByRole('button', { name: 'Undo discard' }).count()).toBe(0)
  await pressButton(page, 'Discard all')
  await page.getByText('No drafts.').waitFor()
  await pressButton(page, 'Undo discard')
  await waitForToast(page, '2 drafts are back.')
  await getChange(page, 'Not to be kept').waitFor()
  await page.goto('/drafts')
  expect(await findKeyboardFaults(page)).toEqual([])
  await leave()
})

it('an admin stages hiding and deleting records, while visitors still see the whole list', async () => {
  const { page, leave } = await openPage('/edit-faq')
  const rows = page.locator('.record-row')
  const [first = '', second = ''] = await rows.locator('p a').allTextContents()
  await page.getByRole('link', { name: 'Change this list in draft' }).click()
  await page.getByText('You’re changing this list in draft.').waitFor()
  expect(await page.getByRole('button', { name: /^(Move|Duplicate)/ }).count()).toBe(0)
  await page.getByRole('button', { name: `Hide ${first}` }).click()
  await rows.filter({ hasText: first }).getByText('Hidden', { exact: true }).waitFor()
  await page.getByRole('button', { name: `Delete ${second}` }).click()
  await expect.poll(() => rows.filter({ hasText: second }).count()).toBe(0)
  const { changes } = (await api('GET', '/draft')) as { changes: object[] }
  expect(changes).toMatchObject([{ action: 'change', hidden: true }, { action: 'delete' }])
  for (const question of [first, second]) expect(await isVisibleToVisitors('/', question)).toBe(true)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Back to the live list' }).click()
  await page.getByRole('button', { name: `Delete ${second}` }).waitFor()
  await leave()
})

it('an owner schedules a release in the business’s time zone from another one, and cancels it', async () => {
  await stageBannerChange('For the new year')
  await saveTimeZone('')
  const { page, leave } = await openPage('/drafts', { timezoneId: 'Asia/Kathmandu' })
  await page.getByText('Publish later…').click()
  await page.getByText('Your business’s time zone: Eastern Time (America/New York).').waitFor()
  await page.getByRole('link', { name: 'set it first' }).waitFor()
  await saveTimeZone('Europe/Berlin')
  await page.goto('/drafts')
  await page.getByText('Publish later…').click()
  await page.getByText('Your business’s time zone: Central European Time (Europe/Berlin).').waitFor()
  expect(await page.getByRole('link', { name: 'set it first' }).count()).toBe(0)
  await pressButton(page, 'Schedule')
  await page.getByRole('alert').getByRole('link', { name: 'Choose a date and a time.' }).click()
  const local = `${new Date(Date.now() + 40 * 24 * 60 * 60_000).toISOString().slice(0, 10)}T09:30`
  await getField(page, 'Date and time').fill(local)
  await pressButton(page, 'Schedule')
  await waitForToast(page, 'Scheduled')
  const { scheduledAt } = (await api('GET', '/draft')) as { scheduledAt: number }
  expect(scheduledAt).toBe(parseLocalTime(local, 'Europe/Berlin'))
  await page
    .getByText(`${ownerCredentials.email} scheduled all of this for ${formatDateTimeWithFullZone('Europe/Berlin', scheduledAt)}.`)
    .waitFor()
  await expectAccessible(page)
  await pressButton(page, 'Cancel schedule')
  await waitForToast(page, 'Schedule canceled')
  await pressButton(page, 'Publish all')
  await waitForToast(page, 'Your drafts are live.')
  await leave()
})

it('on a phone, an owner stages, previews, schedules, unschedules, merges and publishes changes', async () => {
  const { page, leave } = await startVisit(site, { viewport: { width: 375, height: 700 } })
  await logIn(page, `/banner/${banner._id}`, ownerCredentials)
  await getField(page, 'Heading').fill('Saved on a phone')
  await pressButton(page, 'Save as draft')
  await waitForToast(page, STAGED_MESSAGE)
  await page.getByText('This has draft changes.').waitFor()
  await page.goto('/drafts')
  expect(await findLayoutFaults(page)).toEqual([])
  await page.getByText('Publish later…').click()
  await page.getByText(/^Your business’s time zone: /).waitFor()
  const day = new Date(Date.now() + 40 * 24 * 60 * 60_000).toISOString().slice(0, 10)
  await getField(page, 'Date and time').fill(`${day}T09:30`)
  await pressButton(page, 'Schedule')
  await page.getByText('Scheduled', { exact: true }).waitFor()
  await page.getByText(/scheduled all of this for .*, 9:30 AM [A-Z][a-z A-Z]+ Time\./).waitFor()
  await pressButton(page, 'Cancel schedule')
  await page.getByText('Schedule canceled').waitFor()

  await pressButton(page, 'Preview the site with drafts')
  await page.getByRole('heading', { name: /^Saved on a phone/, level: 1 }).waitFor()
  await pressButton(page, 'Back to your drafts')
  expect(getPath(page)).toBe('/drafts')

  // Another admin changes the same record on the live site.
  const [live] = (await api('GET', '/banner')) as [Record<string, string>]
  await api('PUT', `/update-banner/${banner._id}`, { ...removeServerFields(live), buttonOneText: 'Saved live meanwhile' })
  await pressButton(page, 'Publish all')
  await page
    .getByRole('alert')
    .getByRole('link', { name: /was changed on the live site/ })
    .waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Keep the draft’s text' }).click()
  await waitForToast(page, STAGED_MESSAGE)
  await pressButton(page, 'Publish all')
  await page.getByText('Your drafts are live.').waitFor()
  expect(await isVisibleToVisitors('/', 'Saved on a phone')).toBe(true)
  expect(await isVisibleToVisitors('/', 'Saved live meanwhile')).toBe(true)

  await stageBannerChange('Never to be seen')
  await page.goto('/drafts')
  await pressButton(page, 'Discard all')
  await page.getByText('One change was discarded.').waitFor()
  await page.getByText('No drafts.').waitFor()
  await pressButton(page, 'Undo discard')
  await page.getByText('One draft is back.').waitFor()
  await getChange(page, 'Never to be seen').waitFor()
  await leave()
})

it('warns before a release with new problems is scheduled or published, and goes ahead anyway', async () => {
  await stageBannerChange('Be found on every street', { buttonOneLink: '/nowhere' })
  const { page, leave } = await openPage('/drafts')
  await waitForHydration(page)
  await page.getByText('Publish later…').click()
  await getField(page, 'Date and time').fill(`${new Date(Date.now() + 40 * 24 * 60 * 60_000).toISOString().slice(0, 10)}T09:30`)
  await pressButton(page, 'Schedule')
  await waitForHeading(page, 'A link would break. Schedule anyway?')
  await expectAccessible(page)
  await pressButton(page, 'Schedule anyway')
  await waitForToast(page, 'Scheduled')
  await pressButton(page, 'Publish all now')
  await waitForHeading(page, 'A link would break. Publish anyway?')
  expect(await isVisibleToVisitors('/', 'Be found on every street')).toBe(false)
  await expectAccessible(page)
  await pressButton(page, 'Publish anyway')
  await waitForToast(page, 'Your drafts are live.')
  expect(await isVisibleToVisitors('/', 'Be found on every street')).toBe(true)
  await leave()
})
