import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config/config.ts'
import { openDatabase } from '../../src/server/platform/db/db.ts'
import { linkIn, type MailServer, startMailServer } from '../../tests/support/mail-server.ts'
import { ownedSite, owner, type Site, startSite } from '../support/site.ts'
import { arrive, sharedBrowser } from '../support/visitor.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'rankstead-account-'))

let site: Site
let browser: Browser
let server: MailServer
let nth = 0
beforeAll(async () => {
  ;[server, browser] = await Promise.all([startMailServer(), sharedBrowser()])
  const settings = { DATA_DIR: dataDir, SMTP_URL: server.url, ...ownedSite }
  site = await startSite({ ...settings, RATE_LIMITS: 'off' })
})
afterAll(async () => {
  await site?.close()
  await server?.close()
  rmSync(dataDir, { recursive: true })
})
beforeEach(() => {
  nth += 1
})

const somebody = () => `person${nth}@example.com`
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const pathOf = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search

async function fill(page: Page, email: string, password: string) {
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
}

async function mailedLink(email: string, subject: string): Promise<string> {
  const found = () => server.received.findLast((mail) => mail.recipients[0] === email && mail.subject === subject)
  await expect.poll(found, { timeout: 10_000 }).toBeDefined()
  return linkIn(found())
}

async function register(page: Page, email: string, from = '') {
  await page.goto(`/register${from && `?from=${from}`}`)
  await fill(page, email, 'a first password')
  await press(page, 'Register')
  await page.waitForURL(({ pathname }) => pathname !== '/register')
}

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_, javaScriptEnabled) => {
  const visit = (viewport = { width: 360, height: 800 }) => arrive(browser, site.url, { javaScriptEnabled, viewport })

  it('somebody on the way to a guarded page signs up after two mistakes and gets there', async () => {
    const { page, leave } = await visit()
    await page.goto('/verify-email')
    expect(pathOf(page)).toBe('/login?from=%2Fverify-email')
    await page.getByRole('link', { name: 'Sign Up' }).click()
    await press(page, 'Register')
    await page.getByRole('heading', { name: 'There is a problem' }).waitFor()
    expect(await page.title()).toBe('Error: Register | Rankstead')
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('problem-summary')
    await page.getByRole('link', { name: 'Password is Required' }).waitFor()
    await page.getByRole('link', { name: 'Email is Required' }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('email')
    expect(await field(page, 'Email').getAttribute('aria-invalid')).toBe('true')
    expect(await field(page, 'Email').getAttribute('aria-describedby')).toBe('email-error')

    await fill(page, 'ab@example', 'maple')
    await press(page, 'Register')
    await page.getByRole('link', { name: 'Provide a Valid Email' }).waitFor()
    await page.getByRole('link', { name: 'Minimum 6 Characters' }).waitFor()
    expect(await field(page, 'Email').inputValue()).toBe('ab@example')
    // A page is kept, printed and looked at: it never carries a password.
    expect(await page.content()).not.toContain('maple')

    await fill(page, somebody(), 'a first password')
    await press(page, 'Register')
    await page.getByRole('heading', { name: 'Confirm your email address' }).waitFor()
    expect(pathOf(page)).toBe('/verify-email')
    await page.goto('/register')
    expect(pathOf(page)).toBe('/dashboard')
    await leave()
  })

  it('somebody new lands on the home page, signed in, and confirms the address with the mailed link', async () => {
    const { page, leave } = await visit()
    await register(page, somebody())
    expect(pathOf(page)).toBe('/?registered')
    await page.getByText('One more step: check your inbox').waitFor()
    expect(await page.getByRole('link', { name: 'Dashboard', includeHidden: true }).count()).toBeGreaterThan(0)
    await page.goto(await mailedLink(somebody(), 'Confirm your email address'))
    await press(page, 'Confirm my address')
    await page.getByText('Your email address is confirmed.').waitFor()
    expect(pathOf(page)).toBe('/verify-email')
    await page.reload()
    await page.getByRole('link', { name: 'Go to your dashboard' }).click()
    await page.waitForURL('**/dashboard')
    await leave()
  })

  it('the link opened elsewhere asks to log in first; in somebody else’s account it does nothing', async () => {
    const first = await visit()
    await register(first.page, somebody())
    const link = await mailedLink(somebody(), 'Confirm your email address')
    await first.leave()

    const elsewhere = await visit()
    await elsewhere.page.goto(link)
    expect(new URL(elsewhere.page.url()).pathname).toBe('/login')
    await fill(elsewhere.page, somebody(), 'a first password')
    await press(elsewhere.page, 'Log in')
    await press(elsewhere.page, 'Confirm my address')
    await elsewhere.page.getByText('Your email address is confirmed.').waitFor()
    await elsewhere.leave()

    const stranger = await visit()
    await register(stranger.page, `stranger${nth}@example.com`)
    await stranger.page.goto(link)
    await press(stranger.page, 'Confirm my address')
    await stranger.page.getByText('This link was mailed to another address.').waitFor()
    await press(stranger.page, 'Send a new link')
    await stranger.page.getByText('We sent a link to your inbox.').waitFor()
    expect(pathOf(stranger.page)).toBe('/verify-email')
    await stranger.leave()
  })

  it('a forgotten password: the mailed link works once, ends the other sessions, and the new one opens the account', async () => {
    const elsewhere = await visit()
    await register(elsewhere.page, somebody())
    const { page, leave } = await visit()
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot password' }).click()
    await press(page, 'Send the link')
    await page.getByRole('link', { name: 'Email is Required' }).waitFor()
    await field(page, 'Email').fill(somebody())
    await press(page, 'Send the link')
    await page.getByRole('heading', { name: 'Thank You' }).waitFor()
    expect(pathOf(page)).toBe('/thanks')

    const link = await mailedLink(somebody(), 'Choose a new password')
    await page.goto(link)
    await field(page, 'Password').fill('short')
    await press(page, 'Save the new password')
    await page.getByRole('link', { name: 'Minimum 6 Characters' }).waitFor()
    await field(page, 'Password').fill('a second password')
    await press(page, 'Save the new password')
    await page.getByText('Your password was changed. Log in with the new one.').waitFor()
    await page.getByRole('heading', { name: 'Your new password is set' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'Log in' }).click()
    await page.waitForURL('**/login')
    await fill(page, somebody(), 'a first password')
    await press(page, 'Log in')
    await page.getByText('The email or the password is not right.').waitFor()
    expect(await field(page, 'Email').inputValue()).toBe(somebody())
    await field(page, 'Password').fill('a second password')
    await press(page, 'Log in')
    await page.waitForURL('**/dashboard')

    await elsewhere.page.goto('/verify-email')
    expect(new URL(elsewhere.page.url()).pathname).toBe('/login')
    await elsewhere.leave()

    await page.goto(link)
    await field(page, 'Password').fill('a third password')
    await press(page, 'Save the new password')
    await page.getByText('This link was used already or has expired. Ask for a new one.').waitFor()
    await page.getByRole('link', { name: 'Ask for a new one' }).click()
    expect(pathOf(page)).toBe('/reset')
    await leave()
  })

  it('an expired link says so and leads to a new one; an unknown address is told what everybody is told', async () => {
    const { page, leave } = await visit()
    await page.goto('/reset')
    await field(page, 'Email').fill(`nobody${nth}@example.com`)
    await press(page, 'Send the link')
    await page.getByRole('heading', { name: 'Thank You' }).waitFor()
    const words = await page.getByRole('main').textContent()
    await page.goto('/reset')
    await field(page, 'Email').fill(owner.email)
    await press(page, 'Send the link')
    await page.getByRole('heading', { name: 'Thank You' }).waitFor()
    expect(await page.getByRole('main').textContent()).toBe(words)

    const link = await mailedLink(owner.email, 'Choose a new password')
    const database = await openDatabase(readConfig({ DATA_DIR: dataDir }))
    await database.main.updateTable('reset_link').set({ ends_at: 0 }).execute()
    await database.close()
    await page.goto(link)
    await field(page, 'Password').fill('another password')
    await press(page, 'Save the new password')
    await page.getByText('This link was used already or has expired.').waitFor()
    await leave()
  })

  it('acceptance points 43 and 44: a guarded page is remembered through logging in, another site is not; after signing out Back shows nothing', async () => {
    const { page, leave } = await visit()
    await page.goto('/setting?x=1')
    expect(pathOf(page)).toBe('/login?from=%2Fsetting%3Fx%3D1')
    await fill(page, owner.email, 'wrong password')
    await press(page, 'Log in')
    await page.getByText('The email or the password is not right.').waitFor()
    await field(page, 'Password').fill(owner.password)
    await press(page, 'Log in')
    await page.waitForURL('**/setting?x=1')
    await page.goto('/login?from=%2Fadd-logo')
    expect(pathOf(page)).toBe('/add-logo')
    await page.goto('/login?from=%2F%2Fevil.example')
    expect(pathOf(page)).toBe('/dashboard')

    await page.goto('/setting')
    await page.evaluate(() => document.querySelector<HTMLFormElement>('form[action="/sign-out"]')?.submit())
    await page.waitForURL('**/sign-out')
    await page.getByRole('heading', { name: 'See you soon' }).waitFor()
    await page.goBack()
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login')
    expect(await page.getByRole('main').textContent()).not.toContain(owner.email)
    await leave()
  })

  it('somebody who registers an address that is taken ends where everybody does, and the owner hears of it', async () => {
    const { page, leave } = await visit()
    await register(page, owner.email)
    expect(pathOf(page)).toBe('/?registered')
    expect(await page.getByRole('link', { name: 'Dashboard', includeHidden: true }).count()).toBe(0)
    await mailedLink(owner.email, 'Someone tried to register with your address')
    await leave()
  })
})

