import { expect, it } from 'vitest'
import { expectAccessible } from '../support/accessibility.ts'
import { startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const site = startSiteForSuite()

it('the printed link makes the first admin, whose banner change shows on a visitor’s next load', async () => {
  const visitor = await startVisit(site)
  await visitor.page.goto('/')
  await visitor.page.getByRole('heading', { level: 1, name: 'Be found on the streets you sell.' }).waitFor()

  const owner = await startVisit(site)
  const { page } = owner
  await page.goto(`/add-user?code=${site.app.setUpCode}`)
  expect(await page.getByLabel('Set-up code').inputValue()).toBe(site.app.setUpCode)
  await expectAccessible(page)
  await page.getByLabel('Email', { exact: true }).fill('owner@example.com')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create the first admin' }).click()
  await page.getByRole('link', { name: 'Minimum 6 Characters' }).waitFor()
  expect(await page.title()).toMatch(/^Error:/)
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe('owner@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a good password')
  await page.getByRole('button', { name: 'Create the first admin' }).click()
  await page.waitForURL('**/admin')
  await page.getByRole('heading', { name: 'Before you launch' }).waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  const navigation = page.getByRole('navigation', { name: 'Admin', exact: true })
  expect(await navigation.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight)).toBeLessThanOrEqual(0)
  await page
    .getByRole('navigation', { name: 'Parts of the admin' })
    .getByRole('link', { name: /^All content/ })
    .click()

  await page
    .getByRole('main')
    .getByRole('link', { name: /Banner/ })
    .first()
    .click()
  const heading = page.getByLabel('Heading', { exact: true })
  await heading.fill('')
  await page.getByRole('button', { name: 'Save banner' }).click()
  await page.getByRole('link', { name: 'Heading is required.' }).waitFor()
  await heading.fill('We read the whole street.')
  await page.getByRole('button', { name: 'Save banner' }).click()
  await page.getByRole('status').filter({ hasText: 'Banner is Updated' }).first().waitFor()

  await visitor.page.reload()
  await visitor.page.getByRole('heading', { level: 1, name: 'We read the whole street.' }).waitFor()

  await page.goto('/')
  expect(await page.getByRole('link', { name: 'Admin', exact: true }).first().getAttribute('href')).toBe('/admin')
  await page.goto('/setting')
  await page.getByRole('button', { name: 'Log out' }).first().click()
  await page.waitForURL('**/sign-out')
  await page.goto('/setting')
  expect(new URL(page.url()).pathname).toBe('/login')
  await page.getByLabel('Email', { exact: true }).fill('owner@example.com')
  await page.getByLabel('Password', { exact: true }).fill('a good password')
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await page.waitForURL('**/setting')
  await owner.leave()
  await visitor.leave()
})
