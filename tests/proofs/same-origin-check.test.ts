import { describe, expect, it } from 'vitest'
import { publicSiteSettings, startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const SITE_ORIGIN = 'https://shop.example'

/** Headers about the origin of a request, and whether https://shop.example accepts it. */
const CASES: readonly [headers: Record<string, string>, isFine: boolean][] = [
  // Programs send no such headers. Browsers send the true origin.
  [{}, true],
  [{ origin: SITE_ORIGIN }, true],
  [{ origin: SITE_ORIGIN, 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{ referer: `${SITE_ORIGIN}/login` }, true],
  [{ origin: SITE_ORIGIN, referer: 'https://evil.example/' }, true],
  // Another site, in any of the headers.
  [{ origin: 'https://evil.example' }, false],
  [{ 'sec-fetch-site': 'cross-site' }, false],
  [{ referer: 'https://evil.example/shop.example' }, false],
  [{ origin: SITE_ORIGIN, 'sec-fetch-site': 'cross-site' }, false],
  [{ origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }, false],
  // Similar origins: a sandbox, a sibling, another port or scheme, and look-alike names.
  [{ origin: 'null' }, false],
  [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, false],
  [{ origin: '' }, false],
  [{ 'sec-fetch-site': 'same-site' }, false],
  [{ 'sec-fetch-site': 'same-site', origin: 'https://blog.shop.example' }, false],
  [{ origin: 'https://blog.shop.example' }, false],
  [{ origin: 'https://example' }, false],
  [{ origin: 'http://shop.example' }, false],
  [{ origin: 'https://shop.example:8443' }, false],
  [{ origin: 'https://shop.example:443' }, false],
  [{ origin: 'https://SHOP.example' }, false],
  [{ origin: 'https://shop.example.evil.example' }, false],
  [{ origin: 'https://shop.example@evil.example' }, false],
  [{ origin: 'https://shop.example/' }, false],
  [{ origin: `${SITE_ORIGIN}, https://evil.example` }, false],
  [{ origin: 'http://127.0.0.1:3000' }, false],
  [{ origin: 'file://' }, false],
  [{ 'sec-fetch-site': '' }, false],
  [{ 'sec-fetch-site': 'SAME-ORIGIN' }, false],
  [{ 'sec-fetch-site': 'same-origin, same-origin' }, false],
  [{ referer: 'null' }, false],
  [{ referer: 'about:blank' }, false],
  [{ referer: 'https://shop.example.evil.example/' }, false],
  // A host that a proxy or an attacker claims changes nothing.
  [{ origin: 'https://evil.example', host: 'evil.example' }, false],
  [{ origin: 'https://evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' }, false],
]

describeOnSqlite('a request from another site', (database) => {
  const site = startAppForSuite(database, { ...publicSiteSettings(SITE_ORIGIN), RATE_LIMITS: 'on' })

  const form = 'application/x-www-form-urlencoded'
  const writes = [
    { method: 'POST', path: '/api/sign-out', type: 'application/json', payload: '{}' },
    { method: 'PUT', path: '/api/update-banner/none', type: 'application/json', payload: '{}' },
    { method: 'POST', path: '/api/auth/sign-out', type: 'application/json', payload: '{}' },
    { method: 'POST', path: '/sign-out', type: form, payload: '' },
    { method: 'POST', path: '/nothing', type: form, payload: '' },
    { method: 'DELETE', path: '/api/banner/none', type: 'application/json', payload: '{}' },
    { method: 'PATCH', path: '/', type: 'text/plain', payload: '' },
  ]

  describe.each(writes)('$method $path', ({ method, path, type, payload }) => {
    it('is rejected if it writes, and no other write is', async () => {
      for (const [headers, isAllowed] of CASES) {
        const { status, text } = await site.request(method, path, { payload, headers: { 'content-type': type, ...headers } })
        const isRefused = status === 403 && text.includes('This request came from another site')
        expect([headers, isRefused]).toEqual([headers, !isAllowed])
      }
    })
  })

  it('may be a payment notice, because a provider sends any Origin or Referer', async () => {
    const sendNotice = (path: string, type: string, headers: Record<string, string>) =>
      site.request('POST', `/api/payments/${path}`, { payload: '', headers: { 'content-type': type, ...headers } })
    for (const [headers] of CASES) {
      expect((await sendNotice('paypal-standard/notify', form, headers)).status, JSON.stringify(headers)).not.toBe(403)
      expect((await sendNotice('paypal-orders/webhook', 'application/json', headers)).status).not.toBe(403)
    }
  })

  it('cannot end a session', async () => {
    const signOut = (headers: Record<string, string>) =>
      site.request('POST', '/api/sign-out', { as: 'customer', body: {}, headers })
    for (const [headers, isAllowed] of CASES) if (!isAllowed) expect((await signOut(headers)).status).toBe(403)
    expect((await site.request('GET', '/api/users', { as: 'customer' })).status).toBe(200)
  })

  it('may read', async () => {
    for (const [headers] of CASES) expect((await site.request('GET', '/api/banner', { headers })).status).toBe(200)
  })

  it('cannot put its own host into a link', async () => {
    const spoofed = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
    }
    for (const path of [
      '/',
      '/login',
      '/nothing',
      '/setting',
      '/api/openapi.json',
      '/api/auth/callback/x?state=y&error=x',
      '/api/auth/reset-password/x?callbackURL=/reset',
    ]) {
      const { text, headers } = await site.request('GET', path, { headers: spoofed })
      expect(text + JSON.stringify(headers), path).not.toContain('evil.example')
    }
  })
})
