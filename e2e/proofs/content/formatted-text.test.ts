import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessibility.ts'
import { createOwnerClientForSuite } from '../../support/api-client.ts'
import { getField, pressButton } from '../../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { openBeforeHydration, startVisit, waitForHydration } from '../../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const api = createOwnerClientForSuite(site)
let question: Record<string, string>
beforeAll(async () => {
  const questions = (await api('GET', '/faq-items')) as Record<string, string>[]
  question = questions.find(({ faqPage }) => faqPage === 'Pricing') ?? {}
})

const BAD_LINK = 'The link “javascript:alert” must be an address such as'
const readQuestion = () => api('GET', `/faq-item/${question._id}`)

async function openEditor() {
  const { page, leave } = await startVisit(site, { storageState: api.storageState })
  await page.goto(`/faq-edit/${question._id}`)
  return { page, leave }
}

async function select(page: Page, text: string) {
  await getField(page, 'Answer').evaluate((control, words) => {
    const textarea = control as HTMLTextAreaElement
    const start = textarea.value.indexOf(words)
    textarea.focus()
    textarea.setSelectionRange(start, start + words.length)
  }, text)
}

it('keeps what an owner typed into a filled text before the script had loaded, and saves it', async () => {
  const { page, leave } = await openEditor()
  const hydrate = await openBeforeHydration(page, page.url())
  const text = `${await getField(page, 'Answer').inputValue()} And more.`
  await getField(page, 'Answer').fill(text)
  await hydrate()
  await page.locator('.save-bar').getByText('Unsaved changes').waitFor()
  expect(await getField(page, 'Answer').inputValue()).toBe(text)
  await pressButton(page, 'Save FAQ item')
  await expect.poll(async () => (await readQuestion()) as object).toMatchObject({ accodingText: text })
  await leave()
})

it('an owner formats an answer with buttons and keys, sees it in the preview, and visitors get it without script', async () => {
  const { page, leave } = await openEditor()
  await waitForHydration(page)
  const answer = getField(page, 'Answer')
  const toolbar = page.getByRole('group', { name: 'Formatting: Answer' })
  await answer.fill('Yes, always. See our prices.\n\nOne\nTwo')
  await select(page, 'always')
  await toolbar.getByRole('button', { name: 'Bold' }).click()
  await page.keyboard.press('Control+i')
  expect(await answer.inputValue()).toContain('Yes, ***always***.')
  await page.keyboard.press('Control+i')
  await select(page, 'our prices')
  await toolbar.getByRole('button', { name: 'Link' }).click()
  await page.keyboard.type('javascript:alert(1)')
  await select(page, 'One\nTwo')
  await toolbar.getByRole('button', { name: 'List' }).click()
  const source = 'Yes, **always**. See [our prices](javascript:alert(1)).\n\n- One\n- Two'
  expect(await answer.inputValue()).toBe(source)
  await page.keyboard.press('Control+z')
  expect(await answer.inputValue()).toMatch(/One\nTwo$/)
  await answer.fill(source)

  await pressButton(page, 'Save FAQ item')
  await page.locator('.field').filter({ has: answer }).getByText(BAD_LINK).waitFor()
  await answer.fill(source.replace('javascript:alert(1)', '/pricing/'))
  const preview = page.frameLocator('iframe[title$=": FAQ item"]')
  await preview.locator('details strong', { hasText: 'always' }).waitFor()
  await preview.locator('details a[href="/pricing/"]', { hasText: 'our prices' }).waitFor()
  await preview.locator('details li', { hasText: 'Two' }).waitFor()
  await expectAccessible(page)
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 1000 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await pressButton(page, 'Save FAQ item')
  await page.getByText('FAQ Item is Updated').first().waitFor()
  expect(await readQuestion()).toMatchObject({
    accodingText: 'Yes, always. See our prices.\n\n- One\n- Two',
    accodingText_formatted: 'Yes, **always**. See [our prices](/pricing/).\n\n- One\n- Two',
  })
  await page.goto('/edit-faq')
  await page.getByText('Yes, always. See our prices.').waitFor()
  await leave()

  const visitor = await startVisit(site, { javaScriptEnabled: false })
  await visitor.page.goto('/pricing/')
  const shown = visitor.page.locator('details', { hasText: 'Yes, always.' })
  await shown.locator('summary').click()
  expect(await shown.locator('strong, li').allTextContents()).toEqual(['always', 'One', 'Two'])
  await visitor.leave()
})
