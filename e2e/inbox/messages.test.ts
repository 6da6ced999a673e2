import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { getMessageTable, locateMessageRowHeaders, openMessageList } from '../support/message-list-page.ts'
import { getField, pressButton, waitForHeading } from '../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const site = startSiteForSuite(ownerSettings)

const getPathAndQuery = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
const waitForToast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text }).first().waitFor()

async function sendMessage(page: Page, subject: string) {
  await page.goto('/contact')
  await getField(page, 'Name').fill('Ann Lee')
  await getField(page, 'Email').fill('ann@example.com')
  await getField(page, 'Subject').fill(subject)
  await getField(page, 'Message').fill('We have two offices.\nIs this <b>bold</b>?')
  await pressButton(page, 'Send message')
  await page.waitForURL('**/all-messages')
}

it('an admin opens a visitor’s message, marks it, archives it and finds it again', async () => {
  const visitor = await startVisit(site)
  await sendMessage(visitor.page, 'A roof in Springfield')
  await visitor.page.getByText('Message is Updated').waitFor()
  await visitor.leave()

  const { page, leave } = await startVisit(site)
  await openMessageList(page)
  await waitForHeading(page, 'Unread messages')
  expect(await page.getByRole('link', { name: /^Messages\b.*\b1 unread$/ }).getAttribute('aria-current')).toBe('page')
  expect(await locateMessageRowHeaders(page, 'Unread messages').allTextContents()).toEqual(['Ann Lee'])
  await getMessageTable(page, 'Read messages').getByText('No read messages yet.').waitFor()
  await getMessageTable(page, 'Unread messages').getByRole('link', { name: 'View Message' }).click()
  await waitForHeading(page, 'Message from Ann Lee')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Message from Ann Lee')
  expect(await page.getByText('Is this <b>bold</b>?').innerText()).toBe('We have two offices.\nIs this <b>bold</b>?')
  expect(await page.getByRole('link', { name: 'Reply by email' }).getAttribute('href')).toMatch(
    /^mailto:ann@example\.com\?subject=Re%3A%20A%20roof/,
  )

  await pressButton(page, 'Mark Read')
  await waitForToast(page, 'Message is Read')
  await page.getByRole('button', { name: 'Mark unread' }).waitFor()
  expect(await page.getByRole('button', { name: 'Mark Read' }).count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H1')
  expect(await page.getByRole('link', { name: 'Messages', exact: true }).count()).toBe(2)
  await page.getByRole('navigation', { name: 'Breadcrumbs' }).getByRole('link', { name: 'Messages' }).click()
  await getMessageTable(page, 'Unread messages').getByText('No unread messages.').waitFor()
  expect(await locateMessageRowHeaders(page, 'Read messages').allTextContents()).toEqual(['Ann Lee'])

  await getMessageTable(page, 'Read messages').getByRole('link', { name: 'View Message' }).click()
  await pressButton(page, 'Mark unread')
  await page.getByRole('button', { name: 'Mark Read' }).waitFor()
  await pressButton(page, 'Archive')
  await page.getByRole('button', { name: 'Move to inbox' }).waitFor()
  await page.goto('/all-messages')
  await getMessageTable(page, 'Unread messages').getByText('No unread messages.').waitFor()
  await page.getByLabel('Search the messages').fill('springfield ROOF')
  await pressButton(page, 'Search')
  await getMessageTable(page, 'Unread messages').getByRole('link', { name: 'Archive' }).click()
  await locateMessageRowHeaders(page, 'Unread messages').filter({ hasText: 'Ann Lee' }).waitFor()
  expect(getPathAndQuery(page)).toBe('/all-messages?place=archive&search=springfield+ROOF')
  await page.goBack()
  await getMessageTable(page, 'Unread messages').getByText('Nothing unread matches').waitFor()
  expect(await page.getByLabel('Search the messages').inputValue()).toBe('springfield ROOF')
  await leave()
})
