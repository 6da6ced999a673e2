import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { extractLink, type MailServer, startMailServer } from '../../../tests/support/mail-server.ts'
import { expectAccessible } from '../../support/accessibility.ts'
import { getField, logIn, pressButton, waitForHeading } from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSite, type TestSite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

let site: TestSite
let server: MailServer
beforeAll(async () => {
  server = await startMailServer()
  const settings = { SMTP_URL: server.url, ...ownerSettings, LOG_LEVEL: 'fatal' }
  site = await startSite(settings)
})
afterAll(async () => {
  await site?.close()
  await server?.close()
})

const getPathAndQuery = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search
const listRowTexts = async (page: Page) => {
  const rows = await page.getByRole('row').all()
  return Promise.all(
    rows.slice(1).map(async (row) => (await row.getByRole('cell').or(row.getByRole('rowheader')).allTextContents()).join(' ')),
  )
}

async function subscribe(email: string) {
  const { page, leave } = await startVisit(site)
  await page.goto('/pricing/')
  await getField(page, 'Subscribe by email').fill(email)
  await pressButton(page, 'Subscribe')
  await page.waitForURL('**/all-subscriber')
  await page.getByText('Subscribers is Updated').waitFor()
  await page.getByText('Open the link in it to confirm').waitFor()
  await page.reload()
  expect(getPathAndQuery(page)).toBe('/all-subscriber')
  await leave()
}

it('an admin pages through the subscribers, newest first, and downloads the confirmed ones as CSV', async () => {
  const { page, leave } = await startVisit(site)
  await logIn(page, '/all-subscriber', ownerCredentials)
  await page.getByText('No subscribers yet.').waitFor()
  for (let nth = 1; nth <= 6; nth += 1) {
    const body = JSON.stringify({ subemail: `office${nth}@example.com` })
    await fetch(`${site.url}/api/add-subscriber`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
  await subscribe('newest@example.com')
  const findEmail = () => server.received.findLast(({ recipients }) => recipients[0] === 'newest@example.com')
  await expect.poll(findEmail, { timeout: 10_000 }).toBeDefined()
  const subscriber = await startVisit(site)
  await subscriber.page.goto(extractLink(findEmail()))
  await pressButton(subscriber.page, 'Confirm subscription')
  await subscriber.page.getByRole('button', { name: 'Confirm subscription' }).waitFor({ state: 'detached' })
  await subscriber.leave()

  await page.goto('/all-subscriber')
  expect(await page.getByRole('columnheader').allTextContents()).toEqual(['Sl No.', 'Email'])
  const buildUnconfirmedRow = (number: number, name: string) => `${number} ${name}@example.comWaiting for confirmation`
  expect(await listRowTexts(page)).toEqual([
    '1 newest@example.com',
    buildUnconfirmedRow(2, 'office6'),
    buildUnconfirmedRow(3, 'office5'),
    buildUnconfirmedRow(4, 'office4'),
    buildUnconfirmedRow(5, 'office3'),
  ])
  const getPageLink = (name: string) => page.getByRole('link', { name, exact: true })
  expect(await getPageLink('Previous').isDisabled()).toBe(true)
  await getPageLink('Next').click()
  await page.getByText('6 to 7 of 7').waitFor()
  expect(await listRowTexts(page)).toEqual([buildUnconfirmedRow(6, 'office2'), buildUnconfirmedRow(7, 'office1')])
  expect(await getPageLink('Next').isDisabled()).toBe(true)
  expect(getPathAndQuery(page)).toBe('/all-subscriber?page=2')
  await page.goBack()
  await page.getByText('1 to 5 of 7').waitFor()

  const [download] = await Promise.all([page.waitForEvent('download'), getPageLink('Download as CSV').click()])
  expect(download.suggestedFilename()).toBe('subscribers.csv')
  const csv = await readFile(await download.path(), 'utf8')
  expect(csv).toContain('newest@example.com')
  expect(csv).not.toContain('office1@example.com')
  await leave()
})

it('counts and explains undelivered email, and sends it again on request', async () => {
  const { page, leave } = await startVisit(site)
  await logIn(page, '/all-messages', ownerCredentials)
  expect(await page.getByRole('link', { name: /Undelivered email/ }).count()).toBe(0)
  server.behavior = 'refusing'
  await subscribe('refused@example.com')
  const notice = page.getByText('1 email couldn’t be delivered yet.')
  await expect
    .poll(
      async () => {
        await page.reload()
        return notice.count()
      },
      { timeout: 10_000 },
    )
    .toBe(1)
  expect(await page.getByRole('link', { name: /^Undelivered email\b.*\b1 not delivered$/ }).count()).toBe(1)
  await page.getByRole('link', { name: 'See why' }).click()
  await waitForHeading(page, 'Undelivered email')
  const row = page.getByRole('row').nth(1)
  for (const text of ['refused@example.com', 'Please confirm your subscription', 'Not now'])
    await row.getByText(text).first().waitFor()

  server.behavior = 'well'
  await page.getByRole('button', { name: 'Try again now' }).click()
  await page.getByRole('status').filter({ hasText: 'Sending the email again' }).first().waitFor()
  const hasArrived = () => server.received.some(({ recipients }) => recipients[0] === 'refused@example.com')
  await expect.poll(hasArrived, { timeout: 10_000 }).toBe(true)
  const emptyNote = page.getByText('No emails are waiting.')
  await expect
    .poll(
      async () => {
        await page.reload()
        return emptyNote.count()
      },
      { timeout: 10_000 },
    )
    .toBe(1)
  await leave()
})

it.each([360, 1440])('the subscriber and undelivered mail pages are accessible and fit a window of %i px', async (width) => {
  server.behavior = 'refusing'
  await subscribe(`${'a'.repeat(64)}.${width}@${'long.'.repeat(30)}example.com`)
  const { page, leave } = await startVisit(site, { viewport: { width, height: 800 } })
  await logIn(page, '/setting', ownerCredentials)
  for (const path of ['/all-subscriber', '/all-subscriber?page=2', '/undelivered-mail']) {
    await page.goto(path)
    await page.getByRole('table').waitFor()
    expect([path, await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)]).toEqual([path, 0])
    await expectAccessible(page)
  }
  await leave()
})
