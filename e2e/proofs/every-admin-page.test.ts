import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentKinds } from '#contract/content-kinds.ts'
import { findEditorPageForRecord } from '#contract/core/content-kind.ts'
import { adminPaths } from '#web/admin/admin-paths.ts'
import { adminPages } from '#web/admin-pages.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { createOwnerClientForSuite, placeOrder } from '../support/api-client.ts'
import { ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit, type Visitor, waitForHydration } from '../support/visitor.ts'

const WIDTHS = [360, 768]
/** Previews make these calls. */
const PREVIEW_CALLS = ['/api/content', '/api/picture-facts', '/api/message-form', '/api/email-templates/receipt']
const EMAIL_PREVIEW_PATH = adminPaths.emailTemplate.split(':')[0] ?? ''

const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })
const api = createOwnerClientForSuite(site)
let visitor: Visitor
beforeAll(async () => {
  visitor = await startVisit(site, { storageState: api.storageState, viewport: { width: 768, height: 800 } })
})
afterAll(() => visitor.leave())

const listRecords = (kind: string) => api('GET', `/content/${kind}?hidden=1`) as Promise<{ _id: string }[]>

it('each admin page loads its data with one call, fits a phone and a tablet, and is accessible', async () => {
  const { page } = visitor
  const requestsByPage: Record<string, string[]> = {}
  const wideScreens: string[] = []
  let path = '/setting'
  await page.goto(path)
  await waitForHydration(page)
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !PREVIEW_CALLS.includes(pathname)) requestsByPage[path]?.push(pathname)
  })
  for (path of await listPagePaths()) {
    requestsByPage[path] = []
    // Navigates as the router does within the admin area.
    await page.evaluate((target) => {
      history.pushState({ idx: history.state.idx + 1, key: target, usr: null }, '', target)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await expect.poll(() => requestsByPage[path]?.length, { message: path }).toBeGreaterThan(0)
    // The address is new at once. The skip link leads to the old page until the new one is rendered.
    await page.waitForFunction(() => document.querySelector<HTMLAnchorElement>('.skip-link')?.pathname === location.pathname)
    await page.locator('.page-progress').waitFor({ state: 'detached' })
    await page.locator('main h1:focus').waitFor()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) wideScreens.push(`${path} at ${width} px`)
    }
    // The email preview is in a sandboxed frame, which axe can't enter.
    if (!path.startsWith(EMAIL_PREVIEW_PATH)) await expectAccessible(page)
  }
  await page.waitForLoadState('networkidle')
  expect(Object.keys(requestsByPage).length).toBe(adminPages.length)
  expect(Object.entries(requestsByPage).filter(([, calls]) => calls.join() !== '/api/page-data')).toEqual([])
  expect(wideScreens).toEqual([])
  // A full load, which the walk above never does. Visits fail after a message in the console.
  await page.goto(`${EMAIL_PREVIEW_PATH}receipt`)
  await waitForHydration(page)
})

/** Returns one path per admin page, with the id of an existing record. */
async function listPagePaths(): Promise<string[]> {
  const order = await placeOrder(api, 'Basic')
  await api('PUT', `/order-paid/${order._id}`, { reason: 'In cash' })
  const work: { deliverables: { _id: string }[] } = await api('GET', `/order-work/${order._id}`)
  const message = await api('POST', '/add-message', { name: 'Rosa Field', message: 'How much is it?' })
  const ids = new Map([
    ['/admin/payment-status/:id', order._id],
    ['/work/:id', order._id],
    ['/work/:id/deliverable/:deliverableId', order._id],
    ['/view/:id', (message as { record: { _id: string } }).record._id],
    ['/history/:kind/:id', (await listRecords('banner'))[0]?._id ?? ''],
  ])
  for (const contentKind of contentKinds)
    for (const record of await listRecords(contentKind.kind))
      ids.set(findEditorPageForRecord(contentKind, record)?.path ?? '', record._id)
  for (const { _id } of (await api('GET', '/users')) as { _id: string }[]) ids.set('/admin-user/:id', _id)
  const deliverableId = work.deliverables[0]?._id ?? ''
  return adminPages.map(({ path }) =>
    path
      .replace(':deliverableId', deliverableId)
      .replace(':kind', 'banner')
      .replace(':name', 'receipt')
      .replace(':id', ids.get(path) ?? ''),
  )
}
