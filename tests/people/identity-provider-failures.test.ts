import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { captureLog } from '../support/log-capture.ts'
import { createOidcBrowser, startAppWithProvider } from '../support/oidc-browser.ts'
import type { ProviderUser, TestOidcProvider } from '../support/oidc-provider.ts'
import { startApp, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const ann: ProviderUser = { sub: 'ann', email: 'ann@example.com', email_verified: true }

describeOnEachDatabase('a provider sign-in', (database) => {
  let site: TestApp
  let provider: TestOidcProvider
  let environment: Record<string, string>
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ environment, provider, site, close } = await startAppWithProvider(database, ann))
  })
  afterEach(() => {
    provider.alterReply = undefined
  })
  afterAll(() => close())

  it('fails for a changed state, code or nonce, and in another browser', async () => {
    const attempt = async (change: {
      authorizationUrl?: (url: URL) => void
      callbackUrl?: (url: URL) => void
      isOther?: true
    }) => {
      const visit = createOidcBrowser(site)
      const authorizationUrl = new URL((await visit.pressJoinButton()).url ?? '')
      change.authorizationUrl?.(authorizationUrl)
      const callbackUrl = new URL(await visit.signInAtProvider(authorizationUrl.href))
      change.callbackUrl?.(callbackUrl)
      const returningVisit = change.isOther ? createOidcBrowser(site) : visit
      const finalUrl = await returningVisit.followCallback(callbackUrl.href)
      expect(await returningVisit.getCurrentUser()).toBeUndefined()
      return new URL(finalUrl, 'http://site.invalid').searchParams.get('error')
    }
    const setParameter = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value)
    expect(await attempt({ callbackUrl: setParameter('state', 'guess') })).toBe('state_mismatch')
    expect(await attempt({ isOther: true })).toBe('state_mismatch')
    expect(await attempt({ callbackUrl: setParameter('code', 'guess') })).toBe('invalid_code')
    expect(await attempt({ callbackUrl: setParameter('iss', 'https://elsewhere.example') })).toBe('issuer_mismatch')
    expect(await attempt({ authorizationUrl: setParameter('nonce', 'of another sign-in') })).toBe('unable_to_get_user_info')
    expect(await attempt({ authorizationUrl: setParameter('code_challenge', 'A'.repeat(43)) })).toBe('invalid_code')
  })

  it('fails for a repeated reply', async () => {
    const visit = createOidcBrowser(site)
    const callback = await visit.signInAtProvider((await visit.pressJoinButton()).url ?? '')
    expect(await visit.followCallback(callback)).toBe('/dashboard')
    expect(await visit.followCallback(callback)).toContain('/login?error=')
  })

  it('keeps the session of a person who follows a planted callback link', async () => {
    const visit = createOidcBrowser(site)
    const callback = await visit.signInAtProvider((await visit.pressJoinButton()).url ?? '')
    await visit.followCallback(callback)
    const user = await visit.getCurrentUser()
    expect(user?.email).toBe(ann.email)
    const { href } = new URL(callback)
    const links = [href, `${href}&error=access_denied`, href.replace(/\?.*/, ''), href.replace(/callback.*/, 'callback/x?code=1')]
    for (const link of links) {
      expect(await visit.followCallback(link)).toMatch(/^\/login\?error=/)
      expect([link, await visit.getCurrentUser()]).toEqual([link, user])
    }
  })

  it('fails for a changed ID token, and for user info of another subject', async () => {
    provider.alterReply = (route, body) => {
      if (route === 'token') body.id_token = replaceSubject(String(body.id_token), 'owner')
    }
    const first = createOidcBrowser(site)
    expect(await first.signIn()).toBe('/login?error=unable_to_get_user_info')
    provider.alterReply = (route, body) => {
      if (route === 'userinfo') body.sub = 'owner'
    }
    const second = createOidcBrowser(site)
    expect(await second.signIn()).toBe('/login?error=unable_to_get_user_info')
    for (const visit of [first, second]) expect(await visit.getCurrentUser()).toBeUndefined()
  })

  it('fails for an email that becomes another address in lower case', async () => {
    const before = provider.user
    for (const email of ['\u212aelvin@example.com', '\uff4belvin@example.com']) {
      provider.user = { sub: 'kelvin', email, email_verified: true }
      const visit = createOidcBrowser(site)
      expect(await visit.signIn()).toMatch(/^\/login\?error=/)
      expect(await visit.getCurrentUser()).toBeUndefined()
    }
    provider.user = before
  })

  it('logs why it failed, without secrets', async () => {
    const log = captureLog()
    const wrongSettings = { ...provider.environment, OIDC_CLIENT_SECRET: 'a mistyped secret', LOG_LEVEL: 'error' }
    const wronglyConfiguredSite = await startApp({ ...environment, ...wrongSettings }, { output: log.output })
    const visit = createOidcBrowser(wronglyConfiguredSite)
    const callback = await visit.signInAtProvider((await visit.pressJoinButton()).url ?? '')
    expect(await visit.followCallback(callback)).toBe('/login?error=invalid_code')
    await provider.stop()
    await visit.pressJoinButton()
    await provider.start()
    await wronglyConfiguredSite.close()
    const lines = log.lines.join('')
    expect(lines).toContain(`Identity provider sign-in failed: ${provider.issuer}/token answered 401 invalid_client.`)
    expect(lines).toContain('/.well-known/openid-configuration cannot be reached (ECONNREFUSED).')
    const { state, code } = Object.fromEntries(new URL(callback).searchParams)
    for (const secret of ['a mistyped secret', code, state]) expect(lines).not.toContain(secret)
  })

  it('says that the provider is down, and works once it is back', async () => {
    await provider.stop()
    const visit = createOidcBrowser(site)
    const { redirect } = await visit.pressJoinButton('/my-order')
    expect(redirect).toBe('/login?from=%2Fmy-order&error=unreachable')
    expect((await site.request('GET', String(redirect))).text).toContain('We can’t reach Google right now.')
    expect((await site.request('POST', '/api/provider-sign-in', { body: {} })).status).toBe(503)
    await provider.start()
    expect(await visit.signIn()).toBe('/dashboard')
  })

  it('fails if the provider is down at the callback', async () => {
    const visit = createOidcBrowser(site)
    const callback = await visit.signInAtProvider((await visit.pressJoinButton()).url ?? '')
    await provider.stop()
    expect(await visit.followCallback(callback)).toBe('/login?error=invalid_code')
    await provider.start()
  })

  it('without a provider, shows no button, and an old page’s button says so (P-60)', async () => {
    const siteWithoutProvider = await startApp(environment)
    for (const path of ['/login', '/register'])
      expect((await siteWithoutProvider.request('GET', path)).text).not.toContain('/login/provider')
    expect((await site.request('GET', '/login')).text).toContain('/login/provider')
    const { redirect } = await createOidcBrowser(siteWithoutProvider).pressJoinButton()
    expect(redirect).toBe('/login?error=not_set_up')
    expect((await siteWithoutProvider.request('GET', String(redirect))).text).toContain(
      'Join With Google isn’t set up on this site yet.',
    )
    expect((await siteWithoutProvider.request('POST', '/api/provider-sign-in', { body: {} })).status).toBe(404)
    await siteWithoutProvider.close()
  })

  it('shows only its own sentences, and no text of the URL', async () => {
    const { text } = await site.request('GET', '/login?error=Call+0900+SCAM&error_description=%3Cb%3Ezebra')
    expect(text).toContain('<title>Error: Log in | ')
    expect((await site.request('GET', '/login')).text).toContain('<title>Log in | ')
    expect(text).toContain('Something went wrong, and you’re not logged in.')
    expect(text.replace(/<[^>]*>/g, '')).not.toMatch(/SCAM|zebra/)
  })
})

function replaceSubject(token: string, sub: string): string {
  const [head, payload = '', signature] = token.split('.')
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub }
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}
