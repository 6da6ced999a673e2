import { expect, test } from 'vitest'
import { pricingCopy } from '#contract/content/kinds/pricing-copy.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import { getDefaultCopyTexts, isCopyKind } from '#contract/core/define-page-copy-kind.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import type { Viewer } from '#contract/core/viewer.ts'
import { renderRoutes } from '#tests/support/render-routes.ts'
import { adminNavigation } from '#web/admin-navigation.ts'
import { adminPages } from '#web/admin-pages.ts'
import { createRootRoute } from '#web/root-route.tsx'
import { createAdminLayoutRoute } from '../../shell/admin-layout.tsx'

const admin: Viewer = { kind: 'admin', email: 'ada@example.com', userId: 'ada' }
const banner = {
  _id: 'b1',
  bannerHeading: 'Be found',
  bannerDetails: 'We help.',
  bannerImage: '/art/a.svg',
  buttonOneText: 'Go',
  buttonOneLink: '/contact',
  buttonTwoLink: 'Local SEO',
}

test('shows the add form of a single kind until it has a record, then a link to the record', async () => {
  expect(await renderPage('/edit-banner', { '/banner': [] })).toMatch(/<form id="add-banner"/)
  const filled = await renderPage('/edit-banner', { '/banner': [banner] })
  expect(filled).toContain('href="/banner/b1"')
  expect(filled).toContain('Edit Banner Section')
  expect(filled).not.toContain('<form id="add-banner"')
})

test('shows default copy in a closed form, and a link to the record once the copy is saved', async () => {
  const empty = await renderPage('/add-pricing', { '/pricings': [] })
  expect(empty).toMatch(/<details class="add-disclosure"><summary><h2[^>]*>Change other pricing text</)
  expect(empty).toMatch(/<form id="add-pricing-words".*value="Real estate SEO packages"/)
  expect(empty).toContain('Save other pricing text')
  const record = { _id: 'w1', ...getDefaultCopyTexts(pricingCopy), pageHeading: 'Our own heading' }
  const filled = await renderPage('/add-pricing', { '/pricings': [], '/pricing-words': [record] })
  expect(filled).toContain('href="/edit-pricing-words/w1"')
  expect(filled).toMatch(/Three packages, every task in writing · .* · Our own heading · /)
  expect(filled).not.toContain('<form id="add-pricing-words"')
})

test('shows several fields of a record that its first field does not identify', async () => {
  const record = { _id: 'c1', happyClientsNumber: '48', happyClientsText: 'Happy clients', projectCompleteNumber: '130' }
  expect(await renderPage('/edit-counter', { '/counters': [record] })).toContain('48 · Happy clients · 130')
  expect(await renderPage('/edit-counter', { '/counters': [{ _id: 'c1' }] })).toContain('Counters without a name')
})

test('links all records of a single kind and marks the newest as the live one', async () => {
  const html = await renderPage('/edit-banner', { '/banner': [banner, { ...banner, _id: 'b0' }] })
  expect(html.indexOf('href="/banner/b1"')).toBeGreaterThan(html.indexOf('Live now'))
  expect(html).toContain('href="/banner/b0"')
})

test('links each service to the editor for its place, and shows the price of a package', async () => {
  const createService = (_id: string, serviceName: string) => ({
    _id,
    serviceName,
    serviceTitle: _id,
    serviceDetails: 'x',
    serviceIcon: '',
    serviceImg: '',
  })
  const services = await renderPage('/edit-service', {
    '/service': [],
    '/service-items': [createService('a', 'Main'), createService('b', 'NotMain')],
  })
  expect(services).toContain('href="/main-service-edit/a"')
  expect(services).toContain('href="/service-edit/b"')
  expect(await renderPage('/add-pricing', { '/pricings': [{ _id: 'p', packageName: 'Basic', packagePrice: '499' }] })).toMatch(
    /\$(<!-- -->)?499/,
  )
})

test('names an editor once in the breadcrumbs when its group has the same name', async () => {
  const html = await renderPage('/edit-service', { '/service': [], '/service-items': [] })
  const breadcrumbs = html.match(/<nav aria-label="Breadcrumbs".*?<\/nav>/)?.[0]
  expect(breadcrumbs?.match(/>Services</g)).toHaveLength(1)
})

test('fills in the form of a record, and shows a 404 for an unknown id', async () => {
  expect(await renderPage('/banner/b1', { '/banner/:id': banner })).toContain('value="Be found"')
  expect(await renderPage('/no-such-id', {})).toContain('404')
})

test('says without script that the admin area needs it, and refuses a posted form before any call', async () => {
  const html = await renderPage('/banner/b1', { '/banner/:id': banner })
  expect(html).toMatch(/<noscript>.*The admin area needs JavaScript\..*Nothing is lost.*<\/noscript>/)
  expect(html).not.toContain('method="post" noValidate')
  const refused = await renderPage('/banner/b1', { '/banner/:id': banner }, { post: { _form: 'banner', ...banner } })
  expect(refused).toContain('The admin area needs JavaScript, so nothing was saved.')
})

type Replies = Record<string, unknown>

/** Replies to the calls that most tests don't set: no deleted records, no autosaves, no drafts and no saved copy. */
const emptyReplies: Replies = {
  '/content-trash/:kind': [],
  '/own-drafts': [],
  '/drafted': [],
  ...Object.fromEntries(contentKinds.filter(isCopyKind).map(({ api }) => [api.list, []])),
}

/** Returns a page's HTML. `replies` holds the reply of each call by its path, or a function that creates its error. */
async function renderPage(path: string, replies: Replies, { post }: { post?: Record<string, string> } = {}) {
  const call = (async ({ path: calledPath }: { path: string }, { params }: { params?: { kind?: string } }) => {
    // The calls of the editor have the same path for all kinds.
    const api = contentKinds.find(({ kind }) => kind === params?.kind)?.api
    const replyKey = { '/content/:kind': api?.list, '/content/:kind/:id': api?.one }[calledPath] ?? calledPath
    const reply = replies[replyKey] ?? emptyReplies[replyKey]
    if (typeof reply === 'function') throw reply()
    if (reply === undefined) throw new UserError(404, 'This doesn’t exist anymore.')
    return reply
  }) as unknown as ApiCallFunction
  const request = new Request(`http://test${path}`, post && { method: 'POST', body: new URLSearchParams(post) })
  const routes = [createRootRoute([createAdminLayoutRoute(adminNavigation, adminPages)])]
  return renderRoutes(routes, request, { call, viewer: admin, origin: 'http://test' })
}
