import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { field, logIn, openAddForm, press } from '../support/account-pages.ts'
import { ownedSite, owner, provideSite } from '../support/site.ts'
import { arrive, sharedBrowser } from '../support/visitor.ts'

const site = provideSite({ ...ownedSite, SEED: 'demo' })
const browser = await sharedBrowser()

const HOME = '/edit-faq'
/** An act asks first what it would break: the public pages are read for that. */
const SOON = { timeout: 20_000 }

it.each([375, 1440])('at %i px an owner moves, hides, copies and deletes from the list, and takes each back', async (width) => {
  const { page, leave } = await arrive(browser, site.url, { viewport: { width, height: 900 } })
  await logIn(page, HOME, owner)
  await page.waitForLoadState('networkidle')
  const before = await titles(page)
  const [first = '', second = ''] = before

  await rowAct(page, 'Move down', first)
  await expect.poll(() => titles(page), SOON).toEqual([second, first, ...before.slice(2)])
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain(`Move down ${first}`)
  await undo(page, 'The order is saved.')
  await expect.poll(() => titles(page), SOON).toEqual(before)

  await rowAct(page, 'Hide', second)
  await row(page, second).getByText('Hidden', { exact: true }).waitFor()
  expect(await publicQuestions()).not.toContain(second)
  await undo(page, 'Hidden.')
  await row(page, second).getByText('Hidden', { exact: true }).waitFor({ state: 'detached' })
  expect(await publicQuestions()).toContain(second)

  await rowAct(page, 'Duplicate', first)
  await expect.poll(() => titles(page), SOON).toEqual([first, first, ...before.slice(1)])
  await undo(page)
  await expect.poll(() => titles(page), SOON).toEqual(before)

  await rowAct(page, 'Delete', first)
  await expect.poll(() => titles(page), SOON).toEqual(before.slice(1))
  expect(await publicQuestions()).not.toContain(first)
  await undo(page, 'Deleted.')
  await expect.poll(() => titles(page), SOON).toEqual(before)
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  await leave()
})

it('an act that fails says so at its row, where the owner is, until it is done', async () => {
  const { page, leave } = await arrive(browser, site.url, { viewport: { width: 375, height: 700 } })
  await logIn(page, HOME, owner)
  await page.waitForLoadState('networkidle')
  const last = (await titles(page)).at(-1) ?? ''
  await page.context().setOffline(true)
  await rowAct(page, 'Hide', last)
  const told = row(page, last).getByRole('alert').getByText('You seem to be offline.')
  await told.waitFor()
  expect(await page.getByRole('alert').count()).toBe(1)
  await page.context().setOffline(false)
  await rowAct(page, 'Hide', last)
  await row(page, last).getByText('Hidden', { exact: true }).waitFor()
  expect(await told.count()).toBe(0)
  await undo(page, 'Hidden.')
  await row(page, last).getByText('Hidden', { exact: true }).waitFor({ state: 'detached' })
  await leave()
})

it('a row that is dragged above another stands there', async () => {
  const { page, leave } = await arrive(browser, site.url, { viewport: { width: 1440, height: 1200 } })
  await logIn(page, HOME, owner)
  await page.waitForLoadState('networkidle')
  const before = await titles(page)
  const [first = '', second = '', third = ''] = before
  await row(page, third).dragTo(row(page, first), { targetPosition: { x: 40, y: 4 } })
  await expect.poll(() => titles(page), SOON).toEqual([third, first, second, ...before.slice(3)])
  await undo(page, 'The order is saved.')
  await expect.poll(() => titles(page), SOON).toEqual(before)
  await leave()
})

it('without JavaScript the same buttons work, and what was deleted can be put back', async () => {
  const { page, leave } = await arrive(browser, site.url, { javaScriptEnabled: false })
  await logIn(page, HOME, owner)
  const before = await titles(page)
  const [first = ''] = before
  await rowAct(page, 'Delete', first)
  await page.getByRole('status').getByText('Deleted.', { exact: true }).waitFor()
  expect(await titles(page)).toEqual(before.slice(1))
  await page.locator('summary').getByText('deleted in the last 30 days').click()
  // Newest first: copies that were taken back lie below it.
  await page
    .getByRole('button', { name: `Put back ${first}` })
    .first()
    .click()
  expect(await titles(page)).toEqual(before)
  await rowAct(page, 'Move down', first)
  await press(page, 'Undo')
  expect(await titles(page)).toEqual(before)
  await leave()
})

