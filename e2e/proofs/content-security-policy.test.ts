import { expect, it } from 'vitest'
import { allPages } from '../../src/web/routes.tsx'
import { startSiteForSuite } from '../support/test-site.ts'
import { getSharedBrowser, startVisit } from '../support/visitor.ts'

const owner = { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'correct horse' }
const site = startSiteForSuite(owner)
const browser = await getSharedBrowser()

// A browser reports whatever the policy blocks as a console error, and each of those fails the visit.
it('blocks nothing that a page of ours needs, for a visitor and for the admin', { timeout: 180_000 }, async () => {
  const visitor = await startVisit(browser, site.url)
  const admin = await startVisit(browser, site.url)
  await admin.page.goto('/login')
  await admin.page.getByLabel('Email', { exact: true }).fill(owner.ADMIN_EMAIL)
  await admin.page.getByLabel('Password', { exact: true }).fill(owner.ADMIN_PASSWORD)
  await admin.page.getByRole('button', { name: 'Log in', exact: true }).click()
  await admin.page.waitForURL('**/dashboard')
  // Two pages move on by themselves.
  const own = allPages.filter(({ path }) => !['/sign-out', '/login/provider'].includes(path) && !path.includes(':'))
  const isAdmins = ({ access }: { access: string }) => access === 'admin'
  const visits = [
    { page: visitor.page, paths: own.filter((page) => !isAdmins(page)) },
    { page: admin.page, paths: own.filter(isAdmins) },
  ].map(async ({ page, paths }) => {
    for (const { path } of paths) {
      await page.goto(path)
      // What the page's own program does comes after its arrival. A page that no one looks at may never be idle.
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1000 })))
    }
  })
  await Promise.all(visits)
  await admin.leave()
  await visitor.leave()
})

it('lets the documentation work, and nothing of another site into it', async () => {
  const { page, externalRequests: foreign, leave } = await startVisit(browser, site.url)
  await page.goto('/api/docs')
  await page.getByRole('heading', { name: /Rankstead/ }).waitFor()
  // The first one: those that are out of view are not there yet.
  await page
    .getByRole('button', { name: /get ​?\/logo$/ })
    .or(page.locator('#operations-logo-get_logo button').first())
    .first()
    .click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.getByText('"logo"').first().waitFor()
  expect(foreign).toEqual([])
  await leave()
})
