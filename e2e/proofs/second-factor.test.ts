import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openSiteDatabase } from '../../tests/support/site-database.ts'
import { generateTotp } from '../../tests/support/totp.ts'
import { expectAccessible as checkAccessible } from '../support/accessibility.ts'
import {
  getField,
  getPath,
  logIn as logInAs,
  openAddForm,
  pressButton,
  setUpSecondFactor,
  waitForHeading,
} from '../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSite, type TestSite } from '../support/test-site.ts'
import { getSharedBrowser, startVisit } from '../support/visitor.ts'

const password = 'a first password'
const settings = { ...ownerSettings, RATE_LIMITS: 'off', LOG_LEVEL: 'fatal' }

const DATA_DIR = mkdtempSync(join(tmpdir(), 'rankstead-second-factor-'))

let site: TestSite
let stored: Awaited<ReturnType<typeof openSiteDatabase>>
let browser: Browser
let email: string
let nth = 0
beforeAll(async () => {
  ;[site, browser] = await Promise.all([startSite({ ...settings, DATA_DIR }), getSharedBrowser()])
  stored = await openSiteDatabase({ DATA_DIR })
})
afterAll(async () => {
  await stored?.close()
  await site?.close()
  rmSync(DATA_DIR, { recursive: true })
})
beforeEach(async () => {
  nth += 1
  email = `person${nth}@example.com`
  const body = JSON.stringify({ email, password, name: email })
  await fetch(`${site.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url },
    body,
  })
  await stored.confirmEmail(email)
})

const logInWithPassword = (page: Page, from: string, who = { email, password }) => logInAs(page, from, who)

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('%s', (_, javaScriptEnabled) => {
  const visit = () => startVisit(browser, site.url, { javaScriptEnabled, viewport: { width: 360, height: 800 } })
  /** The checker runs in the page itself. */
  const expectAccessible = (page: Page) => (javaScriptEnabled ? checkAccessible(page) : undefined)

  it('somebody sets up an app, and from then on comes in with its codes or a recovery code', async () => {
    const { page, leave } = await visit()
    await logInWithPassword(page, '/account')
    await waitForHeading(page, 'Your account')
    await expectAccessible(page)
    const { secret, codes } = await setUpSecondFactor(page, password, expectAccessible)
    expect(codes).toHaveLength(10)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'I saved them' }).click()
    await page.getByText('10 recovery codes are left.').waitFor()
    await pressButton(page, 'Log out')

    await logInWithPassword(page, '/account')
    expect(getPath(page)).toBe('/second-factor')
    await expectAccessible(page)
    await pressButton(page, 'Log in')
    await page.getByRole('link', { name: 'Code is required.' }).waitFor()
    await getField(page, 'Code').fill('000000')
    await pressButton(page, 'Log in')
    await page.getByRole('link', { name: /This code is not right/ }).click()
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('code')
    await page.keyboard.type(generateTotp(secret, 1))
    await page.keyboard.press('Enter')
    await waitForHeading(page, 'Your account')
    await pressButton(page, 'Log out')

    await logInWithPassword(page, '/account')
    await getField(page, 'Code').fill((codes[0] ?? '').toLowerCase())
    await pressButton(page, 'Log in')
    await page.getByText('9 recovery codes are left.').waitFor()
    await pressButton(page, 'Log out')
    await logInWithPassword(page, '/account')
    await getField(page, 'Code').fill(codes[0] ?? '')
    await pressButton(page, 'Log in')
    await page.getByRole('link', { name: /none of your recovery codes/ }).waitFor()
    await page.goto('/account')
    expect(getPath(page)).toBe('/login')
    await leave()
  })

  it('somebody sees where they are logged in and ends that from another browser', async () => {
    const [mine, theirs] = [
      await visit(),
      await startVisit(browser, site.url, { userAgent: 'Mozilla/5.0 (iPhone) Version/18 Safari/604' }),
    ]
    await logInWithPassword(theirs.page, '/account')
    await logInWithPassword(mine.page, '/account')
    const device = mine.page.getByRole('listitem').filter({ hasText: 'Safari on iPhone' })
    expect(await mine.page.getByRole('listitem').filter({ hasText: 'This device' }).count()).toBe(1)
    await device.getByRole('button', { name: 'End Safari on iPhone' }).click()
    await mine.page.getByText('The device was logged out.').waitFor()
    await device.waitFor({ state: 'detached' })
    await theirs.page.reload()
    expect(getPath(theirs.page)).toBe('/login')

    await logInWithPassword(theirs.page, '/account')
    await mine.page.reload()
    await mine.page.getByText('Change your password', { exact: true }).click()
    await getField(mine.page, 'Current password').fill('not this one')
    await getField(mine.page, 'New password').fill('a second password')
    await pressButton(mine.page, 'Change password')
    await mine.page.getByRole('link', { name: 'The password is not right.' }).waitFor()
    await expectAccessible(mine.page)
    await getField(mine.page, 'Current password').fill(password)
    await getField(mine.page, 'New password').fill('a second password')
    await pressButton(mine.page, 'Change password')
    await mine.page.getByText('Your password was changed, and all other devices were logged out.').waitFor()
    await theirs.page.reload()
    expect(getPath(theirs.page)).toBe('/login')
    await Promise.all([mine.leave(), theirs.leave()])
  })

  it('an admin gives the password again before changing who is an admin, and nothing typed is lost', async () => {
    const { page, leave } = await visit()
    await logInWithPassword(page, '/add-user', ownerCredentials)
    await page.getByRole('heading', { name: 'Add another admin' }).waitFor()
    await expectAccessible(page)
    await stored.ageSessions(ownerCredentials.email, 16)
    await getField(page, 'Email').fill(email)
    await pressButton(page, 'Add admin')
    await getField(page, 'Your password').waitFor()
    expect(await getField(page, 'Email').inputValue()).toBe(email)
    await expectAccessible(page)
    await getField(page, 'Your password').fill('not this one')
    await pressButton(page, 'Add admin')
    await page.getByRole('link', { name: 'The password is not right.' }).waitFor()
    await getField(page, 'Your password').fill(ownerCredentials.password)
    await pressButton(page, 'Add admin')
    await page.getByRole('status').filter({ hasText: 'User Is Added' }).first().waitFor()
    expect(await getField(page, 'Your password').count()).toBe(0)

    await page.getByRole('link', { name: `Update ${email}` }).click()
    await page.waitForURL('**/admin-user/*')
    // The address changes a moment before the page does, which has a field of this name too.
    await page.getByRole('button', { name: 'Save admin email' }).waitFor()
    await getField(page, 'Email').fill(`new.${email}`)
    await pressButton(page, 'Save admin email')
    await page.getByRole('status').filter({ hasText: 'User Is Update' }).first().waitFor()
    await page.goto('/add-user')
    await page.getByRole('link', { name: `Update ${ownerCredentials.email}` }).click()
    await page.waitForURL('**/admin-user/*')
    await page.getByRole('button', { name: 'Save admin email' }).waitFor()
    await getField(page, 'Email').fill('nobody@example.com')
    await pressButton(page, 'Save admin email')
    await page.getByRole('link', { name: /Nobody could log in as an admin any more/ }).waitFor()
    expect(await getField(page, 'Email').inputValue()).toBe('nobody@example.com')
    await leave()
  })

  it('an admin gives the password again before changing where payments go', async () => {
    const { page, leave } = await visit()
    await logInWithPassword(page, '/add-paypal-Email', ownerCredentials)
    await openAddForm(page, 'Add payment email')
    const payee = getField(page, 'Payment account email')
    await payee.fill(`till.${email}`)
    await stored.ageSessions(ownerCredentials.email, 16)
    await pressButton(page, 'Add payment email')
    await getField(page, 'Your password').waitFor()
    expect(await payee.inputValue()).toBe(`till.${email}`)
    await expectAccessible(page)
    await getField(page, 'Your password').fill(ownerCredentials.password)
    await pressButton(page, 'Add payment email')
    await page.getByRole('status').filter({ hasText: 'Paypal Email Added' }).first().waitFor()

    await page
      .getByRole('listitem')
      .filter({ hasText: `till.${email}` })
      .getByRole('link', { name: 'Edit Now' })
      .click()
    await page.waitForURL('**/paypal-email/*')
    await page.getByRole('button', { name: 'Save payment email' }).waitFor()
    await stored.ageSessions(ownerCredentials.email, 16)
    await payee.fill(`other.${email}`)
    await pressButton(page, 'Save payment email')
    await getField(page, 'Your password').fill('not this one')
    await pressButton(page, 'Save payment email')
    await page.getByRole('link', { name: 'The password is not right.' }).waitFor()
    expect(await payee.inputValue()).toBe(`other.${email}`)
    await getField(page, 'Your password').fill(ownerCredentials.password)
    await pressButton(page, 'Save payment email')
    await page.getByRole('status').filter({ hasText: 'Paypal Email Updated' }).first().waitFor()
    expect(await getField(page, 'Your password').count()).toBe(0)
    expect(await stored.listMails()).toContain(`till.${email}: Payment account email was changed`)
    await leave()
  })
})

it('where admins need a second factor, one is led to it from any admin page, and back', async () => {
  const strict = await startSite({ ...settings, ADMIN_SECOND_FACTOR: 'required' })
  const { page, leave } = await startVisit(browser, strict.url)
  await logInWithPassword(page, '/setting', ownerCredentials)
  expect(getPath(page)).toBe('/account')
  await page.getByText('this site asks its admins for a second factor').waitFor()
  await checkAccessible(page)
  await setUpSecondFactor(page, ownerCredentials.password, checkAccessible)
  await page.getByRole('link', { name: 'I saved them' }).click()
  await page.getByRole('heading', { level: 1, name: 'Setting' }).waitFor()
  await page.getByRole('link', { name: 'Your account' }).first().click()
  await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor()
  await leave()
  await strict.close()
})
