import { expect, it } from 'vitest'
import { findOpenRedirect, openRedirectUrls } from '#tests/support/open-redirect-urls.ts'
import { createCanonicalPathFinder } from './canonical-path.ts'

const ID = '6f1b7c9e-0a43-4f6e-9d2b-3f5c8a7e1d20'

const findCanonicalPath = createCanonicalPathFinder([
  { path: '/' },
  { path: '/service/' },
  { path: '/service/:slug' },
  { path: '/contact' },
  { path: '/contact-us' },
  { path: '/add-paypal-Email' },
  { path: '/my-order' },
  { path: '/my-order/:id' },
  { path: '/:id', accepts: ({ id = '' }) => id.length === 36 },
])

it('redirects every spelling of a path to the canonical one and keeps the query', () => {
  const canonicalPaths: Record<string, string> = {
    '/service': '/service/',
    '/SERVICE/': '/service/',
    '/service//': '/service/',
    '//service': '/service/',
    '///service/?a=//b&c=%20': '/service/?a=//b&c=%20',
    '/%73ervice': '/service/',
    '/contact/?from=%2F': '/contact?from=%2F',
    '/Contact-Us/': '/contact-us',
    '/add-paypal-email': '/add-paypal-Email',
    '/ADD-PAYPAL-EMAIL/?x=1?y': '/add-paypal-Email?x=1?y',
    '//': '/',
    '//?a': '/?a',
    '/my-order/': '/my-order',
    [`/My-Order/${ID.toUpperCase()}/`]: `/my-order/${ID.toUpperCase()}`,
    [`//my-order//${ID}`]: `/my-order/${ID}`,
    '/Service/IDX-and-MLS/': '/service/idx-and-mls',
    [`/${ID}/`]: `/${ID}`,
    'http://other.example/service': '/service/',
    'http://other.example//service/': '/service/',
  }
  expect(Object.fromEntries(Object.keys(canonicalPaths).map((target) => [target, findCanonicalPath(target)]))).toEqual(
    canonicalPaths,
  )
})

it('ignores canonical paths and unknown paths', () => {
  const unchanged = [
    '/',
    '/?',
    '/?a=1',
    '/service/',
    '/service/?a',
    '/contact',
    '/add-paypal-Email',
    '/service/idx',
    `/my-order/${ID}`,
  ]
  const unknown = [
    '/nothing/',
    '/NOTHING',
    '//nothing',
    '/service/a/b',
    '/api/banner/',
    '/favicon.svg',
    '',
    '*',
    '/%ff/',
    '/service%2f',
    `/my-order/${ID}%2f/`,
  ]
  for (const target of [...unchanged, ...unknown]) expect([target, findCanonicalPath(target)]).toEqual([target, undefined])
  expect(findCanonicalPath('http://other.example/service/')).toBeUndefined()
})

it('never redirects to another site', () => {
  const bases = ['', '/', '//', '/\\', '/my-order/', '//my-order/', '/service//', '/contact?to=']
  for (const foreignUrl of [...openRedirectUrls, '//evil.com', '/\\evil.com', '//evil.com/..//service', '/%2f%2fevil.com/']) {
    for (const base of bases) {
      const location = findCanonicalPath(base + foreignUrl)
      expect([base, foreignUrl, findOpenRedirect(location, 'https://shop.example')]).toEqual([base, foreignUrl, undefined])
    }
  }
})
