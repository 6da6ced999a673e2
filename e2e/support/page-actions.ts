import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { generateTotp } from '../../tests/support/totp.ts'
import { waitForHydrationIfAny } from './visitor.ts'

export const getField = (page: Page, label: string) => page.getByLabel(label, { exact: true })
export const pressButton = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const waitForHeading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
export const waitForToast = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true }).first().waitFor()
export const getPath = (page: Page) => new URL(page.url()).pathname

/** Opens the add form below a list. It starts open only while the list is empty. */
export async function openAddForm(page: Page, summaryText: string): Promise<void> {
  const form = page.locator('details', { has: page.locator('summary').getByText(summaryText) })
  if ((await form.getAttribute('open')) === null) await form.locator('summary').click()
}

/** Logs in on the login page, which then leads to `from`. */
export async function logIn(page: Page, from: string, { email, password }: { email: string; password: string }) {
  await page.goto(`/login?from=${encodeURIComponent(from)}`)
  const form = page.locator('form', { has: page.getByRole('button', { name: 'Log in', exact: true }) })
  await form.getByLabel('Email', { exact: true }).fill(email)
  await form.getByLabel('Password', { exact: true }).fill(password)
  await pressButton(page, 'Log in')
  await page.waitForURL(({ pathname }) => pathname !== '/login')
  await waitForHydrationIfAny(page)
}

/**
 * Sets up a second factor on the page "Your account", with one wrong code on the way. `inspect` runs before the right
 * code. Returns the secret and the recovery codes.
 */
export async function setUpSecondFactor(page: Page, password: string, inspect: (page: Page) => unknown = () => {}) {
  const summary = page.getByText('Set up two-step verification', { exact: true })
  const passwordField = page.getByRole('region', { name: 'Two-step verification' }).getByLabel('Your password', { exact: true })
  if (!(await passwordField.isVisible())) await summary.click()
  await passwordField.fill(password)
  await pressButton(page, 'Continue')
  await waitForHeading(page, 'Set up two-step verification')
  const readShownSecret = async () => ((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '')
  const secret = await readShownSecret()
  await getField(page, 'Code').fill('00 00 00')
  await pressButton(page, 'Turn on two-step verification')
  await waitForHeading(page, 'There is a problem')
  expect(await page.title()).toBe('Error: Set up two-step verification | Rankstead')
  // The secret stays: the person's app holds it already.
  expect(await readShownSecret()).toBe(secret)
  await inspect(page)
  await getField(page, 'Code').fill(generateTotp(secret))
  await pressButton(page, 'Turn on two-step verification')
  await waitForHeading(page, 'Your recovery codes')
  return { secret, codes: await page.locator('.recovery-codes code').allTextContents() }
}
