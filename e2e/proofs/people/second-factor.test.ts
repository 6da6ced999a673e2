import type { Page } from 'playwright-core'
import { beforeEach, expect, it } from 'vitest'
import { openSiteDatabase } from '#tests/support/site-database.ts'
import { startForSuite } from '#tests/support/start-for-suite.ts'
import { createTestFolder } from '#tests/support/test-folder.ts'
import { generateTotp } from '#tests/support/totp.ts'
import { expectAccessible } from '../../support/accessibility.ts'
import {
  getField,
  getPath,
  logIn,
  openAddForm,
  pressButton,
  setUpSecondFactor,
  waitForHeading,
} from '../../support/page-actions.ts'
import { ownerCredentials, ownerSettings, startSiteForSuite } from '../../support/test-site.ts'
import { startVisit } from '../../support/visitor.ts'

const password = 'a first password'
const settings = { ...ownerSettings, LOG_LEVEL: 'fatal', DATA_DIR: createTestFolder() }

const site = startSiteForSuite(settings)
const database = startForSuite(() => openSiteDatabase(settings))
let email: string
let nth = 0
beforeEach(async () => {
  nth += 1
  email = `person${nth}@example.com`
  const body = JSON.stringify({ email, password, name: email })
  await fetch(`${site.url}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url },
    body,
  })
  await database.confirmEmail(email)
})

const logInWithPassword = (page: Page, from: string, credentials = { email, password }) => logIn(page, from, credentials)

const visit = (javaScriptEnabled = true) => startVisit(site, { javaScriptEnabled, viewport: { width: 360, height: 800 } })

it.each([
  ['with', true],
  ['without', false],
])('a person sets up an app, and logs in with its codes or a recovery code, %s script', async (_, javaScriptEnabled) => {
  /** Runs axe only with script, because axe is a script in the page. */
  const expectAccessibleWithScript = (page: Page) => (javaScriptEnabled ? expectAccessible(page) : undefined)
  const { page, leave } = await visit(javaScriptEnabled)
  await logInWithPassword(page, '/account')
  await waitForHeading(page, 'Your account')
  await expectAccessibleWithScript(page)
  const { secret, codes } = await setUpSecondFactor(page, password, expectAccessibleWithScript)
  expect(codes).toHaveLength(10)
  await expectAccessibleWithScript(page)
  await page.getByRole('link', { name: 'I saved them' }).click()
  await page.getByText('10 recovery codes are left.').waitFor()
  await pressButton(page, 'Log out')

  await logInWithPassword(page, '/account')
  expect(getPath(page)).toBe('/second-factor')
  await expectAccessibleWithScript(page)
  await pressButton(page, 'Log in')
  await page.getByRole('link', { name: 'Code is required.' }).waitFor()
  await getField(page, 'Code').fill('000000')
  await pressButton(page, 'Log in')
  await page.getByRole('link', { name: /This code is wrong/ }).click()
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
  await page.getByRole('link', { name: /This recovery code is wrong/ }).waitFor()
  await page.goto('/account')
  expect(getPath(page)).toBe('/login')
  await leave()
})

it('a person sees their sessions and ends one from another browser', async () => {
  const [desktop, phone] = [await visit(), await startVisit(site, { userAgent: 'Mozilla/5.0 (iPhone) Version/18 Safari/604' })]
  await logInWithPassword(phone.page, '/account')
  await logInWithPassword(desktop.page, '/account')
  const device = desktop.page.getByRole('listitem').filter({ hasText: 'Safari on iPhone' })
  expect(await desktop.page.getByRole('listitem').filter({ hasText: 'This device' }).count()).toBe(1)
  await device.getByRole('button', { name: 'Log out Safari on iPhone' }).click()
  await desktop.page.getByText('The device was logged out.').waitFor()
  await device.waitFor({ state: 'detached' })
  await phone.page.reload()
  expect(getPath(phone.page)).toBe('/login')

  await logInWithPassword(phone.page, '/account')
  await desktop.page.reload()
  await desktop.page.getByText('Change your password', { exact: true }).click()
  await getField(desktop.page, 'Current password').fill('not this one')
  await getField(desktop.page, 'New password').fill('a second password')
  await pressButton(desktop.page, 'Change password')
  await desktop.page.getByRole('link', { name: 'Incorrect password.' }).waitFor()
  await expectAccessible(desktop.page)
  await getField(desktop.page, 'Current password').fill(password)
  await getField(desktop.page, 'New password').fill('a second password')
  await pressButton(desktop.page, 'Change password')
  await desktop.page.getByText('Your password was changed, and all other devices were logged out.').waitFor()
  await phone.page.reload()
  expect(getPath(phone.page)).toBe('/login')
  await Promise.all([desktop.leave(), phone.leave()])
})

it('a change of the payment account needs the password again (P-69)', async () => {
  const { page, leave } = await visit()
  await logInWithPassword(page, '/add-paypal-Email', ownerCredentials)
  await openAddForm(page, 'Add payment email')
  const payee = getField(page, 'Payment account email')
  // Once there is an address, another one is a spare.
  const addButton = page.getByRole('button', { name: /^(Add payment email|Add as a spare)$/ })
  await payee.fill(`till.${email}`)
  await database.ageSessions(ownerCredentials.email, 16)
  await addButton.click()
  await getField(page, 'Your password').waitFor()
  expect(await payee.inputValue()).toBe(`till.${email}`)
  await expectAccessible(page)
  await getField(page, 'Your password').fill(ownerCredentials.password)
  await addButton.click()
  await page.getByRole('status').filter({ hasText: 'Paypal Email Added' }).first().waitFor()

  await page
    .getByRole('listitem')
    .filter({ hasText: `till.${email}` })
    .getByRole('link', { name: 'Edit Now' })
    .click()
  await page.waitForURL('**/paypal-email/*')
  await page.getByRole('button', { name: 'Save payment email' }).waitFor()
  await database.ageSessions(ownerCredentials.email, 16)
  await payee.fill(`other.${email}`)
  await pressButton(page, 'Save payment email')
  await getField(page, 'Your password').fill('not this one')
  await pressButton(page, 'Save payment email')
  await page.getByRole('link', { name: 'Incorrect password.' }).waitFor()
  expect(await payee.inputValue()).toBe(`other.${email}`)
  await getField(page, 'Your password').fill(ownerCredentials.password)
  await pressButton(page, 'Save payment email')
  await page.getByRole('status').filter({ hasText: 'Paypal Email Updated' }).first().waitFor()
  expect(await getField(page, 'Your password').count()).toBe(0)
  expect(await database.listMails()).toContain(`till.${email}: Payment account email was changed`)
  await leave()
})
