import { beforeAll, expect, it } from 'vitest'
import { createOidcProvider } from '../../tests/support/oidc-provider.ts'
import { startForSuite } from '../../tests/support/start-for-suite.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { startSite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const provider = startForSuite(() => createOidcProvider({ sub: 'ann', email: 'ann@example.com', email_verified: true }))
const site = startForSuite(() => startSite({ ...provider.environment, LOG_LEVEL: 'fatal' }))
beforeAll(() => provider.setSiteOrigin(site.url))

it('Join With Google leads to the provider and back to the remembered page', async () => {
  await provider.start()
  const { page, leave } = await startVisit(site)
  await page.goto('/login?from=%2F%3Ftopic%3Dprices')
  await page.getByRole('button', { name: 'Join With Google' }).click()
  await page.waitForURL(`${provider.issuer}/**`)
  await page.getByRole('button', { name: 'Sign in as ann' }).click()
  await page.waitForURL(`${site.url}/?topic=prices`)
  const dashboard = page.getByRole('banner').getByRole('link', { name: 'Dashboard' }).first()
  expect(await dashboard.count()).toBe(1)

  // The provider already has a session with this browser, so it returns it without a page.
  await page.context().clearCookies({ name: /rankstead/ })
  await page.goto('/login?from=%2F%3Fx%3D1')
  await page.getByRole('button', { name: 'Join With Google' }).click()
  await page.waitForURL(`${site.url}/?x=1`)
  expect(await dashboard.count()).toBe(1)
  await leave()
  await provider.stop()
})

it('a failed provider shows an error on the login page and logs it, and the page still remembers the return path', async () => {
  const { page } = await startVisit(site)
  const consoleLines: string[] = []
  page.on('console', (message) => consoleLines.push(message.text()))
  await page.goto('/login?from=%2F%3Fx%3D1')
  await page.getByRole('button', { name: 'Join With Google' }).click()
  await page.getByRole('alert').getByText('We can’t reach Google right now.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  await expect
    .poll(() => consoleLines)
    .toContainEqual(expect.stringMatching(/^Identity provider sign-in failed: .*We can’t reach/))
  await expectAccessible(page)

  await provider.start()
  await page.getByRole('button', { name: 'Join With Google' }).click()
  await page.getByRole('button', { name: 'Sign in as ann' }).click()
  await page.waitForURL(`${site.url}/?x=1`)
  await page.context().close()
  await provider.stop()
})

it('Back leads from the provider to the login page', async () => {
  await provider.start()
  const { page, leave } = await startVisit(site)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Join With Google' }).click()
  await page.waitForURL(`${provider.issuer}/**`)
  await page.goBack()
  expect(page.url()).toBe(`${site.url}/login`)
  await leave()
  await provider.stop()
})
