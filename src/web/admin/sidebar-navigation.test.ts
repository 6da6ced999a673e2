import { expect, test } from 'vitest'
import { contentKinds } from '#contract/content-kinds.ts'
import { listRecordEditorPages } from '#contract/core/content-kind.ts'
import { adminNavigation } from '../admin-navigation.ts'
import { adminPages } from '../admin-pages.ts'
import { adminPaths } from './admin-paths.ts'
import { editorScreens, findEditorScreenByPath, findRecordEditorByPath } from './editor-screens.ts'
import { findCurrentSidebarLink } from './sidebar-navigation.ts'

const frame = { navigation: adminNavigation, pages: adminPages }

test.each(contentKinds.map((contentKind) => [contentKind.kind, contentKind] as const))(
  'finds %s at its home path, with and without a trailing slash',
  (_, contentKind) => {
    expect(findEditorScreenByPath(contentKind.editor.home)?.contentKinds).toContain(contentKind)
    expect(findEditorScreenByPath(`${contentKind.editor.home}/`)?.contentKinds).toContain(contentKind)
  },
)

test.each(
  contentKinds.flatMap((contentKind) =>
    listRecordEditorPages(contentKind).map((page) => [page.path, contentKind, page] as const),
  ),
)('edits a record below %s with its own content kind', (path, contentKind, page) => {
  expect(findRecordEditorByPath(path.replace(':id', 'some-id'))).toEqual({ contentKind, page })
})

test('puts each content kind on one screen', () => {
  expect(editorScreens.flatMap((screen) => screen.contentKinds)).toHaveLength(contentKinds.length)
})

test('puts content kinds with the same home path on one screen, named without "heading"', () => {
  const services = editorScreens.find(({ path }) => path === '/edit-service')
  expect(services?.contentKinds.map(({ kind }) => kind)).toEqual([
    'service-text',
    'service-item',
    'service-words',
    'service-page-words',
  ])
  expect(services?.name).toBe('Services')
})

test('finds no screen at a path that no content kind declares', () => {
  expect([findEditorScreenByPath('/nothing/here'), findRecordEditorByPath('/nothing/here')]).toEqual([undefined, undefined])
})

test.each([
  ['/admin', 'Overview', 'page'],
  ['/going-live', 'Overview', 'true'],
  ['/admin/payment-status/o1', 'Orders', 'true'],
  ['/view/m1', 'Messages', 'true'],
  ['/setting', 'All content', 'page'],
  ['/setting?part=services', 'Services', 'page'],
  ['/transfer', 'All content', 'true'],
  ['/edit-redirects', 'All content', 'true'],
  ['/edit-banner', 'Home page', 'true'],
  ['/banner/b1', 'Home page', 'true'],
  ['/history/banner/b1', 'Home page', 'true'],
  ['/01a209ce-c1f7-705c-a7a4-9b764aa9050a', 'Home page', 'true'],
  ['/add-pricing', 'Pricing', 'true'],
  ['/edit-contact-page/c1', 'Contact and legal', 'true'],
  ['/add-logo', 'Header and footer', 'true'],
  ['/add-address-footer', 'Business info', 'page'],
  ['/edit-address-footer/a1', 'Business info', 'true'],
  ['/add-social-footer', 'Business info', 'true'],
  ['/paypal-email/p1', 'Payment account', 'true'],
  ['/admin-user/u1', 'Team & access', 'true'],
  ['/audit-log', 'Team & access', 'true'],
  ['/guide', 'Help', 'page'],
])('lights one entry on %s: %s', (path, label, ariaCurrent) => {
  const [pathname = '', query = ''] = path.split('?')
  const current = findCurrentSidebarLink(frame, { pathname, search: query && `?${query}` })
  const lit = adminNavigation.flatMap(({ entries }) => entries).filter(({ to }) => to === current?.to)
  expect([lit.map((entry) => entry.label), current?.ariaCurrent]).toEqual([[label], ariaCurrent])
})

test('every editor, every list and every admin page lights an entry', () => {
  const ids = { ':kind': 'banner', ':id': 'x1' }
  const paths = [...Object.values(adminPaths), ...contentKinds.map(({ editor }) => editor.home)].map((path) =>
    path.replace(/:\w+/g, (name) => ids[name as keyof typeof ids]),
  )
  const isLit = (pathname: string) => findCurrentSidebarLink(frame, { pathname, search: '' }) !== undefined
  expect(
    paths.filter((path) => !isLit(path)),
    'Name the `sidebarEntry` of the pages at these paths',
  ).toEqual([])
})
