import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { getField, pressButton, waitForHeading } from '../support/page-actions.ts'
import { startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const site = startSiteForSuite()

const EMAIL_SENTENCE = 'Email must be an email address, such as name@example.com.'
const formValues = {
  Name: 'Jordan Sample',
  'Phone number': '+1 202-555-0177',
  Email: 'jordan@example.com',
  Subject: 'Two offices',
  'Your website (optional)': 'jordan-homes.example',
  'ZIP codes you serve (optional)': '62701, 62702',
  Message: 'We sell in the north.\nWhere would you start?',
}

async function fillForm(page: Page, values: Partial<typeof formValues> = formValues) {
  for (const [label, value] of Object.entries(values)) await getField(page, label).fill(value)
}

async function expectFormValues(page: Page, values: Partial<typeof formValues>) {
  for (const [label, value] of Object.entries(values)) expect(await getField(page, label).inputValue(), label).toBe(value)
}

it('takes a message after a corrected email, and acknowledges it, also after a reload and Back', async () => {
  const { page, leave } = await startVisit(site)
  await page.goto('/contact')
  await fillForm(page, { ...formValues, Email: 'jordan@nowhere' })
  await pressButton(page, 'Send message')
  await waitForHeading(page, 'There is a problem')
  expect(await page.title()).toBe('Error: Call or write us about real estate SEO | Rankstead')
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('problem-summary')
  await expectFormValues(page, { ...formValues, Email: 'jordan@nowhere' })
  await page.getByRole('link', { name: EMAIL_SENTENCE }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('email')
  expect(await getField(page, 'Email').getAttribute('aria-invalid')).toBe('true')
  expect(await page.locator(`#${await getField(page, 'Email').getAttribute('aria-describedby')}`).textContent()).toBe(
    EMAIL_SENTENCE,
  )
  await getField(page, 'Email').fill(formValues.Email)
  await pressButton(page, 'Send message')
  await page.waitForURL('**/all-messages')
  await waitForHeading(page, 'Thank you, we got your message')
  const acknowledgment = await page.getByRole('main').getByRole('status').textContent()
  expect(acknowledgment).toBe('Message is Updated')
  await expectAccessible(page)
  await page.reload()
  await page.getByText('You reloaded this page').waitFor()
  await page.getByText('Message is Updated').waitFor()
  await page.getByRole('link', { name: 'See the packages and prices' }).click()
  await page.waitForURL('**/pricing/')
  await page.goBack()
  await page.getByText('Message is Updated').waitFor()
  await leave()
})

it('sends a message without contact details by the second button', async () => {
  const { page, leave } = await startVisit(site)
  await page.goto('/contact')
  await fillForm(page, { Message: formValues.Message })
  await pressButton(page, 'Send message')
  await pressButton(page, 'Send anyway')
  await page.getByText('Message is Updated').waitFor()
  await leave()
})

it('keeps the typed text when the visitor comes Back to a refused form', async () => {
  const { page, leave } = await startVisit(site)
  await page.goto('/contact')
  await fillForm(page, { ...formValues, Email: 'nonsense' })
  await pressButton(page, 'Send message')
  await page.locator('#email-error').waitFor()
  await page.goto('/privacy')
  await page.goBack()
  await expect.poll(() => getField(page, 'Message').inputValue()).toBe(formValues.Message)
  await expectFormValues(page, { ...formValues, Email: 'nonsense' })
  await leave()
})

it('sends a message once after several presses, and announces that it is sending', async () => {
  const { page, leave } = await startVisit(site)
  let posts = 0
  page.on('request', (request) => {
    if (request.method() === 'POST') posts += 1
  })
  await page.goto('/contact')
  await fillForm(page)
  const announcements = await page.getByRole('button', { name: 'Send message' }).evaluate((button: HTMLButtonElement) => {
    for (let time = 0; time < 3; time += 1) button.click()
    return [...document.querySelectorAll('main [role=status]')].map(({ textContent }) => textContent)
  })
  expect(announcements).toContain('Sending…')
  await page.waitForURL('**/all-messages')
  expect(posts).toBe(1)
  await leave()
})

it('keeps the typed text when the reply isn’t a page', async () => {
  const { page, leave } = await startVisit(site)
  await page.goto('/contact')
  const tooLarge = { ...formValues, Message: 'x'.repeat(70_000) }
  await fillForm(page, tooLarge)
  await pressButton(page, 'Send message')
  await page.getByRole('status').getByText('The request is too large: at most 64 KB are accepted.').waitFor()
  await expectFormValues(page, tooLarge)
  await leave()
})

it('the subscribe box shows its own error and keeps a half-written message', async () => {
  const { page, leave } = await startVisit(site)
  await page.goto('/contact')
  await fillForm(page)
  const subscribe = getField(page, 'Subscribe by email')
  await subscribe.fill('nonsense')
  await pressButton(page, 'Subscribe')
  await page.locator('footer [role=status]').getByText(EMAIL_SENTENCE).waitFor()
  await expect.poll(() => subscribe.evaluate((input) => input === document.activeElement && input.ariaInvalid)).toBe('true')
  await expectFormValues(page, formValues)
  await leave()
})
