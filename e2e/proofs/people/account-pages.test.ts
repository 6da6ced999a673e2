import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { extractLink, startMailServer } from '#tests/support/mail-server.ts'
import { startForSuite } from '#tests/support/start-for-suite.ts'
import { getField, pressButton } from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const server = startForSuite(startMailServer)
const site = startForSuite(() => startSite({ SMTP_URL: server.url, ...ownerSettings }))
let nth = 0
beforeEach(() => {
  nth += 1
})

const currentEmail = () => `person${nth}@example.com`
const getPathAndQuery = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

async function fillCredentials(page: Page, email: string, password: string) {
  await getField(page, 'Email').fill(email)
  await getField(page, 'Password').fill(password)
}

async function waitForMailedLink(email: string, subject: string): Promise<string> {
  const findEmail = () => server.received.findLast((received) => received.recipients[0] === email && received.subject === subject)
  await expect.poll(findEmail).toBeDefined()
  return extractLink(findEmail())
}

async function register(page: Page, email: string, from = '') {
  await page.goto(`/register${from && `?from=${from}`}`)
  await fillCredentials(page, email, 'a first password')
  await pressButton(page, 'Register')
  await page.waitForURL(({ pathname }) => pathname !== '/register')
}

const visit = () => startVisit(site, { viewport: { width: 360, height: 800 } })

it('a visitor on the way to a guarded page registers after two mistakes and arrives there', async () => {
  const { page, leave } = await visit()
  await page.goto('/verify-email')
  expect(getPathAndQuery(page)).toBe('/login?from=%2Fverify-email')
  await page.getByRole('link', { name: 'Sign Up' }).click()
  await pressButton(page, 'Register')
  await page.getByRole('heading', { name: 'There is a problem' }).waitFor()
  expect(await page.title()).toBe('Error: Register | Rankstead')
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('problem-summary')
  await page.getByRole('link', { name: 'Password is Required' }).waitFor()
  await page.getByRole('link', { name: 'Email is Required' }).click()
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('register-email')
  expect(await getField(page, 'Email').getAttribute('aria-invalid')).toBe('true')
  expect(await getField(page, 'Email').getAttribute('aria-describedby')).toBe('register-email-error')

  await fillCredentials(page, 'ab@example', 'maple')
  await pressButton(page, 'Register')
  await page.getByRole('link', { name: 'Provide a Valid Email' }).waitFor()
  await page.getByRole('link', { name: 'Minimum 6 Characters' }).waitFor()
  expect(await getField(page, 'Email').inputValue()).toBe('ab@example')
  // A refused form never returns the password.
  expect(await page.content()).not.toContain('maple')

  await fillCredentials(page, currentEmail(), 'a first password')
  await pressButton(page, 'Register')
  await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
  expect(getPathAndQuery(page)).toBe('/verify-email')
  await page.goto('/register')
  expect(getPathAndQuery(page)).toBe('/dashboard')
  await leave()
})

it('a new customer lands on the home page, signed in, and confirms the email with the mailed link', async () => {
  const { page, leave } = await visit()
  await register(page, currentEmail())
  expect(getPathAndQuery(page)).toBe('/?registered')
  await page.getByText('Confirm your email when you get a chance').waitFor()
  expect(await page.getByRole('link', { name: 'Dashboard', includeHidden: true }).count()).toBeGreaterThan(0)
  await page.goto(await waitForMailedLink(currentEmail(), 'Confirm your email address'))
  await pressButton(page, 'Confirm my address')
  await page.getByText('Your email address is confirmed.').waitFor()
  expect(getPathAndQuery(page)).toBe('/verify-email')
  await page.reload()
  await page.getByRole('link', { name: 'Go to your dashboard' }).click()
  await page.waitForURL('**/dashboard')
  await leave()
})

