import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { removeServerFields } from '../../tests/support/remove-server-fields.ts'
import { createOwnerClientForSuite } from '../support/api-client.ts'
import { getField, pressButton, waitForHeading } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const api = createOwnerClientForSuite(site)
let banner: Record<string, string>
beforeAll(async () => {
  ;[banner] = (await api('GET', '/banner')) as [Record<string, string>]
  await saveBanner('Be found by people in your own town')
  await saveBanner('Be found by all people in your town')
})

const saveBanner = async (bannerHeading: string) => {
  await api('PUT', `/update-banner/${banner._id}`, { ...removeServerFields(banner), bannerHeading })
}
const openPage = async (path: string) => {
  const visitor = await startVisit(site, { storageState: api.storageState })
  await visitor.page.goto(path)
  return visitor
}
const getComparison = (page: Page) => page.locator('section', { has: page.locator('#comparison') })
/** Returns the deleted and the inserted texts of a comparison. */
const listMarkedTexts = async (page: Page) => {
  const listTexts = (mark: string) => getComparison(page).locator(mark).allTextContents()
  return [await listTexts('del'), await listTexts('ins')]
}
const getVersionRow = (page: Page, version: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: version }) })

it('compares two versions word by word, and restores an old one into the form, not onto the site', async () => {
  const { page, leave } = await openPage(`/banner/${banner._id}`)
  await page.getByRole('link', { name: 'History', exact: true }).click()
  await waitForHeading(page, 'Version 2 and version 3')
  expect(await listMarkedTexts(page)).toEqual([[' own'], [' all']])
  expect(await getVersionRow(page, '2. Saved').getByRole('rowheader').textContent()).toContain(`${ownerCredentials.email}, `)
  expect(await getVersionRow(page, '2. Saved').getByRole('cell').first().textContent()).toBe('Heading')

  await page.getByRole('radio', { name: 'Compare: version 1' }).check()
  await pressButton(page, 'Compare')
  await waitForHeading(page, 'Version 1 and version 3')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('comparison')
  await getComparison(page)
    .getByText(banner.bannerHeading ?? '')
    .waitFor()
  await page.getByRole('button', { name: /^Restore into the form.*version 1$/ }).click()
  await page.waitForURL(`**/banner/${banner._id}`)
  await page.getByText(/^We restored your unsaved changes/).waitFor()
  expect(await getField(page, 'Heading').inputValue()).toBe(banner.bannerHeading)
  expect(await api('GET', '/banner')).toMatchObject([{ bannerHeading: 'Be found by all people in your town' }])
  await pressButton(page, 'Save banner')
  await page.getByRole('status').getByText('Banner is Updated').first().waitFor()
  expect(await api('GET', '/banner')).toMatchObject([{ bannerHeading: banner.bannerHeading }])

  await page.getByRole('link', { name: 'History', exact: true }).click()
  await page.getByRole('button', { name: /^Restore into the form.*version 1$/ }).click()
  await page.getByRole('alert').getByText('Version 1 is the same as the current one, so there is nothing to restore.').waitFor()
  await leave()
})

it('an owner pages through and compares the versions of a deleted record', async () => {
  const { record } = (await api('POST', '/add-faq-item', { accodingTitle: 'Question 1', accodingText: 'Yes.' })) as {
    record: { _id: string }
  }
  for (let nth = 2; nth <= 24; nth++) {
    await api('PUT', `/faq-item/${record._id}`, { accodingTitle: `Question ${nth}`, accodingText: 'Yes.' })
  }
  await api('DELETE', `/content/faq-item/${record._id}`)
  const { page, leave } = await openPage('/edit-faq')
  await page.locator('summary').getByText('1 deleted').click()
  await page.getByRole('link', { name: 'History of Question 24' }).click()
  await page.getByText('This was deleted.').waitFor()
  await waitForHeading(page, 'Version 24 and version 25')
  await getComparison(page).getByText('Both are the same.').waitFor()
  expect(await page.getByRole('button', { name: /^Restore/ }).count()).toBe(0)
  await page.getByRole('link', { name: 'Older versions' }).click()
  await getVersionRow(page, '1. Added').waitFor()
  expect(await page.getByRole('rowheader').count()).toBe(5)
  await page.getByRole('radio', { name: 'Compare: version 2' }).check()
  await page.getByRole('radio', { name: 'With: version 4' }).check()
  await pressButton(page, 'Compare')
  await waitForHeading(page, 'Version 2 and version 4')
  expect(await listMarkedTexts(page)).toEqual([[' 2'], [' 4']])
  await page.getByRole('link', { name: 'Newest versions' }).click()
  await waitForHeading(page, 'Version 24 and version 25')
  await leave()
})
