import { beforeAll, expect, it } from 'vitest'
import { loadPageRenderer } from '#server/site/pages/load-page-renderer.ts'
import { roles, startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const { pages } = await loadPageRenderer()
const ID = '00000000-0000-4000-8000-000000000000'
const NO_STORE = 'private, no-store'
/** Files that are the same for all visitors: build files, images, and files for crawlers and browsers. */
const FILES =
  /^\/((assets|art|guide|media|share|api\/docs\/static)\/|(favicon|icon|apple-touch-icon)[\w.-]*$|(robots\.txt|llms\.txt|\.well-known\/security\.txt|sitemap\.xml|manifest\.webmanifest|speculation-rules\.json|api\/docs\/start\.js)$)/

describeOnSqlite('a shared cache, such as a CDN', (database) => {
  let paths: string[]
  const site = startAppForSuite(database, { SEED: 'demo' })
  beforeAll(async () => {
    const routes = site.app.routes.filter(({ method }) => method === 'GET').map(({ url }) => url)
    const documents = pages.map(({ path }) => path)
    const samplePaths = [
      ...routes,
      ...documents,
      '/nothing',
      '/service',
      '/contact/',
      '//pricing/',
      '/?utm_source=mail',
      '/index.html',
    ]
    const [first] = (await site.request('GET', '/api/service-items')).json() as { _id: string }[]
    paths = [
      ...new Set(
        samplePaths.flatMap((path) => [ID, first?._id ?? ID].map((id) => path.replace(/:\w+/g, id).replace('*', 'none'))),
      ),
    ]
  })

  it('may not store personal replies, replies that set a cookie, or pages without a Vary header', async () => {
    const cacheablePages = new Set<string>()
    for (const path of paths) {
      const repliesByRole = roles.map(async (as) => [as, await site.request('GET', path, { as })] as const)
      const replies = new Map(await Promise.all(repliesByRole))
      const visitors = replies.get('anonymous')
      for (const [role, { status, headers, text }] of replies) {
        const cacheFacts = [role, path, status, headers['cache-control']]
        const isCacheable = headers['cache-control'] !== NO_STORE
        if (!isCacheable) continue
        expect(cacheFacts).toEqual([
          role,
          path,
          status,
          expect.stringMatching(/^public, max-age=\d+(, must-revalidate|, immutable)?$/),
        ])
        expect([...cacheFacts, headers['set-cookie']]).toEqual([...cacheFacts, undefined])
        expect([...cacheFacts, status < 400]).toEqual([...cacheFacts, true])
        // A cacheable reply has the same bytes for all roles, or varies by the cookie.
        const isFile = FILES.test(path)
        expect([...cacheFacts, isFile || role === 'anonymous' || status === 301]).toEqual([...cacheFacts, true])
        if (isFile) expect([...cacheFacts, text === visitors?.text]).toEqual([...cacheFacts, true])
        else if (status === 200) expect([...cacheFacts, headers.vary]).toEqual([...cacheFacts, 'accept-encoding, cookie'])
        if (!isFile && status === 200) cacheablePages.add(path)
      }
    }
    // Pages without a form must be cacheable.
    expect([...cacheablePages]).toEqual(expect.arrayContaining(['/', '/service/', '/pricing/', '/privacy', '/terms']))
  })
})
