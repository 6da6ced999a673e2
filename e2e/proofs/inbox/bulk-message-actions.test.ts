import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { expectAccessible } from '../../support/accessibility.ts'
import { getMessageTable, locateMessageRowHeaders, openMessageList, postToApi } from '../../support/message-list-page.ts'
import { waitForToast } from '../../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { openBeforeHydration, startVisit } from '../../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)

/** The senders of four unread messages, newest first. Each test leaves none of them unread in the inbox. */
let senders: string[] = []
beforeEach(async ({ task }) => {
  senders = ['D', 'C', 'B', 'A'].map((letter) => `${letter} of ${task.id}`)
  for (const name of senders.toReversed()) await postToApi(site.url, '/add-message', { name, subject: 'Two offices' })
})

const getPathAndQuery = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
const getFocusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent)
const getCheckbox = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select the message from ${name}: Two offices` })
/** Finds the button for one sender's message, or without a name the button for all selected messages. */
const getActionButton = (page: Page, action: string, name?: string, title = 'Unread messages') =>
  getMessageTable(page, title).getByRole('button', {
    name: new RegExp(`^${action} ?: ${name ? `the message from ${name}` : 'the selected messages'}$`),
  })
const expectUnread = (page: Page, ...names: (string | undefined)[]) =>
  expect.poll(() => locateMessageRowHeaders(page, 'Unread messages').allTextContents()).toEqual(names)

it('Mark Read moves the row, removes the button and focuses the next row (P-184)', async () => {
  const { page, leave } = await startVisit(site)
  await openMessageList(page)
  const [d, c, b, a] = senders
  await expectUnread(page, d, c, b)
  await getActionButton(page, 'Mark Read', c).focus()
  await page.keyboard.press('Enter')
  await waitForToast(page, 'Message is Read')
  await expectUnread(page, d, b, a)
  expect(await locateMessageRowHeaders(page, 'Read messages').first().textContent()).toBe(c)
  expect(await getActionButton(page, 'Mark Read', c).count()).toBe(0)
  await expect.poll(() => getFocusedText(page)).toBe(`View Message from ${b}`)
  for (const name of [b, a, d]) {
    await getActionButton(page, 'Mark Read', name).click()
    await expect.poll(() => getActionButton(page, 'Mark Read', name).count()).toBe(0)
  }
  // No row is left, so the empty table takes the focus.
  await expect.poll(() => getFocusedText(page)).toContain('No unread messages.')
  await leave()
})

it('messages that were selected before the script had loaded stay selected', async () => {
  const { page, leave } = await startVisit(site)
  await openMessageList(page)
  const [d = '', c = '', b = '', a = ''] = senders
  const hydrate = await openBeforeHydration(page, '/all-messages')
  await getCheckbox(page, d).check()
  await getCheckbox(page, c).check()
  await hydrate()
  await page.getByText('2 selected').waitFor()
  await getCheckbox(page, b).check()
  await page.getByText('3 selected').waitFor()
  expect(await getCheckbox(page, d).isChecked()).toBe(true)
  await getActionButton(page, 'Archive').click()
  await expectUnread(page, a)
  await getMessageTable(page, 'Unread messages').getByRole('checkbox', { name: 'Select all' }).check()
  await getActionButton(page, 'Archive').click()
  await page.getByText('No unread messages.').waitFor()
  await leave()
})

it('the toast has a status role, and stays while it has the pointer or the focus (P-169)', async () => {
  const { page, leave } = await startVisit(site)
  await openMessageList(page)
  await page.clock.install()
  await getCheckbox(page, senders[0] ?? '').check()
  await getActionButton(page, 'Archive').click()
  const toast = page
    .getByRole('status')
    .filter({ hasText: 'Archived' })
    .filter({ has: page.getByRole('button') })
  await toast.waitFor()
  await toast.hover()
  await page.clock.fastForward(20_000)
  expect(await toast.isVisible()).toBe(true)
  await toast.getByRole('button', { name: 'Close' }).focus()
  await page.mouse.move(0, 0)
  await page.clock.fastForward(20_000)
  expect(await toast.isVisible()).toBe(true)
  await page.getByRole('heading', { level: 1 }).focus()
  await expect
    .poll(async () => {
      await page.clock.fastForward(2_000)
      return toast.count()
    })
    .toBe(0)
  for (const name of senders.slice(1)) await getCheckbox(page, name).check()
  await getActionButton(page, 'Mark Read').click()
  await expectUnread(page)
  await leave()
})

it('an admin ticks and moves several messages by keyboard, and each place shows its count', async () => {
  const { page, leave } = await startVisit(site)
  await openMessageList(page)
  await page.getByRole('link', { name: '20 per table' }).click()
  await expectUnread(page, ...senders)
  expect(getPathAndQuery(page)).toBe('/all-messages?size=20')
  const spam = page.getByRole('navigation', { name: 'Message folders' }).getByRole('link', { name: /^Spam/ })
  const spamCount = Number((await spam.textContent())?.replace('Spam', ''))

  await getCheckbox(page, senders[0] ?? '').focus()
  await page.keyboard.press('Space')
  await getCheckbox(page, senders[2] ?? '').focus()
  await page.keyboard.press('Space')
  await getMessageTable(page, 'Unread messages').getByText('2 selected').waitFor()
  await getActionButton(page, 'Mark as spam').focus()
  await page.keyboard.press('Enter')
  await waitForToast(page, '2 messages moved to spam')
  await expectUnread(page, senders[1], senders[3])
  await expect.poll(() => spam.textContent()).toBe(`Spam${spamCount + 2}`)
  await getMessageTable(page, 'Unread messages').getByRole('checkbox', { name: 'Select all' }).focus()
  await page.keyboard.press('Space')
  await getMessageTable(page, 'Unread messages').getByText('2 selected').waitFor()
  await expectAccessible(page)
  await getActionButton(page, 'Mark Read').focus()
  await page.keyboard.press('Enter')
  await waitForToast(page, '2 messages marked read')
  await expect.poll(() => getFocusedText(page)).toContain('No unread messages.')

  // Without a selected message, the action explains that it needs some.
  await getActionButton(page, 'Archive', undefined, 'Read messages').click()
  await page.getByRole('alert').getByText('Select one or more messages first.').waitFor()
  await spam.click()
  await expectUnread(page, senders[0], senders[2])
  expect(getPathAndQuery(page)).toBe('/all-messages?place=spam&size=20')
  await page.goBack()
  expect(getPathAndQuery(page)).toBe('/all-messages?size=20')
  await getMessageTable(page, 'Unread messages').getByText('No unread messages.').waitFor()
  await page.goto('/all-messages?place=spam&size=20')
  await getMessageTable(page, 'Unread messages').getByRole('checkbox', { name: 'Select all' }).check()
  await getActionButton(page, 'Mark Read').click()
  await expectUnread(page)
  await leave()
})
