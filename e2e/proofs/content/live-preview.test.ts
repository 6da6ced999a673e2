import type { FrameLocator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible, findKeyboardFaults } from '../../support/accessibility.ts'
import { createOwnerClientForSuite } from '../../support/api-client.ts'
import { listTitles, pressRowButton, pressUndo } from '../../support/content-list-page.ts'
import { findLayoutFaults } from '../../support/layout-faults.ts'
import { getField, openAddForm, pressButton } from '../../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const api = createOwnerClientForSuite(site)
let banner: Record<string, string>
beforeAll(async () => {
  ;[banner] = (await api('GET', '/banner')) as [Record<string, string>]
})

const openPage = async (path: string, width = 1440) => {
  const viewport = { width, height: 900 }
  const visitor = await startVisit(site, { viewport, storageState: api.storageState })
  await visitor.page.goto(path)
  return visitor
}
const getPreviewFrame = (page: Page, kind: string) => page.frameLocator(`iframe[title$=": ${kind}"]`)
const getEditedCard = (frame: FrameLocator) => frame.locator('[data-preview-card="edited"]')
const getGhostCard = (frame: FrameLocator) => frame.locator('[data-preview-card="ghost"]')
const getOutlinedTexts = (frame: FrameLocator) => frame.locator('[data-preview-focused]')
const hasFocus = (page: Page, label: string) => getField(page, label).evaluate((control) => control === document.activeElement)
const getTab = (page: Page, name: string) => page.getByRole('tab', { name })
const fetchPublicPage = async () => (await fetch(site.url)).text()

it('shows typed text within 300 ms (P-180)', async () => {
  const { page, leave } = await openPage('/setting')
  await page.clock.install()
  await page.goto(`/banner/${banner._id}`)
  const main = getPreviewFrame(page, 'Banner').getByRole('heading', { level: 1 })
  await main.getByText(banner.bannerHeading ?? '').waitFor()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 60_000))
  for (const heading of ['Typed once', 'Typed at once again']) {
    await getField(page, 'Heading').fill(heading)
    await page.clock.runFor(300)
    await main.getByText(heading, { exact: true }).waitFor()
  }
  await page.clock.resume()
  await pressButton(page, 'Discard')
  await leave()
})

it('shows typed text on its page, ties each text to its field, and doesn’t change the site (P-180)', async () => {
  const pageBefore = await fetchPublicPage()
  const { page, externalRequests, leave } = await openPage(`/banner/${banner._id}`)
  const frame = getPreviewFrame(page, 'Banner')
  await getField(page, 'Heading').fill('Typed a moment ago')
  await frame.getByRole('heading', { level: 1, name: 'Typed a moment ago' }).waitFor()
  // The preview shows the rest of the page too.
  expect(await frame.locator('a[href="/login"]').count()).toBeGreaterThan(0)
  await frame.getByText('Three packages, every task in writing').waitFor()

  await expect.poll(() => getOutlinedTexts(frame).allTextContents()).toEqual(['Typed a moment ago'])
  await getField(page, 'Second heading').focus()
  await expect.poll(() => getOutlinedTexts(frame).allTextContents()).toEqual([banner.buttonTwoLink])
  await page.keyboard.press('End')
  await page.keyboard.type(' Typed on.')
  await expect.poll(() => getOutlinedTexts(frame).allTextContents()).toEqual([`${banner.buttonTwoLink} Typed on.`])
  await frame.locator('.preview-label', { hasText: 'Second heading' }).waitFor()

  await frame.getByText(banner.bannerDetails ?? '').click()
  await expect.poll(() => hasFocus(page, 'Details')).toBe(true)
  // A button leads to its text field, and an image to its URL field. Content of other records leads nowhere.
  await frame.getByRole('link', { name: banner.buttonOneText }).click()
  await expect.poll(() => hasFocus(page, 'Button text')).toBe(true)
  await frame.locator('.banner-art .picture img').click()
  await expect.poll(() => hasFocus(page, 'Image')).toBe(true)
  await frame.getByRole('link', { name: 'Contact Now' }).first().click()
  await frame.getByRole('button', { name: 'Subscribe' }).click()
  expect([new URL(page.url()).pathname, page.frames().map((one) => new URL(one.url()).pathname)[1]]).toEqual([
    `/banner/${banner._id}`,
    '/',
  ])

  for (const width of [360, 768, 1440]) {
    await page.getByRole('button', { name: `${width} pixels` }).click()
    await expect.poll(() => frame.locator('html').evaluate(() => innerWidth)).toBe(width)
    const stageBox = await page.locator('.preview-stage').boundingBox()
    const frameBox = await page.locator('iframe').boundingBox()
    expect(frameBox?.width).toBeLessThanOrEqual((stageBox?.width ?? 0) + 1)
  }
  await expectAccessible(page)

  await pressButton(page, 'Discard')
  await frame.getByRole('heading', { level: 1, name: banner.bannerHeading }).waitFor()
  expect(await fetchPublicPage()).toBe(pageBefore)
  expect(externalRequests).toEqual([])
  await page.reload()
  await frame.getByRole('heading', { level: 1 }).waitFor()
  expect(await findKeyboardFaults(page)).toEqual([])
  await leave()
})

