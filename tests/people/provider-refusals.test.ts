import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { collectLog } from '../support/log.ts'
import type { Person, TestProvider } from '../support/provider.ts'
import { startWithProvider, visitProvider } from '../support/provider-visit.ts'

const ann: Person = { sub: 'ann', email: 'ann@example.com', email_verified: true }

onEveryDatabase('a sign-in with the provider that goes wrong', (database) => {
  let site: TestApp
  let provider: TestProvider
  let environment: Record<string, string>
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ environment, provider, site, close } = await startWithProvider(database, ann))
  })
  afterEach(() => {
    provider.spoil = undefined
  })
  afterAll(() => close())

  it('refuses a changed state, code or nonce, and an answer that another browser asked for', async () => {
    const attempt = async (change: { asked?: (url: URL) => void; answered?: (url: URL) => void; isOther?: true }) => {
      const visit = visitProvider(site)
      const asked = new URL((await visit.press()).url ?? '')
      change.asked?.(asked)
      const answered = new URL(await visit.signInAt(asked.href))
      change.answered?.(answered)
      const returning = change.isOther ? visitProvider(site) : visit
      const landed = await returning.comeBack(answered.href)
      expect(await returning.whoAmI()).toBeUndefined()
      return new URL(landed, 'http://site.invalid').searchParams.get('error')
    }
    const set = (name: string, value: string) => (url: URL) => url.searchParams.set(name, value)
    expect(await attempt({ answered: set('state', 'guess') })).toBe('state_mismatch')
    expect(await attempt({ isOther: true })).toBe('state_mismatch')
    expect(await attempt({ answered: set('code', 'guess') })).toBe('invalid_code')
    expect(await attempt({ answered: set('iss', 'https://elsewhere.example') })).toBe('issuer_mismatch')
    expect(await attempt({ asked: set('nonce', 'of another sign-in') })).toBe('unable_to_get_user_info')
    expect(await attempt({ asked: set('code_challenge', 'A'.repeat(43)) })).toBe('invalid_code')
  })

  it('takes no answer twice', async () => {
    const visit = visitProvider(site)
    const callback = await visit.signInAt((await visit.press()).url ?? '')
    expect(await visit.comeBack(callback)).toBe('/dashboard')
    expect(await visit.comeBack(callback)).toContain('/login?error=')
  })

  it('believes no ID token with a changed content, and no user info about somebody else', async () => {
    provider.spoil = (route, body) => {
      if (route === 'token') body.id_token = withSubject(String(body.id_token), 'owner')
    }
    const first = visitProvider(site)
    expect(await first.join()).toBe('/login?error=unable_to_get_user_info')
    provider.spoil = (route, body) => {
      if (route === 'userinfo') body.sub = 'owner'
    }
    const second = visitProvider(site)
    expect(await second.join()).toBe('/login?error=unable_to_get_user_info')
    for (const visit of [first, second]) expect(await visit.whoAmI()).toBeUndefined()
  })

  it('opens no account for an address that lower case would make another one', async () => {
    const before = provider.person
    for (const email of ['\u212aelvin@example.com', '\uff4belvin@example.com']) {
      provider.person = { sub: 'kelvin', email, email_verified: true }
      const visit = visitProvider(site)
      expect(await visit.join()).toMatch(/^\/login\?error=/)
      expect(await visit.whoAmI()).toBeUndefined()
    }
    provider.person = before
  })

  it('logs why it failed, without secrets', async () => {
    const log = collectLog()
    const wrong = { ...provider.environment, OIDC_CLIENT_SECRET: 'a mistyped secret', LOG_LEVEL: 'error' }
    const mistaken = await startApp({ ...environment, ...wrong }, { output: log.output })
    const visit = visitProvider(mistaken)
    const callback = await visit.signInAt((await visit.press()).url ?? '')
    expect(await visit.comeBack(callback)).toBe('/login?error=invalid_code')
    await provider.stop()
    await visit.press()
    await provider.start()
    await mistaken.close()
    const lines = log.lines.join('')
    expect(lines).toContain(`Identity provider sign-in failed: ${provider.issuer}/token answered 401 invalid_client.`)
    expect(lines).toContain('/.well-known/openid-configuration cannot be reached (ECONNREFUSED).')
    const { state, code } = Object.fromEntries(new URL(callback).searchParams)
    for (const secret of ['a mistyped secret', code, state]) expect(lines).not.toContain(secret)
  })

  it('lets nobody in with an ID token from elsewhere', async () => {
    const body = { provider: 'any', idToken: { token: 'a.b.c' } }
    const id = new URL(await signedIn(site)).pathname.split('/').at(-1)
    for (const name of ['any', id]) {
      expect((await site.request('POST', '/api/auth/sign-in/social', { body: { ...body, provider: name } })).status).toBe(404)
    }
  })

  it('says so where the provider is down at the press, and works once it is back', async () => {
    await provider.stop()
    const visit = visitProvider(site)
    const { redirect } = await visit.press('/my-order')
    expect(redirect).toBe('/login?from=%2Fmy-order&error=unreachable')
    expect((await site.request('GET', String(redirect))).text).toContain('Join With Google cannot be reached right now.')
    expect((await site.request('POST', '/api/provider-sign-in', { body: {} })).status).toBe(503)
    await provider.start()
    expect(await visit.join()).toBe('/dashboard')
  })

  it('says so where the provider is lost on the way back', async () => {
    const visit = visitProvider(site)
    const callback = await visit.signInAt((await visit.press()).url ?? '')
    await provider.stop()
    expect(await visit.comeBack(callback)).toBe('/login?error=invalid_code')
    await provider.start()
  })

  it('says so where no provider is set up', async () => {
    const bare = await startApp(environment)
    const { redirect } = await visitProvider(bare).press()
    expect(redirect).toBe('/login?error=not_set_up')
    expect((await bare.request('GET', String(redirect))).text).toContain('Join With Google is not set up on this site yet.')
    expect((await bare.request('POST', '/api/provider-sign-in', { body: {} })).status).toBe(404)
    await bare.close()
  })

  it('shows nothing that stands in the address, only sentences of its own', async () => {
    const { text } = await site.request('GET', '/login?error=Call+0900+SCAM&error_description=%3Cb%3Ezebra')
    expect(text).toContain('Something went wrong on the way, and you are not logged in.')
    expect(text.replace(/<[^>]*>/g, '')).not.toMatch(/SCAM|zebra/)
  })

  it('refuses a start that another site asks for', async () => {
    const headers = { origin: 'https://evil.example', 'content-type': 'application/x-www-form-urlencoded' }
    expect((await site.request('POST', '/login/provider', { headers, payload: '' })).status).toBe(403)
  })
})

async function signedIn(site: TestApp): Promise<string> {
  const visit = visitProvider(site)
  return visit.signInAt((await visit.press()).url ?? '')
}

function withSubject(token: string, sub: string): string {
  const [head, payload = '', signature] = token.split('.')
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), sub }
  return [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}
