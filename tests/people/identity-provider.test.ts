import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { deriveIdentityProviderId } from '#server/people/identity-provider/callback-url.ts'
import { createOidcBrowser, startAppWithProvider } from '../support/oidc-browser.ts'
import { createOidcProvider, type ProviderUser, type TestOidcProvider } from '../support/oidc-provider.ts'
import { startApp, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const ann: ProviderUser = { sub: 'ann', email: 'ann@example.com', email_verified: true }

describeOnEachDatabase('Join With Google', (database) => {
  let site: TestApp
  let provider: TestOidcProvider
  let environment: Record<string, string>
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ environment, provider, site, close } = await startAppWithProvider(database, ann))
  })
  afterEach(() => {
    provider.user = ann
  })
  afterAll(() => close())

  it('works even if the provider was down at the start, and leads to the remembered page', async () => {
    const visit = createOidcBrowser(site)
    expect(await visit.signIn('/order-now/abc?x=1')).toBe('/order-now/abc?x=1')
    expect(await visit.getCurrentUser()).toMatchObject({ email: 'ann@example.com', emailVerified: true })
  })

  it('uses PKCE, state and nonce, and asks for the email only', async () => {
    const { url } = await createOidcBrowser(site).pressJoinButton()
    const authorizationParams = new URL(url ?? '').searchParams
    expect(authorizationParams.get('code_challenge_method')).toBe('S256')
    expect(authorizationParams.get('scope')).toBe('openid email')
    for (const name of ['code_challenge', 'state', 'nonce'])
      expect(authorizationParams.get(name)?.length, name).toBeGreaterThan(30)
  })

  it('finds the account by issuer and subject, even after a change of email', async () => {
    const [first, second] = [createOidcBrowser(site), createOidcBrowser(site)]
    expect(await first.signIn()).toBe('/dashboard')
    provider.user = { sub: 'ann', email: 'ann.new@example.com', email_verified: true }
    expect(await second.signIn('//evil.example')).toBe('/dashboard')
    const [before, after] = [await first.getCurrentUser(), await second.getCurrentUser()]
    expect(after?.id).toBe(before?.id)
    expect(before?.id).toBeTruthy()
  })

  it('creates another account for another issuer, and none for an email in use', async () => {
    const other = await createOidcProvider({ sub: 'ann', email: 'ann@other.example', email_verified: true })
    await other.start()
    const secondSite = await startApp({ ...environment, ...other.environment })
    const visit = createOidcBrowser(secondSite)
    expect(await visit.signIn()).toBe('/dashboard')
    expect(await visit.getCurrentUser()).toMatchObject({ email: 'ann@other.example' })

    other.user = { sub: 'somebody', email: 'ann@example.com', email_verified: true }
    const intruder = createOidcBrowser(secondSite)
    expect(await intruder.signIn()).toBe('/login?error=account_not_linked')
    expect(await intruder.getCurrentUser()).toBeUndefined()
    await secondSite.close()
    await other.stop()
  })

  it('never merges with a local account, confirmed or not', async () => {
    const local = { email: 'victim@example.com', password: 'of the attacker', name: '' }
    await site.request('POST', '/api/auth/sign-up/email', { body: local })
    provider.user = { sub: 'victim', email: 'Victim@Example.com', email_verified: true }
    const victim = createOidcBrowser(site)
    const finalUrl = await victim.signIn('/my-order')
    expect(finalUrl).toBe('/login?from=%2Fmy-order&error=account_not_linked')
    expect((await site.request('GET', finalUrl)).text).toContain('There’s already an account with your email address.')
    expect(await victim.getCurrentUser()).toBeUndefined()

    // The admin's email is verified, and the account still doesn't merge.
    provider.user = { sub: 'no-owner', email: 'owner@example.com', email_verified: true }
    const claimer = createOidcBrowser(site)
    expect(await claimer.signIn()).toBe('/login?error=account_not_linked')
    expect(await claimer.getCurrentUser()).toBeUndefined()
  })

  it('creates no account for an unverified email', async () => {
    for (const person of [{ email: 'new@example.com', email_verified: false }, { email: 'new@example.com' }, {}]) {
      provider.user = { sub: 'new', ...person }
      const visit = createOidcBrowser(site)
      expect(await visit.signIn()).toBe('/login?error=email_not_found')
      expect(await visit.getCurrentUser()).toBeUndefined()
    }
  })

  it('stores issuer and subject, and no token of the provider', async () => {
    await createOidcBrowser(site).signIn()
    const opened = await openDatabase(readConfig(environment))
    const { rows } = await sql<Record<string, unknown>>`select * from "account" where "accountId" = 'ann'`.execute(opened.read)
    await opened.close()
    const ownAccount = rows.find(({ providerId }) => providerId === deriveIdentityProviderId(provider.issuer))
    expect(ownAccount).toMatchObject({ accessToken: null, refreshToken: null, idToken: null, password: null })
    expect(rows).toHaveLength(2)
  })
})