it('a mailed link sets a new password once and ends the other sessions', async () => {
  const otherBrowser = await visit()
  await register(otherBrowser.page, currentEmail())
  const { page, leave } = await visit()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await pressButton(page, 'Send the link')
  await page.getByRole('link', { name: 'Email is Required' }).waitFor()
  await getField(page, 'Email').fill(currentEmail())
  await pressButton(page, 'Send the link')
  await page.getByRole('heading', { name: 'Thank You' }).waitFor()
  expect(getPathAndQuery(page)).toBe('/thanks')

  const link = await waitForMailedLink(currentEmail(), 'Choose a new password')
  await page.goto(link)
  await getField(page, 'Password').fill('short')
  await pressButton(page, 'Save the new password')
  await page.getByRole('link', { name: 'Minimum 6 Characters' }).waitFor()
  await getField(page, 'Password').fill('a second password')
  await pressButton(page, 'Save the new password')
  await page.getByText('Your password was changed. Log in with the new one.').waitFor()
  await page.getByRole('heading', { name: 'Your new password is set' }).waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
  await page.waitForURL('**/login')
  await fillCredentials(page, currentEmail(), 'a first password')
  await pressButton(page, 'Log in')
  await page.getByText('Incorrect email or password.').waitFor()
  expect(await getField(page, 'Email').inputValue()).toBe(currentEmail())
  await getField(page, 'Password').fill('a second password')
  await pressButton(page, 'Log in')
  await page.waitForURL('**/dashboard')

  await otherBrowser.page.goto('/verify-email')
  expect(new URL(otherBrowser.page.url()).pathname).toBe('/login')
  await otherBrowser.leave()

  await page.goto(link)
  await getField(page, 'Password').fill('a third password')
  await pressButton(page, 'Save the new password')
  await page.getByText('This link was already used or has expired. Ask for a new one.').waitFor()
  await page.getByRole('link', { name: 'Ask for a new one' }).click()
  expect(getPathAndQuery(page)).toBe('/reset')
  await leave()
})

it('a log-in leads to the remembered page of this site; after signing out, Back shows nothing (P-51, P-52, P-54)', async () => {
  const { page, leave } = await visit()
  await page.goto('/setting?x=1')
  expect(getPathAndQuery(page)).toBe('/login?from=%2Fsetting%3Fx%3D1')
  await fillCredentials(page, ownerCredentials.email, 'wrong password')
  await pressButton(page, 'Log in')
  await page.getByText('Incorrect email or password.').waitFor()
  await getField(page, 'Password').fill(ownerCredentials.password)
  await pressButton(page, 'Log in')
  await page.waitForURL('**/setting?x=1')
  await page.goto('/login?from=%2Fadd-logo')
  expect(getPathAndQuery(page)).toBe('/add-logo')
  await page.goto('/login?from=%2F%2Fevil.example')
  expect(getPathAndQuery(page)).toBe('/dashboard')

  await page.goto('/setting')
  await page.evaluate(() => document.querySelector<HTMLFormElement>('form[action="/sign-out"]')?.submit())
  await page.waitForURL('**/sign-out')
  await page.getByRole('heading', { name: 'See you soon' }).waitFor()
  await page.goBack()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/login')
  expect(await page.getByRole('main').textContent()).not.toContain(ownerCredentials.email)
  await leave()
})

it('shows the password on request, rates a new one, and clears a corrected error', async () => {
  const { page, leave } = await startVisit(site)
  await page.goto('/register')
  await pressButton(page, 'Register')
  await page.getByRole('heading', { name: 'There is a problem' }).waitFor()
  const password = getField(page, 'Password')
  await password.fill('maple')
  await page.getByText('Weak: easy to guess.').waitFor()
  await pressButton(page, 'Show password')
  expect(await password.getAttribute('type')).toBe('text')
  await pressButton(page, 'Hide password')
  expect(await password.getAttribute('type')).toBe('password')
  await password.pressSequentially(' otter violin')
  await page.getByText('Strong.').waitFor()
  expect(await password.getAttribute('aria-invalid')).toBeNull()
  expect(await page.locator('#register-password-error').isVisible()).toBe(false)
  expect(await page.locator('#register-email-error').isVisible()).toBe(true)
  await leave()
})
