import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { getMessageTable, locateMessageRowHeaders, openMessageList, postToApi } from '../../support/message-list-page.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)

const getPathAndQuery = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

it('pages through messages with Previous and Next, and Back restores the page (P-185, P-186)', async () => {
  for (let nth = 1; nth <= 8; nth += 1) await postToApi(site.url, '/add-message', { name: `Sender ${nth}` })
  const { page, leave } = await startVisit(site)
  await openMessageList(page)
  const unread = getMessageTable(page, 'Unread messages')
  const expectSenders = (...numbers: number[]) =>
    expect
      .poll(() => locateMessageRowHeaders(page, 'Unread messages').allTextContents())
      .toEqual(numbers.map((nth) => `Sender ${nth}`))
  const getPageLink = (name: string) => unread.getByRole('link', { name, exact: true })
  await expectSenders(8, 7, 6)
  expect(await getPageLink('Previous').isDisabled()).toBe(true)
  await getPageLink('Next').click()
  await expectSenders(5, 4, 3)
  expect(await getPageLink('Previous').isDisabled()).toBe(false)
  await getPageLink('Next').click()
  await expectSenders(2, 1)
  expect(await getPageLink('Next').isDisabled()).toBe(true)
  // Next keeps the focus although it is disabled.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Next')
  expect(getPathAndQuery(page)).toBe('/all-messages?unread=3')
  await unread.getByText('7 to 8 of 8').waitFor()
  await page.goBack()
  await expectSenders(5, 4, 3)
  expect(await getPageLink('Page 2').getAttribute('aria-current')).toBe('page')
  await getPageLink('Page 1').click()
  await expectSenders(8, 7, 6)
  await page.goto('/all-messages?unread=999&read=999')
  await expectSenders(2, 1)
  await leave()
})

it('an empty, a loading and a failed table look different, and a failed one offers Try again (P-187, P-188)', async () => {
  const { page, leave } = await startVisit(site)
  await openMessageList(page)
  const unread = getMessageTable(page, 'Unread messages')
  const requestReleased = Promise.withResolvers<void>()
  await page.route('**/api/page-data?**', async (route) => {
    await requestReleased.promise
    await route.continue()
  })
  await unread.getByRole('link', { name: 'Next', exact: true }).click()
  await unread.getByText('Loading…').waitFor()
  expect(await unread.getAttribute('aria-busy')).toBe('true')
  requestReleased.resolve()
  await unread.getByText('4 to 6 of 8').waitFor()
  expect(await unread.getAttribute('aria-busy')).toBe('false')
  await getMessageTable(page, 'Read messages').getByText('No read messages yet.').waitFor()
  await page.unroute('**/api/page-data?**')
  await page.route('**/api/page-data?**', (route) => route.fulfill({ status: 429, json: { error: 'Not now.' } }))
  await unread.getByRole('link', { name: 'Next', exact: true }).click()
  await unread.getByRole('alert').getByText('Not now.').waitFor()
  expect(await unread.getByRole('row').count()).toBe(0)
  await page.unroute('**/api/page-data?**')
  await unread.getByRole('link', { name: 'Try again' }).click()
  await unread.getByText('7 to 8 of 8').waitFor()
  await leave()
})