it('a full list says why nothing can be added; another has its form below, shut', async () => {
  const { page, leave } = await arrive(browser, site.url)
  await logIn(page, '/edit-work', owner)
  await page.getByText('There is a record for each already').waitFor()
  await page.goto(`${site.url}${HOME}`)
  expect(await field(page, 'Question').isVisible()).toBe(false)
  await openAddForm(page, 'Add FAQ item')
  expect(await field(page, 'Question').isVisible()).toBe(true)
  await leave()
})

it('the heading around a list is changed below it, and a line that is emptied leaves the page', async () => {
  const { page, leave } = await arrive(browser, site.url)
  await logIn(page, '/edit-work', owner)
  await page.getByRole('link', { name: 'Change the words' }).click()
  await field(page, 'Heading').fill('One month, step by step')
  await field(page, 'Text beside it (optional)').fill('')
  await press(page, 'Save work process words')
  await page.getByText('Work process Words are Updated').first().waitFor()
  await page.goto(site.url)
  const part = page.locator('#work-sec')
  expect(await part.getByRole('heading', { level: 2 }).textContent()).toBe('One month, step by step')
  expect(await part.locator('.aside').count()).toBe(0)
  await leave()
})

it('two owners who save one record are asked field by field, and neither loses a word', async () => {
  const [ada, ben] = await Promise.all([arrive(browser, site.url), arrive(browser, site.url)])
  await logIn(ada.page, HOME, owner)
  await logIn(ben.page, HOME, owner)
  for (const { page } of [ada, ben]) {
    await page
      .getByRole('link', { name: /^Edit Now/ })
      .nth(1)
      .click()
    await page.getByRole('button', { name: 'Save FAQ item', exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
  }
  const answer = await field(ben.page, 'Answer').inputValue()
  await field(ada.page, 'Question').fill('What did Ada ask?')
  await field(ada.page, 'Answer').fill(`${answer} Ada added this.`)
  await press(ada.page, 'Save FAQ item')
  await ada.page.getByText('FAQ Item is Updated').first().waitFor()

  await field(ben.page, 'Question').fill('What did Ben ask?')
  await press(ben.page, 'Save FAQ item')
  const conflict = ben.page.getByRole('region', { name: 'Saved elsewhere meanwhile' })
  await conflict.getByText('What did Ada ask?').waitFor()
  // Only Ada changed the answer: it is hers without a question.
  expect(await field(ben.page, 'Answer').inputValue()).toBe(`${answer} Ada added this.`)
  expect(await field(ben.page, 'Question').inputValue()).toBe('What did Ben ask?')
  await conflict.getByRole('button', { name: /^Keep mine/ }).click()
  await press(ben.page, 'Save FAQ item')
  await ben.page.getByText('FAQ Item is Updated').first().waitFor()
  expect(await publicQuestions()).toContain('What did Ben ask?')

  await undo(ben.page)
  await expect.poll(() => field(ben.page, 'Question').inputValue()).toBe('What did Ada ask?')
  expect(await publicQuestions()).toContain('What did Ada ask?')
  await Promise.all([ada.leave(), ben.leave()])
})

function titles(page: Page): Promise<string[]> {
  return page.locator('.record-row p a').allTextContents()
}

function row(page: Page, title: string) {
  return page.locator('.record-row').filter({ hasText: title }).first()
}

async function rowAct(page: Page, words: string, title: string): Promise<void> {
  await row(page, title)
    .getByRole('button', { name: `${words} ${title}` })
    .click()
}

async function undo(page: Page, message?: string): Promise<void> {
  if (message) await page.getByRole('status').getByText(message, { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
}

async function publicQuestions(): Promise<string[]> {
  const reply = await fetch(`${site.url}/api/faq-items`)
  return ((await reply.json()) as { accodingTitle: string }[]).map(({ accodingTitle }) => accodingTitle)
}
