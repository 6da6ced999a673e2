import { expect, it } from 'vitest'
import { findOpenRedirect, openRedirectUrls } from '../support/open-redirect-urls.ts'
import { adminEmail, password, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const SITE_ORIGIN = 'http://127.0.0.1:3000'

describeOnEachDatabase('a redirect', (database) => {
  const site = startAppForSuite(database)

  it('has two hundred addresses to resist', () => {
    expect(new Set(openRedirectUrls).size).toBe(200)
  })

  // What is in a database has no part in it, and two hundred sign-ins take their time.
  it.runIf(database.name === 'SQLite')(
    'never leaves the site after a sign-in, whatever the address bar said',
    async () => {
      const tried = openRedirectUrls.map((from) => async () => {
        const reply = await site.request('POST', `/login?from=${encodeURIComponent(from)}`, {
          payload: new URLSearchParams({ email: 'customer@example.com', password }).toString(),
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        })
        expect([from, reply.status]).toEqual([from, 303])
        expect([from, findOpenRedirect(reply.headers.location, `${SITE_ORIGIN}/login`)]).toEqual([from, undefined])
      })
      // Two at a time, as the passwords are hashed.
      for (let nth = 0; nth < tried.length; nth += 2) await Promise.all(tried.slice(nth, nth + 2).map((one) => one()))
    },
    120_000,
  )

  it('never leaves the site for somebody who is signed in', async () => {
    // So many sign-ins have ended the first one.
    await site.signIn('customer')
    for (const page of ['/login', '/register'])
      for (const from of openRedirectUrls)
        for (const query of [`from=${encodeURIComponent(from)}`, `from=/dashboard&from=${encodeURIComponent(from)}`]) {
          const { status, headers } = await site.request('GET', `${page}?${query}`, { as: 'customer' })
          expect([from, status]).toEqual([from, 302])
          expect([from, findOpenRedirect(headers.location, SITE_ORIGIN + page)]).toEqual([from, undefined])
        }
  })

  it('leads to the login page with an address of this site, however the guarded page was spelled', async () => {
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

  it('never leaves the site by the paths of the authentication library, whatever they are told', async () => {
    const foreign = openRedirectUrls.filter((one) => /^\S+evil/.test(one))
    for (const [index, address] of foreign.entries()) {
      const bodies = {
        '/api/auth/request-password-reset': { email: 'nobody@example.com', redirectTo: address },
        // Each of these hashes a password.
        ...(index % 20 === 0 && {
          '/api/auth/sign-in/email': { email: adminEmail, password, callbackURL: address },
          '/api/auth/sign-up/email': { email: adminEmail, password, callbackURL: address },
        }),
      }
      for (const [path, body] of Object.entries(bodies)) {
        const { status, headers, text } = await site.request('POST', path, { body, headers: { origin: SITE_ORIGIN } })
        expect([path, address, findOpenRedirect(headers.location, SITE_ORIGIN)]).toEqual([path, address, undefined])
        // Some hold signs that nothing may hold; all others are taken and disregarded.
        if (status !== 400) expect([path, address, status, text.includes('evil')]).toEqual([path, address, 200, false])
      }
    }
  })
})
