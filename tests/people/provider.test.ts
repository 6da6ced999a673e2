import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../../src/server/config/config.ts'
import { providerIdOf } from '../../src/server/people/identity-provider/discovery.ts'
import { openDatabase } from '../../src/server/platform/db/db.ts'
import { startApp, type TestApp } from '../support/app.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createProvider, type Person, type TestProvider } from '../support/provider.ts'
import { startWithProvider, visitProvider } from '../support/provider-visit.ts'

const ann: Person = { sub: 'ann', email: 'ann@example.com', email_verified: true }

onEveryDatabase('Join With Google', (database) => {
  let site: TestApp
  let provider: TestProvider
  let environment: Record<string, string>
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ environment, provider, site, close } = await startWithProvider(database, ann))
  })
  afterEach(() => {
    provider.person = ann
  })
  afterAll(() => close())

  it('works though the provider was down when the site started, and leads back to the remembered page', async () => {
    const visit = visitProvider(site)
    expect(await visit.join('/order-now/abc?x=1')).toBe('/order-now/abc?x=1')
    expect(await visit.whoAmI()).toMatchObject({ email: 'ann@example.com', emailVerified: true })
  })

  it('asks with PKCE, state and nonce, for the email only', async () => {
    const { url } = await visitProvider(site).press()
    const asked = new URL(url ?? '').searchParams
    expect(asked.get('code_challenge_method')).toBe('S256')
    expect(asked.get('scope')).toBe('openid email')
    for (const name of ['code_challenge', 'state', 'nonce']) expect(asked.get(name)?.length, name).toBeGreaterThan(30)
  })

  it('finds the same account the next time, by issuer and subject, whatever the email is by then', async () => {
    const [first, second] = [visitProvider(site), visitProvider(site)]
    expect(await first.join()).toBe('/dashboard')
    provider.person = { sub: 'ann', email: 'ann.new@example.com', email_verified: true }
    expect(await second.join('//evil.example')).toBe('/dashboard')
    const [before, after] = [await first.whoAmI(), await second.whoAmI()]
    expect(after?.id).toBe(before?.id)
    expect(before?.id).toBeTruthy()
  })

  it('makes another account for the same subject of another issuer, and none for an email that is taken', async () => {
    const other = await createProvider({ sub: 'ann', email: 'ann@other.example', email_verified: true })
    await other.start()
    const secondSite = await startApp({ ...environment, ...other.environment })
    const visit = visitProvider(secondSite)
    expect(await visit.join()).toBe('/dashboard')
    expect(await visit.whoAmI()).toMatchObject({ email: 'ann@other.example' })

    other.person = { sub: 'somebody', email: 'ann@example.com', email_verified: true }
    const intruder = visitProvider(secondSite)
    expect(await intruder.join()).toBe('/login?error=account_not_linked')
    expect(await intruder.whoAmI()).toBeUndefined()
    await secondSite.close()
    await other.stop()
  })

  it('never merges with a local account that somebody registered before, verified or not', async () => {
    const local = { email: 'victim@example.com', password: 'of the attacker', name: '' }
    await site.request('POST', '/api/auth/sign-up/email', { body: local })
    provider.person = { sub: 'victim', email: 'Victim@Example.com', email_verified: true }
    const victim = visitProvider(site)
    const landed = await victim.join('/my-order')
    expect(landed).toBe('/login?from=%2Fmy-order&error=account_not_linked')
    expect((await site.request('GET', landed)).text).toContain('There is an account with your email address already.')
    expect(await victim.whoAmI()).toBeUndefined()

    // The admin's address is verified; a provider that claims it gets nothing either.
    provider.person = { sub: 'no-owner', email: 'owner@example.com', email_verified: true }
    const claimer = visitProvider(site)
    expect(await claimer.join()).toBe('/login?error=account_not_linked')
    expect(await claimer.whoAmI()).toBeUndefined()
  })

  it('opens no account for an email that the provider has not verified', async () => {
    for (const person of [{ email: 'new@example.com', email_verified: false }, { email: 'new@example.com' }, {}]) {
      provider.person = { sub: 'new', ...person }
      const visit = visitProvider(site)
      expect(await visit.join()).toBe('/login?error=email_not_found')
      expect(await visit.whoAmI()).toBeUndefined()
    }
  })

  it('keeps issuer and subject, and none of the provider’s tokens', async () => {
    await visitProvider(site).join()
    const opened = await openDatabase(readConfig(environment))
    const { rows } = await sql<Record<string, unknown>>`select * from "account" where "accountId" = 'ann'`.execute(opened.read)
    await opened.close()
    const own = rows.find(({ providerId }) => providerId === providerIdOf(provider.issuer))
    expect(own).toMatchObject({ accessToken: null, refreshToken: null, idToken: null, password: null })
    expect(rows).toHaveLength(2)
  })
})
