import { createPublicKey, type JsonWebKey, verify } from 'node:crypto'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { createSessionEventReporter } from '#server/people/token-sync/token-sync.ts'
import { createOidcBrowser } from '../support/oidc-browser.ts'
import { createOidcProvider } from '../support/oidc-provider.ts'
import { limitTime } from '../support/proof-size.ts'
import { type RecordedRequest, type RequestRecorder, startRequestRecorder } from '../support/request-recording-server.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { createTestBrowser } from '../support/test-accounts.ts'
import { adminEmail, password, startApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { generateTotp } from '../support/totp.ts'

const cleanUps: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function startReceiver(...answer: Parameters<typeof startRequestRecorder>): Promise<RequestRecorder> {
  const started = await startRequestRecorder(...answer)
  cleanUps.push(started.close)
  return started
}

describeOnEachDatabase('the token sync', (database) => {
  // All tests share one database, because its key takes longer to make than a site to start.
  let shared: Record<string, string>
  beforeAll(async () => {
    shared = await database.environment()
  })

  async function startSite(environment: Record<string, string>) {
    const site = await startApp({ ...shared, ...environment })
    cleanUps.push(site.close)
    return site
  }

  it('sends a token after each log-in, signed with the key of this site', async () => {
    const { url, waitForRequests } = await startReceiver()
    const site = await startSite({ TOKEN_SYNC_URL: url })
    const [first] = await waitForRequests(1, isTokenFor(adminEmail))
    expect(first).toMatchObject({ method: 'POST', path: '/sync', body: '' })
    const { iat, exp, ...claims } = parseClaims(first?.authorization)
    expect(claims).toEqual({
      sub: expect.any(String),
      email: adminEmail,
      email_verified: true,
      iss: 'http://127.0.0.1:3000',
      aud: new URL(url).origin,
    })
    expect(exp - iat).toBe(300)
    expect(Date.now() / 1000 - iat).toBeLessThan(30)
    const { keys } = (await site.request('GET', '/api/auth/jwks')).json() as { keys: JsonWebKey[] }
    expect(keys.some((key) => isSignedBy(first?.authorization, key))).toBe(true)
    expect(JSON.stringify(keys)).not.toContain('"d"')
    for (const key of keys) expect(createPublicKey({ key, format: 'jwk' }).asymmetricKeyDetails?.modulusLength).toBe(3072)
  })

  it('sends DELETE without a body or token after a log-out, only if a person was logged in', async () => {
    const { url, waitForRequests } = await startReceiver()
    const site = await startSite({ TOKEN_SYNC_URL: url })
    const isDelete = ({ method }: RecordedRequest) => method !== 'POST'
    await site.request('POST', '/api/sign-out', { body: {} })
    await site.request('POST', '/api/sign-out', { as: 'customer', body: {} })
    expect(await waitForRequests(1, isDelete)).toEqual([{ method: 'DELETE', path: '/sync', authorization: undefined, body: '' }])
    await site.request('POST', '/api/sign-out', { as: 'admin', body: {} })
    expect(await waitForRequests(2, isDelete)).toHaveLength(2)
  })

  it('sends nothing for a wrong password', async () => {
    const { url, waitForRequests } = await startReceiver()
    const site = await startSite({ TOKEN_SYNC_URL: url })
    const wrong = { email: adminEmail, password: 'not the password' }
    expect((await site.request('POST', '/api/sign-in', { body: wrong })).status).toBe(401)
    await site.signIn('admin')
    expect(await waitForRequests(2, isTokenFor(adminEmail))).toHaveLength(2)
  })

  it('sends a token of this site, never the provider\u2019s, after a log-in with the provider', async () => {
    const { url, waitForRequests } = await startReceiver()
    const provider = await createOidcProvider({ sub: 'ann', email: 'ann@example.com', email_verified: true })
    await provider.start()
    cleanUps.push(provider.stop)
    const site = await startSite({ TOKEN_SYNC_URL: url, ...provider.environment })
    expect(await createOidcBrowser(site).signIn()).toBe('/dashboard')
    const [token] = await waitForRequests(1, isTokenFor('ann@example.com'))
    expect(parseClaims(token?.authorization).iss).toBe('http://127.0.0.1:3000')
  })

  it('sends nothing for a second-factor code that was used before', async () => {
    const { url, requests: received, waitForRequests } = await startReceiver()
    const site = await startSite({ TOKEN_SYNC_URL: url })
    const email = 'twice@example.com'
    const stored = await openSiteDatabase(site.environment)
    const bob = createTestBrowser(site)
    await bob.call('POST', '/api/register', { email, password })
    await stored.confirmEmail(email)
    const { secret } = (await bob.call('POST', '/api/second-factor/begin', { password })).json<{ secret: string }>()
    const used = generateTotp(secret)
    expect((await bob.call('POST', '/api/second-factor/confirm', { code: used })).status).toBe(200)
    const thief = createTestBrowser(site)
    await thief.logIn(email)
    expect((await thief.call('POST', '/api/second-factor/verify', { code: used })).status).toBe(400)
    await thief.logIn(email)
    expect((await thief.call('POST', '/api/second-factor/verify', { code: generateTotp(secret, 1) })).status).toBe(200)
    // One token for the registration and one for the completed log-in. A later request may arrive first.
    await waitForRequests(2, isTokenFor(email))
    await thief.call('POST', '/api/sign-out', {})
    await waitForRequests(1, ({ method }) => method === 'DELETE')
    expect(received.filter(isTokenFor(email))).toHaveLength(2)
    await stored.close()
  })

  it('does not delay a log-in if the receiver hangs, fails or is down', async () => {
    const hanging = await startReceiver(() => undefined)
    const refusing = await startReceiver((_, response) => void response.writeHead(500).end())
    const unreachable = await startRequestRecorder()
    await unreachable.close()
    for (const { url } of [hanging, refusing, unreachable]) {
      const site = await startSite({ TOKEN_SYNC_URL: url })
      const started = performance.now()
      await site.signIn('customer')
      expect(performance.now() - started).toBeLessThan(limitTime(4_500))
      expect((await site.request('GET', '/api/users', { as: 'customer' })).status).toBe(200)
    }
  })

  it('has neither keys nor tokens if it is not configured', async () => {
    const site = await startSite({})
    expect((await site.request('GET', '/api/auth/jwks')).status).toBe(404)
    expect((await site.request('GET', '/api/auth/token', { as: 'customer' })).status).toBe(404)
  })
})

it('the token sync follows no redirect, so that no other server gets the token', async () => {
  const other = await startReceiver()
  const redirecting = await startReceiver((_, response) => void response.writeHead(307, { location: other.url }).end())
  const log = vi.fn()
  createSessionEventReporter({ url: redirecting.url, log }).notifySignIn(async () => buildToken(0))
  await redirecting.waitForRequests(1)
  await expect
    .poll(() => log.mock.calls.flat())
    .toContain(`The token sync at ${new URL(redirecting.url).origin} failed: it answered 307.`)
  expect(other.requests).toEqual([])
})

it('the token sync skips a token that is older than 300 seconds or has no time', async () => {
  const { url, requests: received, waitForRequests } = await startReceiver()
  const log = vi.fn()
  const client = createSessionEventReporter({ url, log })
  for (const age of [301, 4_000, Number.NaN]) client.notifySignIn(async () => buildToken(age))
  client.notifySignIn(async () => 'no token at all')
  const young = buildToken(290)
  client.notifySignIn(async () => young)
  await waitForRequests(1)
  client.notifySignOut()
  await waitForRequests(2)
  expect(received.map(({ method }) => method)).toEqual(['POST', 'DELETE'])
  expect(received[0]?.authorization).toBe(`Bearer ${young}`)
})

it('the token sync reports a log-out after the log-in before it, even if the token is slow', async () => {
  const { url, requests: received, waitForRequests } = await startReceiver()
  const log = vi.fn()
  const client = createSessionEventReporter({ url, log })
  const pendingToken = Promise.withResolvers<string>()
  client.notifySignIn(() => pendingToken.promise)
  client.notifySignOut()
  client.notifySignIn(async () => buildToken(0))
  pendingToken.resolve(buildToken(0))
  await waitForRequests(3)
  expect(received.map(({ method }) => method)).toEqual(['POST', 'DELETE', 'POST'])
})

it('the token sync drops reports that wait too long for a hanging receiver, and logs it', async () => {
  const hanging = await startReceiver(() => undefined)
  const log = vi.fn()
  const client = createSessionEventReporter({ url: hanging.url, log })
  for (let count = 0; count <= 1_000; count++) client.notifySignOut()
  const sentence = `The token sync at ${new URL(hanging.url).origin} failed: too many reports wait.`
  await expect.poll(() => log.mock.calls).toEqual([[sentence]])
})

it('the token sync logs failures without the token', async () => {
  const hanging = await startReceiver(() => undefined)
  const log = vi.fn()
  const token = buildToken(0)
  createSessionEventReporter({ url: hanging.url, log }).notifySignIn(async () => token)
  createSessionEventReporter({ url: hanging.url, log }).notifySignIn(() => Promise.reject(new Error('the key cannot be read')))
  await expect.poll(() => log.mock.calls.length).toBe(2)
  expect(log.mock.calls.flat().join('\n')).toMatch(/the key cannot be read(.|\n)*(timeout|aborted)/)
  expect(log.mock.calls.flat().join('\n')).not.toContain(token)
})

function buildToken(age: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'RS256' })}.${part({ iat: Math.floor(Date.now() / 1000) - age })}.c2lnbmF0dXJl`
}

function isTokenFor(email: string) {
  return ({ authorization }: RecordedRequest) => authorization !== undefined && parseClaims(authorization).email === email
}

function parseClaims(authorization: string | undefined) {
  const payload = authorization?.replace(/^Bearer /, '').split('.')[1] ?? ''
  return JSON.parse(Buffer.from(payload, 'base64url').toString())
}

function isSignedBy(authorization: string | undefined, key: JsonWebKey): boolean {
  const [head, payload, signature = ''] = (authorization ?? '').replace(/^Bearer /, '').split('.')
  const publicKey = createPublicKey({ key, format: 'jwk' })
  return verify('sha256', Buffer.from(`${head}.${payload}`), publicKey, Buffer.from(signature, 'base64url'))
}
