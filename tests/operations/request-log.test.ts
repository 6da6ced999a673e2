import { afterAll, beforeAll, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { type App, buildApp } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import { captureLog } from '../support/log-capture.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const SECRET = 'marked-secret-f00d'
const PROXY_REQUEST_ID = 'proxy-said-0001'

describeOnSqlite('the request log', (kind) => {
  const log = captureLog()
  let app: App
  beforeAll(async () => {
    const environment = await kind.environment()
    const settings = {
      ...{ SEED: 'none', LOG_LEVEL: 'debug', RATE_LIMITS: 'off', TRUST_PROXY: '127.0.0.1', ADMIN_EMAIL: 'owner@example.com' },
      ...{ TOKEN_SYNC_URL: 'http://127.0.0.1:9/' },
      ...{ ADMIN_PASSWORD: `${SECRET}-admin`, SMTP_URL: `smtp://user:${SECRET}@127.0.0.1:1`, METRICS_TOKEN: SECRET.repeat(3) },
    }
    app = await buildApp(readConfig({ ...environment, ...settings }), { output: log.output })
  })
  afterAll(() => app.close())
  const parseLines = () =>
    log.lines
      .flatMap((text) => text.split('\n'))
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)

  it('has a line per request with route and id, and accepts the id of a trusted proxy', async () => {
    const send = (id: string, remoteAddress = '127.0.0.1') =>
      app.server.inject({ url: '/api/invoice/some-id', headers: { 'x-request-id': id }, remoteAddress })
    await send(PROXY_REQUEST_ID)
    for (const id of ['bad id "quoted"', 'x'.repeat(65), 'short']) await send(id)
    await send('stranger-said-01', '203.0.113.9')
    await expect.poll(() => parseLines().filter(({ msg }) => msg === 'a request').length).toBeGreaterThanOrEqual(5)
    const requests = parseLines().filter(({ msg }) => msg === 'a request')
    expect(requests[0]).toMatchObject({
      reqId: PROXY_REQUEST_ID,
      method: 'GET',
      status: 401,
      ms: expect.any(Number),
      bytes: expect.any(Number),
    })
    for (const { reqId } of requests.slice(1)) expect(reqId).toMatch(/^[0-9a-f]{10}-[0-9a-z]+$/)
    expect(new Set(requests.map(({ reqId }) => reqId)).size).toBe(requests.length)
  })

  it("shows the request's id in a module's lines, and the job's name in background lines", async () => {
    async function post(path: string, id: string, body: object) {
      const headers = { 'content-type': 'application/json', origin: 'http://127.0.0.1:3000', 'x-request-id': id }
      return app.server.inject({ method: 'POST', url: `/api${path}`, headers, payload: JSON.stringify(body) })
    }
    const email = 'owner@example.com'
    const replies = await Promise.all([
      post('/sign-in', 'signed-in-here', { email, password: `${SECRET}-admin` }),
      post('/sign-in', 'refused-here', { email, password: 'another one' }),
      post('/register', 'mailed-here', { email: 'new@example.com', password: 'violet otter' }),
    ])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 401, 201])
    const findLines = (pattern: RegExp) => parseLines().filter(({ msg }) => pattern.test(String(msg)))
    await expect.poll(() => findLines(/^email .* waits for another attempt/)).toMatchObject([{ job: 'mail' }])
    expect(findLines(/^email .* waits/)[0]).not.toHaveProperty('reqId')
    // Both requests log in. The log shows the first failure at once, and only counts the second.
    await expect
      .poll(() => findLines(/token sync/).map(({ reqId }) => reqId))
      .toEqual([expect.stringMatching(/^(signed-in|mailed)-here$/)])
    expect(findLines(/security: refused/)).toContainEqual(expect.objectContaining({ reqId: 'refused-here', who: email }))
  })

  it('holds no secret for any call', async () => {
    const secretFields = ['password', 'newPassword', 'token', 'code', 'message', 'website', 'subemail', 'recoveryCode']
    const payload = JSON.stringify({
      email: 'person@example.com',
      ...Object.fromEntries(secretFields.map((name) => [name, SECRET])),
    })
    const headers = { cookie: `rankstead.session_token=${SECRET}`, authorization: `Bearer ${SECRET}`, 'idempotency-key': SECRET }
    const paths = [
      ...endpoints.map(({ method, path }) => ({ method, url: `/api${path.replace(/:\w+/g, SECRET)}?token=${SECRET}` })),
      ...['/reset', '/confirm-subscription', '/add-user'].map((path) => ({
        method: 'GET',
        url: `${path}?token=${SECRET}&code=${SECRET}`,
      })),
    ] as const
    for (const { method, url } of paths) {
      const isWrite = method !== 'GET'
      const requestHeaders = {
        ...headers,
        ...(isWrite && { 'content-type': 'application/json', origin: 'http://127.0.0.1:3000' }),
      }
      await app.server.inject({ method: method as 'GET', url, headers: requestHeaders, ...(isWrite && { payload }) })
    }
    await app.server.inject({
      method: 'POST',
      url: '/api/sign-in',
      headers: { 'content-type': 'application/json', origin: 'http://127.0.0.1:3000' },
      payload: JSON.stringify({ email: 'owner@example.com', password: `${SECRET}-admin` }),
    })
    expect(parseLines().length).toBeGreaterThan(endpoints.length)
    expect(log.lines.filter((line) => line.includes(SECRET))).toEqual([])
  })
})
