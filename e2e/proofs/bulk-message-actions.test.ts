import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { getMessageRowHeaders, getMessageTable, openMessageList, postToApi } from '../support/message-list-page.ts'
import { logIn, pressButton, waitForHeading } from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { getSharedBrowser, startVisit, waitForHydration } from '../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)
const browser = await getSharedBrowser()

/** Of the newest four unread messages; each test has its own, and leaves none of them unread in the inbox. */
let newest: string[] = []
beforeEach(async ({ task }) => {
  newest = ['D', 'C', 'B', 'A'].map((letter) => `${letter} of ${task.id}`)
  for (const name of newest.toReversed()) await postToApi(site.url, '/add-message', { name, subject: 'Two offices' })
})

const getPathAndQuery = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
const getFocusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const waitForToast = (page: Page, text: string) => page.getByRole('status').getByText(text, { exact: true }).first().waitFor()
const getCheckbox = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Tick the message from ${name}: Two offices` })
/** The button for one message, or without a name the one for all that are ticked. */
const getActionButton = (page: Page, words: string, name?: string, title = 'Unread messages') =>
  getMessageTable(page, title).getByRole('button', {
    name: new RegExp(`^${words} ?: ${name ? `the message from ${name}` : 'the ticked messages'}$`),
  })
const expectUnread = (page: Page, ...names: (string | undefined)[]) =>
  expect.poll(() => getMessageRowHeaders(page, 'Unread messages').allTextContents()).toEqual(names)

it('Mark Read moves the row, the button goes, and the focus takes the row that follows (P-184)', async () => {
  const { page, leave } = await startVisit(browser, site.url)
  await openMessageList(page)
  const [d, c, b, a] = newest
  await expectUnread(page, d, c, b)
  await getActionButton(page, 'Mark Read', c).focus()
  await page.keyboard.press('Enter')
  await waitForToast(page, 'Message is Read')
  await expectUnread(page, d, b, a)
  expect(await getMessageRowHeaders(page, 'Read messages').first().textContent()).toBe(c)
  expect(await getActionButton(page, 'Mark Read', c).count()).toBe(0)
  await expect.poll(() => getFocusedText(page)).toBe(`View Message from ${b}`)
  for (const name of [b, a, d]) {
    await getActionButton(page, 'Mark Read', name).click()
    await expect.poll(() => getActionButton(page, 'Mark Read', name).count()).toBe(0)
  }
  // None is left to take the place.
  await expect.poll(() => getFocusedText(page)).toContain('No unread messages.')
  await leave()
})

it('the toast has a status role, and waits while it is pointed at or focused (P-169)', async () => {
  const { page, leave } = await startVisit(browser, site.url)
  await openMessageList(page)
  await page.clock.install()
  await getCheckbox(page, newest[0] ?? '').check()
  await getActionButton(page, 'Archive').click()
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
  for (const name of newest.slice(1)) await getCheckbox(page, name).check()
  await getActionButton(page, 'Mark Read').click()
  await expectUnread(page)
  await leave()
})

it('several are ticked and put away at once by keyboard alone, and every place says how many lie there', async () => {
  const { page, leave } = await startVisit(browser, site.url)
  await openMessageList(page)
  await page.getByRole('link', { name: '20 in a table' }).click()
  await expectUnread(page, ...newest)
  expect(getPathAndQuery(page)).toBe('/all-messages?size=20')
  const spam = page.getByRole('navigation', { name: 'Place of the messages' }).getByRole('link', { name: /^Spam/ })
  const before = Number((await spam.textContent())?.replace('Spam', ''))

  await getCheckbox(page, newest[0] ?? '').focus()
  await page.keyboard.press('Space')
  await getCheckbox(page, newest[2] ?? '').focus()
  await page.keyboard.press('Space')
  await getMessageTable(page, 'Unread messages').getByText('2 ticked').waitFor()
  await getActionButton(page, 'Mark as spam').focus()
  await page.keyboard.press('Enter')
  await waitForToast(page, '2 messages are in the spam.')
  await expectUnread(page, newest[1], newest[3])
  await expect.poll(() => spam.textContent()).toBe(`Spam${before + 2}`)
  await getMessageTable(page, 'Unread messages').getByRole('checkbox', { name: 'Tick all here' }).focus()
  await page.keyboard.press('Space')
  await getMessageTable(page, 'Unread messages').getByText('2 ticked').waitFor()
  await expectAccessible(page)
  await getActionButton(page, 'Mark Read').focus()
  await page.keyboard.press('Enter')
  await waitForToast(page, '2 messages are read.')
  await expect.poll(() => getFocusedText(page)).toContain('No unread messages.')

  // With nothing ticked nothing is done, and it is said why.
  await getActionButton(page, 'Archive', undefined, 'Read messages').click()
  await page.getByRole('alert').getByText('Tick the messages that it is about first.').waitFor()
  await spam.click()
  await expectUnread(page, newest[0], newest[2])
  expect(getPathAndQuery(page)).toBe('/all-messages?place=spam&size=20')
  await page.goBack()
  expect(getPathAndQuery(page)).toBe('/all-messages?size=20')
  await getMessageTable(page, 'Unread messages').getByText('No unread messages.').waitFor()
  await page.goto('/all-messages?place=spam&size=20')
  await getMessageTable(page, 'Unread messages').getByRole('checkbox', { name: 'Tick all here' }).check()
  await getActionButton(page, 'Mark Read').click()
  await expectUnread(page)
  await leave()
})

it('two tabs that act on the same message both succeed, and come to show the same', async () => {
  const { page, leave } = await startVisit(browser, site.url)
  await openMessageList(page)
  const other = await page.context().newPage()
  await other.goto('/all-messages')
  await waitForHydration(other)
  const [d = '', c, b, a] = newest
  await getActionButton(page, 'Mark Read', d).click()
  await expectUnread(page, c, b, a)
  // The other tab still shows it as unread.
  await getActionButton(other, 'Mark Read', d).click()
  await waitForToast(other, 'Message is Read')
  await expectUnread(other, c, b, a)
  await getMessageTable(other, 'Unread messages').getByRole('checkbox', { name: 'Tick all here' }).check()
  await getActionButton(page, 'Mark as spam', c).click()
  await expectUnread(page, b, a)
  await getActionButton(other, 'Mark Read').click()
  await waitForToast(other, '3 messages are read.')
  await expectUnread(other)
  await page.reload()
  await expectUnread(page)
  await leave()
})

it('unread messages are read one after the other, without the way back to the list', async () => {
  const { page, leave } = await startVisit(browser, site.url)
  await logIn(page, '/all-messages', ownerCredentials)
  await getMessageTable(page, 'Unread messages').getByRole('link', { name: 'View Message' }).first().click()
  for (const [nth, name] of newest.entries()) {
    await waitForHeading(page, `Message from ${name}`)
    await pressButton(page, 'Mark Read')
    await page.getByRole('button', { name: 'Mark unread' }).waitFor()
    const next = newest[nth + 1]
    if (!next) continue
    await expect.poll(() => getFocusedText(page)).toBe(`Next unread, from ${next}`)
    await page.keyboard.press('Enter')
  }
  expect(await page.getByRole('link', { name: /^Next unread/ }).count()).toBe(0)
  await expect.poll(() => getFocusedText(page)).toBe(`Message from ${newest.at(-1)}`)
  await leave()
})

it('without script a row is marked, and several are ticked and moved', async () => {
  const { page, leave } = await startVisit(browser, site.url, { javaScriptEnabled: false })
  await logIn(page, '/all-messages?size=20', ownerCredentials)
  const [d = '', c = '', b = '', a = ''] = newest
  await getActionButton(page, 'Mark Read', d).click()
  await page.getByRole('status').getByText('Message is Read').waitFor()
  expect(getPathAndQuery(page)).toBe('/all-messages?size=20')
  await getCheckbox(page, c).check()
  await getCheckbox(page, a).check()
  await getActionButton(page, 'Archive').click()
  await page.getByRole('status').getByText('2 messages are in the archive.').waitFor()
  await expectUnread(page, b)
  await getActionButton(page, 'Mark Read').click()
  await page.getByRole('alert').getByText('Tick the messages that it is about first.').waitFor()
  await getActionButton(page, 'Mark Read', b).click()
  await expectUnread(page)
  await leave()
})

it('on a phone the button of the menu says how many are unread, and several are marked with the thumb', async () => {
  const { page, leave } = await startVisit(browser, site.url, { viewport: { width: 375, height: 700 }, hasTouch: true })
  await openMessageList(page)
  const menu = page.locator('.drawer summary')
  await expect.poll(() => menu.textContent()).toBe('Menu, 4 unread')
  await getCheckbox(page, newest[0] ?? '').tap()
  await getCheckbox(page, newest[1] ?? '').tap()
  await getActionButton(page, 'Mark Read').tap()
  await expect.poll(() => menu.textContent()).toBe('Menu, 2 unread')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await expectAccessible(page)
  for (const name of newest.slice(2)) await getActionButton(page, 'Mark Read', name).tap()
  await expect.poll(() => menu.textContent()).toBe('Menu')
  await leave()
})
