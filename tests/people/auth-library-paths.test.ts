import { beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import type { IdentityProviderConfig } from '#server/config/identity-config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { createAuth } from '#server/people/auth/auth.ts'
import { createPasswordHasher } from '#server/people/auth/password-hasher.ts'
import { createIdentityProviderPlugin } from '#server/people/identity-provider/auth-library-plugin.ts'
import { generateRecoveryCodes } from '#server/people/second-factor/second-factor.ts'
import { toCookieHeader } from '../support/cookie-jar.ts'
import { roles, startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

/** The paths that clients of the library may use. Every other path answers 404 (P-160). */
const SERVED_PATHS = [
  'POST /sign-up/email',
  'POST /sign-in/email',
  'POST /sign-out',
  'GET /get-session',
  'POST /request-password-reset',
  'GET /callback/:id',
  'GET /jwks',
]

describeOnSqlite('the paths of the authentication library', (database) => {
  let paths: { method: string; path: string }[]
  const site = startAppForSuite(database)
  beforeAll(async () => {
    const OIDC = { OIDC_ISSUER: 'http://127.0.0.1:9', OIDC_CLIENT_ID: 'x', OIDC_CLIENT_SECRET: 'x' }
    const config = readConfig({ ...site.environment, ...OIDC, TOKEN_SYNC_URL: 'http://127.0.0.1:9/' })
    const stored = await openDatabase(config)
    let loadCount = 0
    // Enables every option of a site, so that each plugin adds its paths.
    const auth = createAuth({
      database: stored,
      config,
      hashing: createPasswordHasher(),
      secret: 'x'.repeat(32),
      problem: () => {},
      generateRecoveryCodes,
      identityProvider: async () => {
        if (++loadCount === 1) throw new Error('The file cannot be read.')
        return createIdentityProviderPlugin(config.provider as IdentityProviderConfig)
      },
    })
    // The library loads again after a failure.
    await expect(auth.library()).rejects.toThrow('cannot be read')
    const { api, $context } = await auth.library()
    expect((await $context).authCookies.sessionToken.name).toBe(auth.sessionCookie)
    type Described = { path?: string; options?: { method?: string | string[] } }
    paths = Object.values(api as unknown as Record<string, Described>).flatMap(({ path, options }) =>
      path ? [options?.method ?? []].flat().map((method) => ({ method, path })) : [],
    )
    await stored.close()
  })

  it('answer only if they are on the list, and 404 otherwise', async () => {
    expect(paths.length).toBeGreaterThan(40)
    const libraryPaths = paths.map(({ method, path }) => `${method} ${path}`)
    expect(SERVED_PATHS.filter((one) => !libraryPaths.includes(one))).toEqual([])
    const closedPaths = paths.filter(({ method, path }) => !SERVED_PATHS.includes(`${method} ${path}`))
    for (const { method, path } of closedPaths) {
      const url = `/api/auth${path.replace(/:\w+/g, 'x')}`
      for (const as of roles) {
        const { status } = await site.request(method, url, { as, ...(method !== 'GET' && { body: {} }) })
        expect([method, url, as, status]).toEqual([method, url, as, 404])
      }
    }
    // HEAD and OPTIONS come with GET.
    const routes = site.app.routes.filter(
      ({ url, method }) => url.startsWith('/api/auth/') && !['HEAD', 'OPTIONS'].includes(method),
    )
    expect(routes.map(({ method, url }) => `${method} ${url.slice('/api/auth'.length)}`).sort()).toEqual([...SERVED_PATHS].sort())
  })

  it('open a session, return it, and end it', async () => {
    const email = 'client@example.com'
    const signUpReply = await site.request('POST', '/api/auth/sign-up/email', {
      body: { email, password: 'correct horse', name: 'Client' },
    })
    expect([signUpReply.status, signUpReply.json()]).toMatchObject([
      200,
      { token: expect.any(String), user: { email, name: 'Client', emailVerified: false } },
    ])
    const signInReply = await site.request('POST', '/api/auth/sign-in/email', { body: { email, password: 'correct horse' } })
    expect([signInReply.status, signInReply.json()]).toMatchObject([
      200,
      { redirect: false, token: expect.any(String), user: { email, name: 'Client' } },
    ])
    const cookie = toCookieHeader(signInReply)
    const session = await site.request('GET', '/api/auth/get-session', { headers: { cookie } })
    const { token } = signInReply.json() as { token: string }
    expect(session.json()).toMatchObject({
      session: { token, userId: expect.any(String) },
      user: { email, emailVerified: false },
    })
    const signOutReply = await site.request('POST', '/api/auth/sign-out', { headers: { cookie }, body: {} })
    expect([signOutReply.status, signOutReply.json()]).toEqual([200, { success: true }])
    expect((await site.request('GET', '/api/auth/get-session', { headers: { cookie } })).text).toBe('null')
  })

  it("apply the rules of the product's forms", async () => {
    for (const [path, more] of [
      ['sign-up/email', { name: 'X' }],
      ['sign-in/email', {}],
    ] as const) {
      const refusedReply = await site.request('POST', `/api/auth/${path}`, {
        body: { email: 'a1@b2.co', password: '12345', ...more },
      })
      expect([refusedReply.status, refusedReply.json()]).toMatchObject([
        400,
        { fields: { email: 'Provide a Valid Email', password: 'Minimum 6 Characters' } },
      ])
    }
    const role = await site.request('POST', '/api/auth/sign-up/email', {
      body: { email: 'climber@example.com', password: 'correct horse', name: 'X', role: 'Admin', emailVerified: true },
    })
    expect(role.status).toBe(400)
  })
})
