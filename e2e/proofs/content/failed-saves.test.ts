import { expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessibility.ts'
import { createOwnerClientForSuite } from '../../support/api-client.ts'
import { getField, openAddForm, pressButton, waitForToast } from '../../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit, waitForHydration } from '../../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const api = createOwnerClientForSuite(site)

async function openPage(path: string) {
  const visitor = await startVisit(site, { storageState: api.storageState })
  await visitor.page.goto(path)
  await waitForHydration(visitor.page)
  return visitor
}

it('a failed save shows its reason until the next save, keeps the typed text, and shows no alert (P-167)', async () => {
  const [liveBanner] = (await api('GET', '/banner')) as [{ _id: string; bannerHeading: string }]
  const { page, leave } = await openPage(`/banner/${liveBanner._id}`)
  const reason = 'Too much at once.'
  const updateUrl = `**/api/update-banner/${liveBanner._id}`
  await page.route(updateUrl, (route) => route.fulfill({ status: 429, json: { error: reason } }))
  await page.clock.install()
  await getField(page, 'Heading').fill('Not saved yet')
  await pressButton(page, 'Save banner')
  const alertText = page.getByRole('alert').getByText(reason)
  await alertText.waitFor()
  await page.clock.fastForward(60_000)
  expect([await alertText.isVisible(), await page.getByText('Banner is Updated').count()]).toEqual([true, 0])
  expect(await getField(page, 'Heading').inputValue()).toBe('Not saved yet')
  expect(await api('GET', '/banner')).toMatchObject([{ bannerHeading: liveBanner.bannerHeading }])
  await page.unroute(updateUrl)
  await pressButton(page, 'Save banner')
  await waitForToast(page, 'Banner is Updated')
  expect(await alertText.count()).toBe(0)
  await leave()
})

it('a save without a connection or an answer says so, and a second try saves once (P-173)', async () => {
  const { page, leave } = await startVisit(site, { storageState: api.storageState })
  await page.clock.install()
  await page.goto('/edit-faq')
  await waitForHydration(page)
  await openAddForm(page, 'Add FAQ item')
  const addForm = page.locator('#add-faq-item')
  const retryButton = addForm.getByRole('button', { name: 'Try again' })
  const countRecords = async () =>
    ((await api('GET', '/faq-items')) as Record<string, string>[]).filter(({ accodingTitle }) => accodingTitle === 'How long?')
      .length
  await addForm.getByLabel('Question').fill('How long?')
  await addForm.getByLabel('Answer', { exact: true }).fill('Months.')

  await page.context().setOffline(true)
  await pressButton(page, 'Add FAQ item')
  await addForm.getByRole('alert').getByText('You seem to be offline.').waitFor()
  expect([
    await addForm.getByLabel('Question').inputValue(),
    await addForm.getByLabel('Answer', { exact: true }).inputValue(),
  ]).toEqual(['How long?', 'Months.'])
  await page.context().setOffline(false)
  expect(await countRecords()).toBe(0)

  // The site saves the record, but the browser never gets the reply.
  await page.route('**/api/add-faq-item', (route) => void route.fetch())
  await retryButton.click()
  await expect.poll(countRecords).toBe(1)
  await page.clock.fastForward(10_000)
  await addForm.getByRole('alert').getByText('There was no answer within 10 seconds').waitFor()
  expect(await addForm.getByLabel('Question').inputValue()).toBe('How long?')
  await expectAccessible(page)

  await page.unroute('**/api/add-faq-item')
  await retryButton.click()
  await waitForToast(page, 'FAQ Item is Added')
  expect([await countRecords(), await retryButton.count(), await addForm.getByLabel('Question').inputValue()]).toEqual([1, 0, ''])
  await leave()
})
