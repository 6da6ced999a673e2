import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { heading, logIn, press } from '../support/account-pages.ts'
import { openList, post, rows, table } from '../support/message-pages.ts'
import { ownedSite, owner, provideSite } from '../support/site.ts'
import { arrive, sharedBrowser, waitUntilLive } from '../support/visitor.ts'

const site = provideSite(ownedSite)
const browser = await sharedBrowser()

/** Of the newest four unread messages; each test has its own, and leaves none of them unread in the inbox. */
let newest: string[] = []
beforeEach(async ({ task }) => {
  newest = ['D', 'C', 'B', 'A'].map((letter) => `${letter} of ${task.id}`)
  for (const name of newest.toReversed()) await post(site.url, '/add-message', { name, subject: 'Two offices' })
})

const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const toast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).first().waitFor()
const tick = (page: Page, name: string) => page.getByRole('checkbox', { name: `Tick the message from ${name}: Two offices` })
/** The button for one message, or without a name the one for all that are ticked. */
const act = (page: Page, words: string, name?: string, title = 'Unread messages') =>
  table(page, title).getByRole('button', {
    name: new RegExp(`^${words} ?: ${name ? `the message from ${name}` : 'the ticked messages'}$`),
  })
const unread = (page: Page, ...names: (string | undefined)[]) =>
  expect.poll(() => rows(page, 'Unread messages').allTextContents()).toEqual(names)

it('acceptance point 34: Mark Read moves the row, the button goes, and the focus takes the row that follows', async () => {
  const { page, leave } = await arrive(browser, site.url)
  await openList(page)
  const [d, c, b, a] = newest
  await unread(page, d, c, b)
  await act(page, 'Mark Read', c).focus()
  await page.keyboard.press('Enter')
  await toast(page, 'Message is Read')
  await unread(page, d, b, a)
  expect(await rows(page, 'Read messages').first().textContent()).toBe(c)
  expect(await act(page, 'Mark Read', c).count()).toBe(0)
  await expect.poll(() => focused(page)).toBe(`View Message from ${b}`)
  for (const name of [b, a, d]) {
    await act(page, 'Mark Read', name).click()
    await expect.poll(() => act(page, 'Mark Read', name).count()).toBe(0)
  }
  // None is left to take the place.
  await expect.poll(() => focused(page)).toContain('No unread messages.')
  await leave()
})

it('acceptance point 30: the toast has a status role, and waits while it is pointed at or focused', async () => {
  const { page, leave } = await arrive(browser, site.url)
  await openList(page)
  await page.clock.install()
  await tick(page, newest[0] ?? '').check()
  await act(page, 'Archive').click()
  const shown = page
    .getByRole('status')
    .filter({ hasText: 'The message is in the archive.' })
    .filter({ has: page.getByRole('button') })
  await shown.waitFor()
  await shown.hover()
  await page.clock.fastForward(20_000)
  expect(await shown.isVisible()).toBe(true)
  await shown.getByRole('button', { name: 'Close' }).focus()
  await page.mouse.move(0, 0)
  await page.clock.fastForward(20_000)
  expect(await shown.isVisible()).toBe(true)
  await page.getByRole('heading', { level: 1 }).focus()
  await expect
    .poll(async () => {
      await page.clock.fastForward(2_000)
      return shown.count()
    })
    .toBe(0)
  for (const name of newest.slice(1)) await tick(page, name).check()
  await act(page, 'Mark Read').click()
  await unread(page)
  await leave()
})

