import { expect, it } from 'vitest'
import { findOpenRedirect, openRedirectUrls } from '../support/open-redirect-urls.ts'
import { adminEmail, password, startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const SITE_ORIGIN = 'http://127.0.0.1:3000'

describeOnSqlite('a redirect', (database) => {
  const site = startAppForSuite(database)

  it('never leaves the site after a log-in, for any URL in the query', async () => {
    const attempts = openRedirectUrls.map((from) => async () => {
      const reply = await site.request('POST', `/login?from=${encodeURIComponent(from)}`, {
        form: { email: 'customer@example.com', password },
      })
      expect([from, reply.status]).toEqual([from, 303])
      expect([from, findOpenRedirect(reply.headers.location, `${SITE_ORIGIN}/login`)]).toEqual([from, undefined])
    })
    // Sends two at a time, because the server hashes two passwords at a time.
    for (let nth = 0; nth < attempts.length; nth += 2) await Promise.all(attempts.slice(nth, nth + 2).map((one) => one()))
  })

  it('never leaves the site for a signed-in visitor', async () => {
    // The sign-ins above ended the first session.
    await site.signIn('customer')
    for (const page of ['/login', '/register'])
      for (const from of openRedirectUrls)
        for (const query of [`from=${encodeURIComponent(from)}`, `from=/dashboard&from=${encodeURIComponent(from)}`]) {
          const { status, headers } = await site.request('GET', `${page}?${query}`, { as: 'customer' })
          expect([from, status]).toEqual([from, 302])
          expect([from, findOpenRedirect(headers.location, SITE_ORIGIN + page)]).toEqual([from, undefined])
        }
  })

  it('leads to the log-in page with a path of this site, for any spelling of a guarded page', async () => {
    for (const path of [
      '/setting',
      '//setting',
      '/setting//evil.example',
      '/setting?next=//evil.example',
      '/%5cevil.example/setting',
      '/setting/..//evil.example',
    ]) {
      const { headers } = await site.request('GET', path)
      expect([path, findOpenRedirect(headers.location, SITE_ORIGIN)]).toEqual([path, undefined])
      const from = new URL(String(headers.location ?? '/'), SITE_ORIGIN).searchParams.get('from')
      if (from) expect([path, findOpenRedirect(from, SITE_ORIGIN)]).toEqual([path, undefined])
    }
  })

  it('never leaves the site through the paths of the authentication library', async () => {
    const foreignUrls = openRedirectUrls.filter((one) => /^\S+evil/.test(one))
    for (const [index, url] of foreignUrls.entries()) {
      const bodies = {
        '/api/auth/request-password-reset': { email: 'nobody@example.com', redirectTo: url },
        // Each of these hashes a password.
        ...(index % 20 === 0 && {
          '/api/auth/sign-in/email': { email: adminEmail, password, callbackURL: url },
          '/api/auth/sign-up/email': { email: adminEmail, password, callbackURL: url },
        }),
      }
      for (const [path, body] of Object.entries(bodies)) {
        const { status, headers, text } = await site.request('POST', path, { body, headers: { origin: SITE_ORIGIN } })
        expect([path, url, findOpenRedirect(headers.location, SITE_ORIGIN)]).toEqual([path, url, undefined])
        // URLs with forbidden characters get 400. The server accepts and ignores all others.
        if (status !== 400) expect([path, url, status, text.includes('evil')]).toEqual([path, url, 200, false])
      }
    }
  })
})
