import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { appCode } from '../../tests/support/totp.ts'

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true }).waitFor()
export const pathOf = (page: Page) => new URL(page.url()).pathname

/** A page of the admin area answers without script too: where a story is about what script does, it must be there first. */
export async function live(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith('__reactContainer')))
}

/** The form that adds to a list stands below it, and is open only while that is empty. */
export async function openAddForm(page: Page, words: string): Promise<void> {
  const form = page.locator('details', { has: page.locator('summary').getByText(words) })
  if ((await form.getAttribute('open')) === null) await form.locator('summary').click()
}

/** Gives email and password on the login page, on the way to `from`. */
export async function logIn(page: Page, from: string, { email, password }: { email: string; password: string }) {
  await page.goto(`/login?from=${encodeURIComponent(from)}`)
  await field(page, 'Email').fill(email)
  await field(page, 'Password').fill(password)
  await press(page, 'Log in')
  await page.waitForURL(({ pathname }) => pathname !== '/login')
}

/**
 * From the page "Your account" through a wrong code to the page with the recovery codes, with a `look`
 * at the page in between; answers the secret and the codes.
 */
export async function setUp(page: Page, password: string, look: (page: Page) => unknown = () => {}) {
  const begin = page.getByText('Set up a second factor', { exact: true })
  if (!(await field(page, 'Your password').isVisible())) await begin.click()
  await field(page, 'Your password').fill(password)
  await press(page, 'Begin')
  await heading(page, 'Set up your second factor')
  const secretShown = async () => ((await page.locator('.secret').textContent()) ?? '').replaceAll(' ', '')
  const secret = await secretShown()
  await field(page, 'Code').fill('00 00 00')
  await press(page, 'Turn the second factor on')
  await heading(page, 'There is a problem')
  expect(await page.title()).toBe('Error: Set up your second factor | Rankstead')
  // The same secret still: the app has it by now.
  expect(await secretShown()).toBe(secret)
  await look(page)
  await field(page, 'Code').fill(appCode(secret))
  await press(page, 'Turn the second factor on')
  await heading(page, 'Your recovery codes')
  return { secret, codes: await page.locator('.recovery-codes code').allTextContents() }
}