it('several are ticked and put away at once by keyboard alone, and every place says how many lie there', async () => {
  const { page, leave } = await arrive(browser, site.url)
  await openList(page)
  await page.getByRole('link', { name: '20 in a table' }).click()
  await unread(page, ...newest)
  expect(pathOf(page)).toBe('/all-messages?size=20')
  const spam = page.getByRole('navigation', { name: 'Place of the messages' }).getByRole('link', { name: /^Spam/ })
  const before = Number((await spam.textContent())?.replace('Spam', ''))

  await tick(page, newest[0] ?? '').focus()
  await page.keyboard.press('Space')
  await tick(page, newest[2] ?? '').focus()
  await page.keyboard.press('Space')
  await table(page, 'Unread messages').getByText('2 ticked').waitFor()
  await act(page, 'Mark as spam').focus()
  await page.keyboard.press('Enter')
  await toast(page, '2 messages are in the spam.')
  await unread(page, newest[1], newest[3])
  await expect.poll(() => spam.textContent()).toBe(`Spam${before + 2}`)
  await table(page, 'Unread messages').getByRole('checkbox', { name: 'Tick all here' }).focus()
  await page.keyboard.press('Space')
  await table(page, 'Unread messages').getByText('2 ticked').waitFor()
  await expectAccessible(page)
  await act(page, 'Mark Read').focus()
  await page.keyboard.press('Enter')
  await toast(page, '2 messages are read.')
  await expect.poll(() => focused(page)).toContain('No unread messages.')

  // With nothing ticked nothing is done, and it is said why.
  await act(page, 'Archive', undefined, 'Read messages').click()
  await page.getByRole('alert').getByText('Tick the messages that it is about first.').waitFor()
  await spam.click()
  await unread(page, newest[0], newest[2])
  expect(pathOf(page)).toBe('/all-messages?place=spam&size=20')
  await page.goBack()
  expect(pathOf(page)).toBe('/all-messages?size=20')
  await table(page, 'Unread messages').getByText('No unread messages.').waitFor()
  await page.goto('/all-messages?place=spam&size=20')
  await table(page, 'Unread messages').getByRole('checkbox', { name: 'Tick all here' }).check()
  await act(page, 'Mark Read').click()
  await unread(page)
  await leave()
})

it('two tabs that act on the same message both succeed, and come to show the same', async () => {
  const { page, leave } = await arrive(browser, site.url)
  await openList(page)
  const other = await page.context().newPage()
  await other.goto('/all-messages')
  await waitUntilLive(other)
  const [d = '', c, b, a] = newest
  await act(page, 'Mark Read', d).click()
  await unread(page, c, b, a)
  // The other tab still shows it as unread.
  await act(other, 'Mark Read', d).click()
  await toast(other, 'Message is Read')
  await unread(other, c, b, a)
  await table(other, 'Unread messages').getByRole('checkbox', { name: 'Tick all here' }).check()
  await act(page, 'Mark as spam', c).click()
  await unread(page, b, a)
  await act(other, 'Mark Read').click()
  await toast(other, '3 messages are read.')
  await unread(other)
  await page.reload()
  await unread(page)
  await leave()
})

it('unread messages are read one after the other, without the way back to the list', async () => {
  const { page, leave } = await arrive(browser, site.url)
  await logIn(page, '/all-messages', owner)
  await table(page, 'Unread messages').getByRole('link', { name: 'View Message' }).first().click()
  for (const [nth, name] of newest.entries()) {
    await heading(page, `Message from ${name}`)
    await press(page, 'Mark Read')
    await page.getByRole('button', { name: 'Mark unread' }).waitFor()
    const next = newest[nth + 1]
    if (!next) continue
    await expect.poll(() => focused(page)).toBe(`Next unread, from ${next}`)
    await page.keyboard.press('Enter')
  }
  expect(await page.getByRole('link', { name: /^Next unread/ }).count()).toBe(0)
  await expect.poll(() => focused(page)).toBe(`Message from ${newest.at(-1)}`)
  await leave()
})

it('without script a row is marked, and several are ticked and moved', async () => {
  const { page, leave } = await arrive(browser, site.url, { javaScriptEnabled: false })
  await logIn(page, '/all-messages?size=20', owner)
  const [d = '', c = '', b = '', a = ''] = newest
  await act(page, 'Mark Read', d).click()
  await page.getByRole('status').getByText('Message is Read').waitFor()
  expect(pathOf(page)).toBe('/all-messages?size=20')
  await tick(page, c).check()
  await tick(page, a).check()
  await act(page, 'Archive').click()
  await page.getByRole('status').getByText('2 messages are in the archive.').waitFor()
  await unread(page, b)
  await act(page, 'Mark Read').click()
  await page.getByRole('alert').getByText('Tick the messages that it is about first.').waitFor()
  await act(page, 'Mark Read', b).click()
  await unread(page)
  await leave()
})

it('on a phone the button of the menu says how many are unread, and several are marked with the thumb', async () => {
  const { page, leave } = await arrive(browser, site.url, { viewport: { width: 375, height: 700 }, hasTouch: true })
  await openList(page)
  const menu = page.locator('.drawer summary')
  await expect.poll(() => menu.textContent()).toBe('Menu, 4 unread')
  await tick(page, newest[0] ?? '').tap()
  await tick(page, newest[1] ?? '').tap()
  await act(page, 'Mark Read').tap()
  await expect.poll(() => menu.textContent()).toBe('Menu, 2 unread')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await expectAccessible(page)
  for (const name of newest.slice(2)) await act(page, 'Mark Read', name).tap()
  await expect.poll(() => menu.textContent()).toBe('Menu')
  await leave()
})
