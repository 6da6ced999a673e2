import { request as startRequest } from 'node:http'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it } from 'vitest'
import { toCookieHeader } from '../support/cookie-jar.ts'
import { declaredPages, fillParameters, getPageKind } from '../support/declared-pages.ts'
import { expectSecurePage, parseCspDirectives, scoreSecurityHeaders } from '../support/http-observatory.ts'
import { pickOnePerKind } from '../support/proof-size.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { type Role, roles, startApp, startAppForSuite, startPublicHttpsSite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

/** One path of every kind of reply. */
const ALL_REPLY_KINDS: readonly [method: string, path: string, status: number][] = [
  ['GET', '/', 200],
  ['HEAD', '/', 200],
  ['GET', '/login', 200],
  ['GET', '/setting', 302],
  ['GET', '/nothing', 404],
  ['GET', '/%', 400],
  ['GET', `/api/banner/${'a'.repeat(300)}`, 404],
  ['PUT', '/nothing', 404],
  ['OPTIONS', '/', 404],
  ['POST', '/', 415],
  ['GET', '/api/banner', 200],
  ['GET', '/api/sessions', 401],
  ['GET', '/api/nothing', 404],
  ['POST', '/api/sign-in', 400],
  ['GET', '/api/auth/get-session', 200],
  ['POST', '/api/auth/sign-in/email', 415],
  ['GET', '/api/auth/nothing', 404],
  ['GET', '/api/docs', 200],
  ['GET', '/api/docs/static/swagger-ui.css', 200],
  ['GET', '/api/docs/static/index.html', 404],
  ['GET', '/api/openapi.json', 200],
  ['GET', '/favicon.svg', 200],
  ['GET', '/share/home.png', 200],
  ['GET', '/assets/none.js', 404],
  ['GET', '/assets/', 404],
  ['GET', '/.git/config', 404],
  ['TRACE', '/', 404],
  ['GET', '/sitemap.xml', 200],
  ['GET', '/manifest.webmanifest', 200],
  ['HEAD', '/robots.txt', 200],
  ['GET', '/speculation-rules.json', 200],
  ['GET', '/healthz', 200],
  ['GET', '/readyz', 200],
]