it('outlines the edited card of a list, and shows a new card before the owner saves it', async () => {
  const questions = (await api('GET', '/faq-items')) as Record<string, string>[]
  const third = questions[2] ?? {}
  const { page, leave } = await openPage(`/faq-edit/${third._id}`)
  const frame = getPreviewFrame(page, 'FAQ item')
  await getEditedCard(frame).waitFor()
  // The preview opens the answer, which the public page keeps closed.
  await getEditedCard(frame)
    .getByText(third.accodingText?.split('\n')[0] ?? '')
    .first()
    .waitFor()
  await getField(page, 'Question').fill('Asked anew?')
  await getEditedCard(frame).getByText('Asked anew?').waitFor()
  expect(await getEditedCard(frame).getAttribute('class')).toBe(null)
  await getField(page, 'Page (optional)').selectOption('Both')
  await page.getByLabel('Preview page').selectOption('Pricing')
  await getEditedCard(frame).getByText('Asked anew?').waitFor()
  await pressButton(page, 'Discard')

  await page.goto('/edit-faq')
  // A text of a single record leads to its editor.
  await getPreviewFrame(page, 'FAQ heading').getByRole('heading', { name: 'What brokers ask before they order' }).click()
  await page.waitForURL('**/faqtext-edit/**')
  await expect.poll(() => hasFocus(page, 'Heading')).toBe(true)
  await page.goBack()
  await openAddForm(page, 'Add FAQ item')
  await getGhostCard(frame).getByText('Question').waitFor()
  await getField(page, 'Question').fill('Is it new?')
  await getGhostCard(frame).getByText('Is it new?').waitFor()
  await getGhostCard(frame).getByText('Answer').click()
  await expect.poll(() => hasFocus(page, 'Answer')).toBe(true)
  await page.keyboard.type('As new as can be.')
  await getGhostCard(frame).getByText('As new as can be.').waitFor()
  await pressButton(page, 'Add FAQ item')
  // The saved card joins the list, and a new ghost card appears.
  await expect.poll(() => frame.getByText('Is it new?').count()).toBe(1)
  await getGhostCard(frame).getByText('Question').waitFor()
  await leave()
})

it('shows a record where it stands on its page, also if another section has the same image', async () => {
  const [feature] = (await api('GET', '/featureitems')) as [Record<string, string>]
  const records = (await api('GET', '/after-payment')) as Record<string, string>[]
  const step = records.find(({ place }) => place === 'Step')
  const editors = [
    { path: `/edit-feature-items/${feature._id}`, frameTitle: 'Preview of Home: Feature', text: feature.FeaturesText ?? '' },
    { path: `/edit-after-payment/${step?._id}`, frameTitle: 'Preview of Pricing: After payment', text: step?.title ?? '' },
  ]
  for (const { path, frameTitle, text } of editors) {
    const { page, leave } = await openPage(path)
    const card = getEditedCard(page.frameLocator(`iframe[title="${frameTitle}"]`))
    await card.getByText(text).waitFor()
    await expect.poll(() => card.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true)
    await leave()
  }
})

