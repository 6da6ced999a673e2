import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { publicPages } from '#contract/core/public-pages.ts'
import { limitTime } from '#tests/support/proof-size.ts'
import { logIn, pressButton, waitForHeading } from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const getTitleField = (page: Page) => page.getByLabel(/^Title/)
const getDescriptionField = (page: Page) => page.getByLabel(/^Description/)
const getPreview = (page: Page) => page.locator('.preview-column')

const site = startSiteForSuite(ownerSettings)

async function openPage(path: string) {
  const visit = await startVisit(site, { viewport: { width: 1440, height: 900 } })
  await logIn(visit.page, path, ownerCredentials)
  return visit
}

/** Creates the search result of a page, if it has none, and returns its editor's path. */
async function createSearchListing(page: Page, name: string): Promise<string> {
  const headers = { origin: site.url }
  const data = { page: name, pageTitle: `Our words for ${name}`, pageDescription: '', shareImage: '' }
  await page.request.post('/api/add-search-listing', { data, headers })
  const records = (await (await page.request.get('/api/search-listings')).json()) as { _id: string; page: string }[]
  return `/edit-search/${records.find((record) => record.page === name)?._id}`
}

it('previews the search result of every public page, and leads by keyboard to the form for another title', async () => {
  const { page, leave } = await openPage('/edit-search')
  await waitForHeading(page, 'How each page looks in search results')
  const names = await page.locator('section[aria-labelledby="pages-found"] h3').allTextContents()
  // The list holds the fixed pages and the eight service pages.
  expect(names).toHaveLength(publicPages.length + 8)
  const currentTitle = (await page.request.get('/service/').then((reply) => reply.text())).match(/<title>([^<]+)</)?.[1]
  expect(await page.getByText(currentTitle ?? 'no title', { exact: true }).count()).toBe(1)
  await page.getByRole('link', { name: 'Write your own for Services' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => getTitleField(page).evaluate((input) => input === document.activeElement)).toBe(true)
  await expect.poll(() => page.getByLabel('Page', { exact: true }).inputValue()).toBe('Services')
  await page.keyboard.type('SEO for streets, by us')
  await pressButton(page, 'Add search result')
  await page.getByText('Search Result is Updated', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Edit Now for Services' }).waitFor()
  expect(await page.getByLabel('Page', { exact: true }).locator('option').allTextContents()).not.toContain('Services')
  expect(await (await page.request.get('/service/')).text()).toContain('<title>SEO for streets, by us | Rankstead</title>')
  await leave()
})

it('a page that a link filled in is no unsaved change, and is kept with the text typed for it', async () => {
  const { page, leave } = await openPage('/edit-search?page=Terms')
  const pageField = page.getByLabel('Page', { exact: true })
  await expect.poll(() => pageField.inputValue()).toBe('Terms')
  await page.getByRole('link', { name: 'Overview' }).first().click()
  await page.waitForURL('**/admin')

  await page.goto('/edit-search?page=Terms')
  await getTitleField(page).fill('Typed and not saved')
  await page.goto('/edit-search')
  await expect.poll(() => getTitleField(page).inputValue()).toBe('Typed and not saved')
  expect(await pageField.inputValue()).toBe('Terms')
  await leave()
})

it('shows typed text within 300 ms, and the page’s own text for an empty field', async () => {
  const { page, leave } = await openPage('/setting')
  await page.goto(await createSearchListing(page, 'Pricing'))
  await getTitleField(page).fill('')
  await getTitleField(page).pressSequentially('Typed')
  const previewDelay = await page.evaluate(async () => {
    const input = document.querySelector<HTMLInputElement>('input[name="pageTitle"]')
    const startedAt = performance.now()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, 'Typed at once')
    input?.dispatchEvent(new Event('input', { bubbles: true }))
    while (!document.querySelector('.preview-column')?.textContent?.includes('Typed at once | '))
      await new Promise(requestAnimationFrame)
    return performance.now() - startedAt
  })
  expect(previewDelay).toBeLessThan(limitTime(300))
  await getTitleField(page).fill('')
  await getPreview(page)
    .getByText(/Real estate SEO pricing and packages/)
    .first()
    .waitFor()
  await getPreview(page).getByText('From the page itself: title, description, and image.').waitFor()
  await page.getByRole('button', { name: 'Phone' }).click()
  expect(await page.getByRole('button', { name: 'Phone' }).getAttribute('aria-pressed')).toBe('true')
  await leave()
})

it('cuts a long title exactly as the page does, and says so beside the field', async () => {
  const { page, leave } = await openPage('/setting')
  await page.goto(await createSearchListing(page, 'Contact'))
  const longTitle = 'A title that goes on for a good deal longer than anybody would ever read in a list'
  await getTitleField(page).fill(longTitle)
  const hint = page.locator(`[id="${(await getTitleField(page).getAttribute('aria-describedby'))?.split(' ').at(-1)}"]`)
  await hint.getByText(`${longTitle.length} of about 60 characters`).waitFor()
  await hint.getByText('Too long: the end will be cut off').waitFor()
  // A screen reader announces the hint after a pause in typing.
  await page
    .getByRole('status')
    .getByText(`${longTitle.length} of about 60 characters: Too long: the end will be cut off`)
    .waitFor()
  await getDescriptionField(page).fill('Short.')
  await page.getByText('A bit short: aim for 120 or more', { exact: true }).waitFor()
  await getDescriptionField(page).fill('D'.repeat(130))
  await page.getByText('Good length', { exact: true }).waitFor()
  const previewTitle = await getPreview(page).locator('p').first().textContent()
  await pressButton(page, 'Save search result')
  await page.getByText('Search Result is Updated', { exact: true }).waitFor()
  const html = await (await page.request.get('/contact')).text()
  expect(html).toContain(`<title>${previewTitle}</title>`)
  expect(previewTitle).toContain('…')
  await leave()
})

it('renders the share image with the saved title', async () => {
  const { page, leave } = await openPage('/setting')
  await page.goto(await createSearchListing(page, 'Home'))
  const shareImage = getPreview(page).locator('img[width="1200"]')
  const oldUrl = await shareImage.getAttribute('src')
  await getTitleField(page).fill('Another title for the home page')
  await page.getByText('The image gets the new title when you save.').waitFor()
  await pressButton(page, 'Save search result')
  await expect.poll(() => shareImage.getAttribute('src')).not.toBe(oldUrl)
  await expect.poll(() => shareImage.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth)).toBe(1200)
  const html = await (await page.request.get('/')).text()
  expect(html).toContain(`${await shareImage.getAttribute('src')}"`)
  await leave()
})