describeOnSqlite('security headers', (database) => {
  let port: number
  const site = startForSuite(async () => startPublicHttpsSite(await database.environment()))
  const plain = startAppForSuite(database)
  beforeAll(async () => {
    await site.app.server.listen({ port: 0, host: '127.0.0.1' })
    const address = site.app.server.server.address()
    port = typeof address === 'object' && address ? address.port : 0
  })

  /** Sends a request over a real connection, so that the page cache answers before routing. */
  async function send(method: string, path: string, headers: Record<string, string> = {}) {
    const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
      startRequest({ host: '127.0.0.1', port, method, path, headers: { host: 'shop.example', ...headers } }, resolve)
        .on('error', reject)
        .end(method === 'POST' ? '{' : undefined)
    })
    return { status: response.statusCode, headers: response.headers, text: await text(response) }
  }

  it.each(ALL_REPLY_KINDS)('are complete for %s %s', async (method, path, status) => {
    for (const round of [1, 2]) {
      const reply = await send(method, path, method === 'POST' && status === 400 ? { 'content-type': 'application/json' } : {})
      expect([round, reply.status]).toEqual([round, status])
      expect(reply.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': /\.(svg|png)$/.test(path) ? 'cross-origin' : 'same-origin',
        'strict-transport-security': 'max-age=31536000',
        'permissions-policy': expect.stringContaining('camera=()'),
      })
      const type = String(reply.headers['content-type'])
      if (reply.text !== '') expect(type).toMatch(/^[a-z]+\/[a-z+]+(;|$)/)
      if (/^text|xml|script|^application\/json/.test(type)) expect(type).toMatch(/; charset=utf-8$/)
      const policy = parseCspDirectives(String(reply.headers['content-security-policy']))
      expect(policy?.get('default-src')).toEqual(["'none'"])
      expect(policy?.has('frame-ancestors')).toBe(true)
      expect(policy?.get('base-uri')).toEqual(["'none'"])
      for (const source of policy?.get('script-src') ?? []) expect(source).toBe("'self'")
      const isPublic =
        /^\/($|assets|favicon|share|manifest|sitemap|robots|speculation-rules|api\/docs\/static)/.test(path) && status === 200
      expect(reply.headers['cache-control']).toMatch(isPublic ? /^public/ : /no-store/)
    }
  })

  // tests/proofs/page-security-headers.test.ts tries every page.
  const sample = [...pickOnePerKind(declaredPages, getPageKind), { path: '/' }, { path: '/login' }]
  describe.each(sample)('$path', ({ path }) => {
    it.each(roles)('score an A+ for %s, without inline scripts and styles', async (role) =>
      expectSecurePage(await site.request('GET', fillParameters(path), { as: role })),
    )
  })

  it('score an A+ on replies with cookies, which no other host can set or read', async () => {
    const reply = await site.app.server.inject({
      method: 'POST',
      url: '/api/sign-in',
      payload: { email: 'customer@example.com', password: 'correct horse' },
    })
    const cookies = [reply.headers['set-cookie'] ?? []].flat()
    expect(cookies.length).toBeGreaterThan(1)
    const cookie = toCookieHeader(reply)
    const noticeReply = await site.request('POST', '/subscribe', { form: { subemail: 'scan@example.com' } })
    const noticeCookie = String(noticeReply.headers['set-cookie'])
    const acknowledgment = await site.request('GET', '/all-subscriber', { headers: { cookie: toCookieHeader(noticeReply) } })
    const signOutReply = await site.request('POST', '/api/sign-out', { body: {}, headers: { cookie } })
    const removedCookies = [signOutReply.headers['set-cookie'] ?? []].flat().map(String)
    expect(acknowledgment.text).toContain('Subscribers is Updated')
    for (const one of [...cookies, noticeCookie, String(acknowledgment.headers['set-cookie']), ...removedCookies]) {
      expect(one).toMatch(/^__Host-[\w.-]+=/)
      expect(one).toMatch(/; Secure/i)
      expect(one).toMatch(/; HttpOnly/i)
      expect(one).toMatch(/; Path=\/(;|$)/i)
      expect(one).toMatch(/; SameSite=Lax/i)
      expect(one).not.toMatch(/Domain=/i)
    }
    const { score } = scoreSecurityHeaders({
      headers: acknowledgment.headers,
      html: acknowledgment.text,
      cookies: [noticeCookie, ...cookies],
    })
    expect(score).toBeGreaterThanOrEqual(130)
  })

  it('require https only if ORIGIN is https', async () => {
    for (const path of ['/', '/login', '/api/banner', '/favicon.svg']) {
      const { headers } = await plain.request('GET', path)
      expect(headers['strict-transport-security']).toBeUndefined()
      expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests')
    }
  })
})

describeOnSqlite('a script of another site', (database) => {
  it('may read public lists, and nothing else', async () => {
    const site = await startApp(await database.environment())
    const headers = {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'content-type',
    }
    for (const path of ['/api/banner', fillParameters('/api/pricing/:id'), '/api/users']) {
      const reply = await site.request('OPTIONS', path, { headers })
      expect([
        path,
        reply.status,
        reply.headers['access-control-allow-origin'],
        reply.headers['access-control-allow-methods'],
      ]).toEqual([path, 204, '*', 'GET'])
      expect(reply.headers['access-control-allow-credentials']).toBeUndefined()
    }
    for (const path of ['/api/banner', '/api/auth/get-session', '/api/orders', '/api/openapi.json', '/api/nothing']) {
      const findAllowedOrigin = async (as: Role) =>
        (await site.request('GET', path, { as })).headers['access-control-allow-origin']
      const isPublic = ['/api/banner', '/api/auth/get-session'].includes(path)
      expect([path, await findAllowedOrigin('anonymous'), await findAllowedOrigin('customer')]).toEqual([
        path,
        isPublic ? '*' : undefined,
        undefined,
      ])
    }
    for (const path of ['/api/messages', '/api/add-banner', '/api/sign-in', '/setting'])
      expect([path, (await site.request('OPTIONS', path, { headers })).status]).toEqual([path, 404])
    await site.close()
  })
})
