import { afterAll, beforeAll, expect, it } from 'vitest'
import { contentKinds } from '../../src/contract/content-kinds.ts'
import { findEditorPageForRecord, listRecordEditorPages } from '../../src/contract/core/content-kind.ts'
import { adminPaths } from '../../src/web/admin/navigation.ts'
import { adminPages } from '../../src/web/admin-pages.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { createOwnerClientForSuite, placeOrder } from '../support/api-client.ts'
import { waitForReactRoot } from '../support/page-actions.ts'
import { ownerSettings, startSiteForSuite } from '../support/test-site.ts'
import { startVisit, type Visitor } from '../support/visitor.ts'

const WIDTHS = [360, 768]

const site = startSiteForSuite({ ...ownerSettings, SEED: 'demo' })
const api = createOwnerClientForSuite(site)
let visitor: Visitor
beforeAll(async () => {
  visitor = await startVisit(site, { storageState: api.storageState, viewport: { width: 1000, height: 800 } })
})
afterAll(() => visitor.leave())

const listRecords = (kind: string) => api('GET', `/content/${kind}?hidden=1`) as Promise<{ _id: string }[]>

it('each admin page, reached from another one, loads its data with one call', { timeout: 240_000 }, async () => {
  const { page } = visitor
  const requestsByPage: Record<string, string[]> = {}
  let path = '/setting'
  // Previews make these calls.
  const previewCalls = ['/api/content', '/api/picture-facts', '/api/message-form', '/api/email-templates/receipt']
  await page.setViewportSize({ width: 1000, height: 800 })
  await page.goto(path)
  await waitForReactRoot(page)
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !previewCalls.includes(pathname)) requestsByPage[path]?.push(pathname)
  })
  for (path of await listPagePaths()) {
    requestsByPage[path] = []
    // Navigates as the router does within the admin area.
    await page.evaluate((target) => {
      history.pushState({ idx: history.state.idx + 1, key: target, usr: null }, '', target)
      dispatchEvent(new PopStateEvent('popstate'))
    }, path)
    await expect.poll(() => requestsByPage[path]?.length, { message: path, timeout: 20_000 }).toBeGreaterThan(0)
    await page.locator('.page-progress').waitFor({ state: 'detached' })
    await page.locator('main h1:focus').waitFor()
  }
  await page.waitForLoadState('networkidle')
  expect(Object.keys(requestsByPage).length).toBe(adminPages.length)
  expect(Object.entries(requestsByPage).filter(([, calls]) => calls.join() !== '/api/page-data')).toEqual([])
})

it('each admin page fits a phone and a tablet, and axe finds no fault', { timeout: 480_000 }, async () => {
  const { page } = visitor
  const wideScreens: string[] = []
  for (const [nth, path] of (await listPagePaths()).entries()) {
    await page.setViewportSize({ width: WIDTHS[0] ?? 360, height: 800 })
    await page.goto(path)
    await page.locator('main h1').waitFor()
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 })
      if ((await page.evaluate(() => document.documentElement.scrollWidth)) > width) wideScreens.push(`${path} at ${width} px`)
    }
    if (!pagesWithoutAxe.has(adminPages[nth]?.path ?? '')) await expectAccessible(page)
  }
  expect(wideScreens).toEqual([])
})

/** The pages that another story checks with axe, and the email preview: axe can't enter its sandboxed frame. */
const pagesWithoutAxe = new Set<string>([
  adminPaths.emailTemplate,
  ...contentKinds.flatMap((contentKind) => [
    contentKind.editor.home,
    ...listRecordEditorPages(contentKind).map(({ path }) => path),
  ]),
])

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
