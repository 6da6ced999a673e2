import { beforeEach, expect, it } from 'vitest'
import { expectAccessible, expectFitsAndAccessible } from '../../support/accessibility.ts'
import { findBorderlessControls } from '../../support/find-appearance-faults.ts'
import { getField, getPath, pressButton, waitForHeading } from '../../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const UNSENT_MESSAGE = 'That didn’t go through. Check your connection and try again. What you typed is still here.'
const password = 'a first password'

const site = startSiteForSuite(ownerSettings)
let nth = 0
beforeEach(() => {
  nth += 1
})

/** Registers an account and returns its credentials. */
async function createAccount() {
  const credentials = { email: `person${nth}@example.com`, password }
  const headers = { 'content-type': 'application/json' }
  const { status } = await fetch(`${site.url}/api/register`, { method: 'POST', headers, body: JSON.stringify(credentials) })
  expect(status).toBe(201)
  return credentials
}

it.each([
  ['/login', 'Log in', '/dashboard'],
  ['/register', 'Register', '/?registered'],
])('without a connection, %s keeps the typed text and sends it on the next try', async (path, button, next) => {
  const { page, leave } = await startVisit(site)
  const credentials = path === '/login' ? await createAccount() : { email: `person${nth}@example.com`, password }
  await page.goto(path)
  await getField(page, 'Email').fill(credentials.email)
  await getField(page, 'Password').fill(credentials.password)
  await page.context().setOffline(true)
  await pressButton(page, button)
  await page.getByRole('status').getByText(UNSENT_MESSAGE).waitFor()
  expect(await getField(page, 'Email').inputValue()).toBe(credentials.email)
  expect(await getField(page, 'Password').inputValue()).toBe(credentials.password)
  expect(getPath(page)).toBe(path)
  await page.context().setOffline(false)
  await pressButton(page, button)
  await page.waitForURL(site.url + next)
  await leave()
})

it.each(['unsent', 'refused'])('Back to an %s login form restores the email, and the browser stores nothing', async (state) => {
  const { page, leave } = await startVisit(site)
  await page.goto('/login')
  await getField(page, 'Email').fill('somebody@example.com')
  await getField(page, 'Password').fill('not this one')
  if (state === 'refused') {
    await pressButton(page, 'Log in')
    await page.getByText('Incorrect email or password.').waitFor()
    expect(await getField(page, 'Password').inputValue()).toBe('not this one')
  }
  await page.getByRole('link', { name: 'Forgot password' }).click()
  await waitForHeading(page, 'Forgot your password?')
  await page.goBack()
  await waitForHeading(page, 'Log in')
  await expect.poll(() => getField(page, 'Email').inputValue()).toBe('somebody@example.com')
  expect(await getField(page, 'Password').inputValue()).toBe('')
  expect(await page.evaluate(() => [sessionStorage.length, localStorage.length])).toEqual([0, 0])
  await leave()
})

it('the summary drops a corrected error, shows it again when it returns, and disappears with the last', async () => {
  const { page, leave } = await startVisit(site)
  await page.goto('/register')
  await pressButton(page, 'Register')
  const getSummaryLine = (name: string) => page.locator('.problem-summary').getByText(name)
  await getSummaryLine('Email is Required').waitFor()
  await getField(page, 'Email').fill('somebody@example.com')
  expect([
    await getSummaryLine('Email is Required').isVisible(),
    await getSummaryLine('Password is Required').isVisible(),
  ]).toEqual([false, true])
  await getField(page, 'Email').fill('')
  expect(await getSummaryLine('Email is Required').isVisible()).toBe(true)
  await getField(page, 'Email').fill('somebody@example.com')
  await getField(page, 'Password').pressSequentially('otter violin')
  expect(await page.locator('.problem-summary').isVisible()).toBe(false)
  await leave()
})

it('a button is readable while its form is sent', async () => {
  const { page, leave } = await startVisit(site)
  const answerReleased = Promise.withResolvers<void>()
  await page.route('**/login', async (route) => {
    if (route.request().method() === 'POST') await answerReleased.promise
    await route.continue()
  })
  await page.goto('/login')
  await getField(page, 'Email').fill('busy@example.com')
  await getField(page, 'Password').fill(password)
  // This runs in the page, because Playwright would wait for the next page first.
  await page.getByRole('button', { name: 'Log in', exact: true }).evaluate((button: HTMLButtonElement) => button.click())
  const busyButton = page.getByRole('button', { name: 'Logging in…' })
  await busyButton.waitFor()
  await expectAccessible(page)
  expect(await busyButton.isVisible()).toBe(true)
  answerReleased.resolve()
  await waitForHeading(page, 'There is a problem')
  await leave()
})

const ACCOUNT_PATHS = ['/login', '/login?error=access_denied', '/register', '/reset', '/reset?token=x', '/thanks']
it('the account pages fit every window and are accessible, also with errors', async () => {
  const { page, externalRequests, leave } = await startVisit(site)
  for (const path of ACCOUNT_PATHS) {
    await page.goto(path)
    await expectFitsAndAccessible(page)
    await page.emulateMedia({ forcedColors: 'active' })
    expect([path, await findBorderlessControls(page)]).toEqual([path, []])
    await page.emulateMedia({ forcedColors: null })
    if (path === '/thanks') continue
    await page.locator('main .button').first().click()
    // The log-in page with an error has the heading before the answer too.
    await page.locator('form[aria-busy]').waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'There is a problem' }).waitFor()
    await expectFitsAndAccessible(page)
  }
  await page.goto('/register?from=%2Fverify-email')
  await getField(page, 'Email').fill('wide@example.com')
  await getField(page, 'Password').fill(password)
  await pressButton(page, 'Register')
  await page.waitForURL('**/verify-email')
  await expectFitsAndAccessible(page)
  expect(externalRequests).toEqual([])
  await leave()
})
