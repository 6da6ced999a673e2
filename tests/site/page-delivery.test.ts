import { describe, expect, it } from 'vitest'
import { publicPages } from '#contract/core/public-pages.ts'
import { loadPageRenderer, readPageAssets } from '#server/site/pages/load-page-renderer.ts'
import { createTestBrowser } from '../support/test-accounts.ts'
import { adminEmail, type Role, roles, startApp, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase, describeOnSqlite } from '../support/test-databases.ts'

const { pages } = await loadPageRenderer()

describeOnSqlite('the pages', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })
  const open = (path: string, as: Role = 'anonymous', headers: Record<string, string> = {}) =>
    site.request('GET', path, { as, headers })

  it('outside the admin area have one script, one style sheet and no hydration data', async () => {
    const styles = new Map<string, Set<string>>()
    for (const { path } of pages.filter((page) => page.kind !== 'hydrated')) {
      const { status, text } = await open(path, 'customer')
      if (status !== 200) continue
      expect([path, text.match(/<script [^>]*src="[^"]*"/g)]).toEqual([path, [expect.stringContaining('/assets/enhance-')]])
      expect(text, path).not.toContain('id="hydration"')
      const sheet = /<link rel="stylesheet" href="([^"]*)"/.exec(text)?.[1] ?? ''
      const part = /^\/(contact|privacy|terms|sample-|service\/:)/.test(path)
        ? 'secondary-pages'
        : publicPages.some((page) => page.path === path)
          ? 'public'
          : 'account'
      styles.set(part, (styles.get(part) ?? new Set()).add(sheet))
    }
    expect(styles.size).toBe(3)
    // The pages of an order load one more.
    styles.set('customer-order-pages', new Set([(await readPageAssets()).styles.work]))
    for (const [part, sheets] of styles) {
      expect([...sheets]).toEqual([expect.stringMatching(`^/assets/${part}-`)])
      const { headers } = await site.request('GET', [...sheets][0] ?? '', { headers: { 'accept-encoding': 'br' } })
      expect([headers['content-encoding'], Number(headers['content-length']) <= (part === 'work' ? 3 : 10) * 1024]).toEqual([
        'br',
        true,
      ])
    }
  })

  it('come as brotli, gzip and plain text, each with its own ETag and a 304', async () => {
    const encodings = [
      ['br', 'br'],
      ['gzip, deflate', 'gzip'],
      ['identity', undefined],
      ['br;q=0, gzip', 'gzip'],
    ]
    // A page gets a weak ETag until its best compression is ready, and the strong one then.
    const strongTags = new Set<unknown>()
    for (const [accepted = '', encoding] of encodings) {
      const { status, headers } = await open('/', 'anonymous', { 'accept-encoding': accepted })
      expect([status, headers['content-encoding']]).toEqual([200, encoding])
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate')
      strongTags.add(String(headers.etag).replace(/^W\//, ''))
      const cachedReply = await open('/', 'anonymous', { 'accept-encoding': accepted, 'if-none-match': `W/"x", ${headers.etag}` })
      expect([cachedReply.status, cachedReply.text]).toEqual([304, ''])
    }
    expect(strongTags.size).toBe(3)
    expect((await site.request('HEAD', '/')).text).toBe('')
  })

  it('of a signed-in person are compressed, except for requests that another site starts', async () => {
    const encodings = await Promise.all(
      ['same-origin', 'none', 'same-site', 'cross-site', undefined].map(async (from) => {
        const requestHeaders = { 'accept-encoding': 'br', ...(from && { 'sec-fetch-site': from }) }
        const { status, headers } = await open('/dashboard', 'customer', requestHeaders)
        expect([status, headers['cache-control']]).toEqual([200, 'private, no-store'])
        return headers['content-encoding']
      }),
    )
    expect(encodings).toEqual(['br', 'br', undefined, undefined, undefined])
  })

  it('show each viewer their own header, and forbid caches to store a signed-in page', async () => {
    const links: Record<Role, string[]> = { anonymous: ['/login'], customer: ['/dashboard'], admin: ['/dashboard', '/admin'] }
    for (const role of [...roles, ...roles]) {
      const { text, headers } = await open('/', role)
      for (const href of ['/login', '/admin']) expect(text.includes(`href="${href}"`)).toBe(links[role].includes(href))
      expect(headers['cache-control']).toBe(role === 'anonymous' ? 'public, max-age=0, must-revalidate' : 'private, no-store')
      expect(text).not.toContain('@example.com"}')
    }
  })

  it('accept a form of at most 64 KB, and refuse a form from another site', async () => {
    const send = (form: Record<string, string>, headers = {}) => site.request('POST', '/subscribe', { form, headers })
    expect((await send({ subemail: 'person@example.com' })).status).toBe(303)
    expect((await send({ subemail: 'nonsense' })).text).toContain('Email must be an email address')
    const tooLarge = await send({ subemail: 'x'.repeat(70_000) })
    expect(tooLarge.status).toBe(413)
    expect(tooLarge.text).toContain('The request is too large')
    expect((await send({ a: '1' }, { 'content-type': 'application/json' })).text).toContain('Back Home')
    expect((await send({ subemail: 'person@example.com' }, { origin: 'https://evil.example' })).status).toBe(403)
  })

  describe('that acknowledge a form below an admin path', () => {
    /** Subscribes. Returns the browser before it follows the redirect. */
    async function subscribe(email?: string) {
      const person = createTestBrowser(site)
      if (email) await person.logIn(email)
      const { status, headers } = await person.send('/subscribe', { subemail: 'new@example.com' })
      expect([status, headers.location]).toEqual([303, '/all-subscriber'])
      return person
    }

    it('show the notice at that path only', async () => {
      const person = await subscribe()
      for (const path of ['/all-messages', '/setting', '/login']) {
        expect([path, (await person.open(path)).text.includes('Subscribers is Updated')]).toEqual([path, false])
      }
      expect((await person.open('/all-subscriber')).text).toContain('Subscribers is Updated')
    })

    it('show an admin the notice once, above the data', async () => {
      const admin = await subscribe(adminEmail)
      const { text } = await admin.open('/all-subscriber')
      expect(text).toMatch(/<h1[^>]*>Subscribers<\/h1>/)
      expect(text).toContain('Subscribers is Updated')
      expect(text).toContain('new@example.com')
      expect((await admin.open('/all-subscriber')).text).not.toContain('Subscribers is Updated')
    })
  })
})

