import { expect, it } from 'vitest'
import { siteAndAdminPages } from '#web/routes.tsx'
import { startSiteForSuite } from '../support/test-site.ts'
import { startVisit } from '../support/visitor.ts'

const owner = { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'correct horse' }
const site = startSiteForSuite(owner)

// The browser logs each blocked request as a console error, which fails the visit.
it('blocks nothing that the pages of visitors and admins need', async () => {
  const visitor = await startVisit(site)
  const admin = await startVisit(site)
  await admin.page.goto('/login')
  await admin.page.getByLabel('Email', { exact: true }).fill(owner.ADMIN_EMAIL)
  await admin.page.getByLabel('Password', { exact: true }).fill(owner.ADMIN_PASSWORD)
  await admin.page.getByRole('button', { name: 'Log in', exact: true }).click()
  await admin.page.waitForURL('**/dashboard')
  // Two pages redirect at once.
  const checkedPages = siteAndAdminPages.filter(
    ({ path }) => !['/sign-out', '/login/provider'].includes(path) && !path.includes(':'),
  )
  const isAdminPage = ({ access }: { access: string }) => access === 'admin'
  const visits = [
    { page: visitor.page, paths: checkedPages.filter((page) => !isAdminPage(page)) },
    { page: admin.page, paths: checkedPages.filter(isAdminPage) },
  ].map(async ({ page, paths }) => {
    for (const { path } of paths) {
      await page.goto(path)
      // The page's scripts run after it loads. A background page may never be idle, so the wait has a limit.
      await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 1000 })))
    }
  })
  await Promise.all(visits)
  await admin.leave()
  await visitor.leave()
})

it('the API documentation works and requests nothing from other sites', async () => {
  // The documentation renders only the operations in view.
  const { page, externalRequests, leave } = await startVisit(site, { viewport: { width: 1280, height: 2000 } })
  await page.goto('/api/docs')
  // The documentation's own script builds the page, which takes long on a busy machine.
  await page.getByRole('heading', { name: /Rankstead/ }).waitFor()
  await page
    .getByRole('button', { name: /get ​?\/logo$/ })
    .or(page.locator('#operations-logo-get_logo button').first())
    .first()
    .click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.getByText('"logo"').first().waitFor()
  expect(externalRequests).toEqual([])
  await leave()
})