describe('what the script adds', () => {
  it('shows a password on request, says how strong a new one is, and takes back what was put right', async () => {
    const { page, leave } = await arrive(browser, site.url)
    await page.goto('/register')
    await press(page, 'Register')
    await page.getByRole('heading', { name: 'There is a problem' }).waitFor()
    const password = field(page, 'Password')
    await password.fill('maple')
    await page.getByText('Weak: easy to guess.').waitFor()
    await press(page, 'Show password')
    expect(await password.getAttribute('type')).toBe('text')
    await press(page, 'Hide password')
    expect(await password.getAttribute('type')).toBe('password')
    await password.pressSequentially(' otter violin')
    await page.getByText('Strong.').waitFor()
    expect(await password.getAttribute('aria-invalid')).toBeNull()
    expect(await page.locator('#password-error').isVisible()).toBe(false)
    expect(await page.locator('#email-error').isVisible()).toBe(true)
    await leave()
  })

  it('sends a form once however often its button is pressed, and says that it is on its way', async () => {
    const { page, leave } = await arrive(browser, site.url)
    let posts = 0
    await page.route('**/register', async (route) => {
      if (route.request().method() === 'POST') {
        posts += 1
        await new Promise((resolve) => setTimeout(resolve, 500))
      }
      await route.continue()
    })
    await page.goto('/register')
    await fill(page, somebody(), 'a first password')
    // Read in the page itself: from here one would wait for the page that follows.
    const announced = await page.getByRole('button', { name: 'Register' }).evaluate((button: HTMLButtonElement) => {
      for (let time = 0; time < 3; time += 1) button.click()
      return [...document.querySelectorAll('main [role=status]')].map(({ textContent }) => textContent)
    })
    expect(announced).toContain('Creating your account…')
    await page.waitForURL(`${site.url}/?registered`)
    expect(posts).toBe(1)
    await leave()
  })
})