describeOnEachDatabase('a saved change of a page', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })
  const open = (path: string, as: Role = 'anonymous') => site.request('GET', path, { as })

  it('shows on the next load, in another process too (P-150)', async () => {
    const other = await startApp({ ...site.environment, SEED: 'none' })
    const loadForEveryone = async () => [
      (await open('/')).text,
      (await open('/', 'customer')).text,
      (await other.request('GET', '/')).text,
    ]
    const [banner] = (await open('/api/banner')).json() as Record<string, string>[]
    for (const heading of ['A first new heading', 'A second new heading']) {
      await loadForEveryone()
      const body = { ...banner, bannerHeading: heading, _version: undefined }
      expect((await site.request('PUT', `/api/update-banner/${banner?._id}`, { as: 'admin', body })).status).toBe(200)
      for (const text of (await loadForEveryone()).slice(0, 2)) expect(text).toContain(heading)
      // PostgreSQL's notification takes a moment to reach the other process.
      await expect.poll(async () => (await other.request('GET', '/')).text).toContain(heading)
    }
    await other.close()
  })
})

describeOnSqlite('an empty database', (database) => {
  it('shows every public page and every editor', async () => {
    const site = await startApp(await database.environment())
    for (const { path } of pages) {
      if (path.includes(':') || ['/login', '/register', '/second-factor', '/reset/done'].includes(path)) continue
      const requiresContent = publicPages.some((page) => page.path === path && 'requires' in page)
      expect([path, (await site.request('GET', path, { as: 'admin' })).status]).toEqual([path, requiresContent ? 404 : 200])
    }
    await site.close()
  })
})
