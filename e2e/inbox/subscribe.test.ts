import { expect, it } from 'vitest'
import { extractLink, startMailServer } from '../../tests/support/mail-server.ts'
import { startForSuite } from '../../tests/support/start-for-suite.ts'
import { getPath, pressButton, waitForHeading } from '../support/page-actions.ts'
import { startSite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const server = startForSuite(startMailServer)
const site = startForSuite(() => startSite({ SMTP_URL: server.url, SEED: 'demo' }))

async function waitForMailedLink(email: string, subject: string): Promise<string> {
  const findEmail = () => server.received.find((received) => received.recipients[0] === email && received.subject === subject)
  await expect.poll(findEmail).toBeDefined()
  return extractLink(findEmail())
}

it('a visitor corrects the email, confirms by the mailed link, and unsubscribes by the next email', async () => {
  const { page, externalRequests, leave } = await startVisit(site, { viewport: { width: 360, height: 800 } })
  const email = 'reader@example.com'
  await page.goto('/')
  await page.getByLabel('Subscribe by email').fill('nonsense')
  await pressButton(page, 'Subscribe')
  await page.getByText('Email must be an email address, such as name@example.com.').first().waitFor()
  expect(getPath(page)).toBe('/')
  const field = page.getByLabel('Subscribe by email')
  expect([await field.inputValue(), await field.getAttribute('aria-invalid')]).toEqual(['nonsense', 'true'])
  await field.fill(email)
  expect([await field.getAttribute('aria-invalid'), await page.locator('#subscribe-reply').textContent()]).toEqual([null, ''])
  await field.press('Enter')
  await waitForHeading(page, 'Almost done: check your inbox')
  expect(await page.getByRole('main').getByRole('status').textContent()).toBe('Subscribers is Updated')
  expect(getPath(page)).toBe('/all-subscriber')

  await page.goto(await waitForMailedLink(email, 'Please confirm your subscription'))
  await pressButton(page, 'Confirm subscription')
  await waitForHeading(page, 'Welcome! You’re on the list')
  expect(await page.title()).toBe('Welcome! You’re on the list | Rankstead')
  await page.reload()
  await page.getByText('Your subscription is confirmed').waitFor()
  await page.goto(await waitForMailedLink(email, 'Please confirm your subscription'))
  await pressButton(page, 'Confirm subscription')
  await waitForHeading(page, 'This link doesn’t work')
  expect(await page.title()).toBe('Error: This link doesn’t work | Rankstead')
  await page.getByRole('link', { name: 'Subscribe again' }).click()
  await waitForHeading(page, 'Subscribe by email')

  await page.goto(await waitForMailedLink(email, 'Your subscription is confirmed'))
  await pressButton(page, 'Unsubscribe')
  await waitForHeading(page, 'You’re off the list')
  await page.reload()
  await page.getByText('You’re unsubscribed').waitFor()
  expect(externalRequests).toEqual([])
  await leave()
})

it('people neither see nor reach the honeypot field', async () => {
  const { page, leave } = await startVisit(site)
  await page.goto('/subscribe')
  expect(await page.getByRole('textbox').count()).toBe(2)
  expect(await page.locator('[name=website]').count()).toBeGreaterThan(0)
  for (const field of await page.locator('[name=website]').all()) {
    expect((await field.locator('xpath=ancestor::div[1]').boundingBox())?.width).toBeLessThanOrEqual(1)
    expect(await field.evaluate((input: HTMLInputElement) => [input.tabIndex, input.checked])).toEqual([-1, false])
  }
  await page.getByLabel('Email', { exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Subscribe')
  await leave()
})