it('shows the texts of service pages on the first service, and the text around a price', async () => {
  const [serviceTexts] = (await api('GET', '/service-page-words')) as [{ _id: string }]
  const { page, leave } = await openPage(`/edit-service-page-words/${serviceTexts._id}`)
  const frame = getPreviewFrame(page, 'Other service page text')
  await getField(page, 'Above what we do').fill('What we take care of')
  await frame.getByRole('heading', { level: 2, name: 'What we take care of' }).waitFor()
  await expect.poll(() => getOutlinedTexts(frame).allTextContents()).toEqual(['What we take care of'])
  expect(new URL(page.frames()[1]?.url() ?? '').pathname).toMatch(/^\/service\/[a-z]/)
  await frame.getByRole('heading', { name: 'What you receive' }).click()
  await expect.poll(() => hasFocus(page, 'Above what clients receive')).toBe(true)

  const [bannerTexts] = (await api('GET', '/banner-words')) as [{ _id: string }]
  await page.goto(`/edit-banner-words/${bannerTexts._id}`)
  await getField(page, 'Price line (optional)').focus()
  const priceLine = getOutlinedTexts(getPreviewFrame(page, 'Other banner text'))
  await expect.poll(() => priceLine.allTextContents()).toEqual([expect.stringMatching(/^From \$\d+ a month/)])
  await leave()
})

it('has tabs on a phone, which work by keyboard and mark unsaved changes', async () => {
  const { page, leave } = await openPage(`/banner/${banner._id}`, 375)
  expect(await page.locator('iframe').count()).toBe(0)
  await getField(page, 'Heading').fill('Typed on a phone')
  await getTab(page, 'Edit , unsaved changes').waitFor()
  await getTab(page, 'Edit').focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => getTab(page, 'Preview').evaluate((element) => element === document.activeElement)).toBe(true)
  const frame = getPreviewFrame(page, 'Banner')
  await frame.getByRole('heading', { level: 1, name: 'Typed on a phone' }).waitFor()
  expect(await getField(page, 'Heading').isVisible()).toBe(false)
  expect(await frame.locator('html').evaluate(() => innerWidth)).toBe(360)
  await expectAccessible(page)
  expect(await findLayoutFaults(page)).toEqual([])
  await frame.getByText('Typed on a phone', { exact: true }).click()
  await getTab(page, 'Edit').and(page.locator('[aria-selected="true"]')).waitFor()
  await expect.poll(() => hasFocus(page, 'Heading')).toBe(true)
  await pressButton(page, 'Discard')
  expect(await getTab(page, 'Edit').textContent()).toBe('Edit')
  await leave()
})

it('says that it failed, and renders after Try again', async () => {
  const { page, leave } = await openPage('/setting')
  await page.route('**/api/picture-facts', (route) => route.abort('internetdisconnected'))
  await page.goto(`/banner/${banner._id}`)
  await page.getByText('We couldn’t load the preview.').waitFor()
  await getField(page, 'Heading').fill('Typed all the same')
  await page.unroute('**/api/picture-facts')
  await pressButton(page, 'Try again')
  await getPreviewFrame(page, 'Banner').getByRole('heading', { level: 1, name: 'Typed all the same' }).waitFor()
  await pressButton(page, 'Discard')
  await leave()
})

it('a deleted item leaves every preview on its screen, and comes back with Undo', async () => {
  const { page, leave } = await openPage('/edit-faq')
  const frame = getPreviewFrame(page, 'FAQ heading')
  const question = (await listTitles(page))[0] ?? ''
  await page.locator('.preview-pane').first().scrollIntoViewIfNeeded()
  const shownQuestion = frame.locator('main').getByText(question, { exact: true })
  await expect.poll(() => shownQuestion.count()).toBe(1)
  await pressRowButton(page, 'Delete', question)
  await expect.poll(() => shownQuestion.count()).toBe(0)
  await pressUndo(page, 'Deleted.')
  await expect.poll(() => shownQuestion.count()).toBe(1)
  await leave()
})
