import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { type ApiCallFunction, defineEndpoint, type Endpoint } from '#contract/core/endpoint.ts'
import { UserError } from '#contract/core/user-error.ts'
import { rateLimits } from '#contract/rate-limits.ts'
import { HTTP_CONNECTION_LIMITS } from '#platform/http/connection-manager.ts'
import { createInProcessCall, defineHandler } from '#platform/http/register-api.ts'
import { signedOutSession } from '#platform/http/request-session-types.ts'
import { buildHttpServer } from '#server/build-http-server.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { createModules } from '#server/modules.ts'
import { addRateLimitsToHandlers, createRateLimitsModule } from '#server/rate-limits/rate-limits.ts'
import { loadPageRenderer } from '#server/site/pages/load-page-renderer.ts'
import { cachedHashing } from '../support/cached-hashing.ts'
import { buildRequestBytes, parseHttpStatusCodes, sendRawBytes } from '../support/raw-request.ts'
import { adminEmail, password } from '../support/test-app.ts'
import { createTestDatabases } from '../support/test-databases.ts'

const MB = 1024 * 1024
const FORM = 'application/x-www-form-urlencoded'
const PNG = 'image/png'
const reply = z.object({ bytes: z.number() })
const endpointParts = { reply } as const

const notice = defineEndpoint('POST /test-notice', 'anyone', {
  ...endpointParts,
  limit: 'subscription',
  summary: 'A notice of a payment',
  raw: { as: 'bytes', types: [FORM, 'application/json'], maxBytes: 64 * 1024 },
})
const upload = defineEndpoint('POST /test-upload/:id', 'admin', {
  ...endpointParts,
  summary: 'A picture',
  params: z.object({ id: z.string() }),
  raw: { as: 'stream', types: [PNG], maxBytes: 3 * MB },
})

const { environment } = createTestDatabases(() => undefined)
/** A test shortens the time for a body. */
const connectionLimits = { ...HTTP_CONNECTION_LIMITS }
let origin: string
let port: number
let cookie: string
let close: () => Promise<void>
let calls: ReturnType<typeof addRateLimitsToHandlers>
/** The bodies that the handlers received, and the error of the last stream. */
let receivedBodies: Buffer[] = []
let streamError: unknown

beforeAll(async () => {
  const settings = { ADMIN_EMAIL: adminEmail, ADMIN_PASSWORD: password, SEED: 'none', LOG_LEVEL: 'fatal' }
  const config = readConfig({ ...(await environment()), ...settings })
  const [database, renderer] = await Promise.all([openDatabase(config), loadPageRenderer()])
  const log = { line: () => {}, problem: () => {} }
  const modules = await createModules({ config, database, renderer, log, hashing: cachedHashing })
  await modules.users.prepareFirstAdmin()
  calls = addRateLimitsToHandlers(
    [
      defineHandler(notice, async ({ bytes }) => {
        receivedBodies.push(bytes)
        return { bytes: bytes.length }
      }),
      defineHandler(upload, async ({ params: { id }, stream }, { person }) => {
        expect(person.isAdmin).toBe(true)
        if (id === 'unwanted') throw new UserError(409, 'There is one already.')
        const bytes = await buffer(stream).catch((error: unknown) => {
          streamError = error
          throw error
        })
        receivedBodies.push(bytes)
        return { bytes: bytes.length }
      }),
    ],
    createRateLimitsModule({
      database,
      problem: () => {},
      config,
      secret: 'secret',
      mail: { enqueue: async () => '', wake: () => {} },
      adminEmails: async () => [],
    }),
  )
  const built = await buildHttpServer({
    config,
    database,
    renderer,
    modules: { ...modules, handlers: [...modules.handlers, ...calls] },
    logger: pino({ level: 'silent' }),
    siteId: 'site',
    connectionLimits,
  })
  await built.server.listen({ port: 0, host: '127.0.0.1' })
  port = (built.server.server.address() as AddressInfo).port
  origin = `http://127.0.0.1:${port}`
  close = async () => {
    await built.close()
    await modules.close()
    await database.close()
  }
  const signInReply = await fetch(`${origin}/api/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: adminEmail, password }),
  })
  cookie = signInReply.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  expect(signInReply.status).toBe(200)
})
afterAll(() => close())
beforeEach(() => {
  receivedBodies = []
  streamError = undefined
})

async function send(path: string, body: BodyInit, headers: Record<string, string>) {
  const init = { method: 'POST', body, headers, duplex: 'half' }
  const response = await fetch(`${origin}/api${path}`, init as RequestInit)
  return { status: response.status, headers: response.headers, reply: (await response.json()) as { error?: string } }
}
const sendNotice = (body: BodyInit, type = FORM) => send('/test-notice', body, { 'content-type': type })
const sendImage = (body: BodyInit, headers = {}, id = 'a') =>
  send(`/test-upload/${id}`, body, { 'content-type': PNG, cookie, ...headers })

describe('a call with a raw body', () => {
  it('passes on every byte unchanged', async () => {
    const bodies = [
      Buffer.from('payer=Jos\xe9&charset=windows-1252&a=%E9+b', 'latin1'),
      Buffer.from([0xef, 0xbb, 0xbf, ...Buffer.from('{"a": 1}\r\n')]),
      Buffer.from([0, 255, 254, 0, 10, 13]),
    ]
    for (const body of bodies) {
      expect(await sendNotice(body, 'application/json; charset=utf-8')).toMatchObject({
        status: 200,
        reply: { bytes: body.length },
      })
      expect(receivedBodies.pop()?.equals(body)).toBe(true)
    }
  })

  it('passes on a stream of several megabytes, with or without its length', async () => {
    const picture = Buffer.alloc(3 * MB, 7)
    const pieces = () => new Blob([picture]).stream()
    for (const body of [picture, pieces()]) {
      expect(await sendImage(body as BodyInit)).toMatchObject({ status: 200, reply: { bytes: picture.length } })
      expect(receivedBodies.pop()?.equals(picture)).toBe(true)
    }
  })

  it('answers 413 with the limit to a larger body, and passes on none of it', async () => {
    const long = await sendNotice(Buffer.alloc(64 * 1024 + 1))
    expect([long.status, long.reply]).toEqual([413, { error: 'The request is too large: at most 64 KB are accepted.' }])
    const large = Buffer.alloc(3 * MB + 1)
    for (const body of [large, new Blob([large]).stream()]) {
      const { status, reply, headers } = await sendImage(body as BodyInit)
      expect([status, reply]).toEqual([413, { error: 'The request is too large: at most 3 MB are accepted.' }])
      expect(headers.get('connection')).toBe('close')
    }
    expect(receivedBodies).toEqual([])
  })

  it('answers 415 with the allowed types to another or no content type', async () => {
    const refusedReply = await sendNotice('a=1', 'text/plain')
    expect([refusedReply.status, refusedReply.reply]).toEqual([
      415,
      { error: 'The content type must be application/x-www-form-urlencoded or application/json.' },
    ])
    expect((await sendImage('{}', { 'content-type': 'application/json' })).status).toBe(415)
    expect(
      parseHttpStatusCodes(await sendRawBytes(port, buildRequestBytes('POST /api/test-notice HTTP/1.1', [], 'a=1'))),
    ).toEqual([415])
    // Other calls accept only JSON.
    expect((await send('/add-message', 'a=1', { 'content-type': FORM })).status).toBe(415)
    expect(receivedBodies).toEqual([])
  })

  it('checks access and origin, and accepts servers without an origin', async () => {
    expect((await sendImage(Buffer.alloc(MB), { cookie: '' })).status).toBe(401)
    expect((await sendImage(Buffer.alloc(MB), { origin: 'https://evil.example' })).status).toBe(403)
    const foreign = { 'content-type': FORM, 'sec-fetch-site': 'cross-site' }
    expect((await send('/test-notice', 'a=1', foreign)).status).toBe(403)
    expect(receivedBodies).toEqual([])
  })

  it('answers a refusal before it reads the stream', async () => {
    const headers = [`Content-Type: ${PNG}`, 'Content-Length: 100', `Cookie: ${cookie}`]
    const answer = await sendRawBytes(port, buildRequestBytes('POST /api/test-upload/unwanted HTTP/1.1', headers, 'half'))
    expect(parseHttpStatusCodes(answer)).toEqual([409])
    expect(answer).toContain('There is one already.')
  })

  it('fails an interrupted stream in the handler, and passes on no partial body', async () => {
    const buildInterruptedRequest = (path: string, type: string, length: number) =>
      buildRequestBytes(
        `POST /api${path} HTTP/1.1`,
        [`Content-Type: ${type}`, `Content-Length: ${length}`, `Cookie: ${cookie}`],
        'half',
      )
    await sendRawBytes(port, buildInterruptedRequest('/test-upload/a', PNG, 100), { closesEarly: true })
    await expect.poll(() => streamError).toMatchObject({ status: 400, message: 'The request ended early.' })
    await sendRawBytes(port, buildInterruptedRequest('/test-notice', FORM, 100), { closesEarly: true })
    expect((await sendNotice('whole')).status).toBe(200)
    expect(receivedBodies.map(String)).toEqual(['whole'])
  })

  it('answers 408 to a body that takes too long, and fails its stream in the handler', async () => {
    connectionLimits.request = 500
    for (const [path, type] of [
      ['/test-upload/a', PNG],
      ['/test-notice', FORM],
    ] as const) {
      const headers = [`Content-Type: ${type}`, 'Content-Length: 100', `Cookie: ${cookie}`]
      expect(
        parseHttpStatusCodes(await sendRawBytes(port, buildRequestBytes(`POST /api${path} HTTP/1.1`, headers, 'half'))),
      ).toEqual([408])
    }
    await expect.poll(() => streamError).toMatchObject({ status: 400 })
    expect(receivedBodies).toEqual([])
    connectionLimits.request = HTTP_CONNECTION_LIMITS.request
  })

  it('passes on an empty body', async () => {
    expect(await sendNotice('')).toMatchObject({ status: 200, reply: { bytes: 0 } })
    expect(await sendImage('')).toMatchObject({ status: 200, reply: { bytes: 0 } })
  })

  it('is documented with its types and its size', async () => {
    const document = await (await fetch(`${origin}/api/openapi.json`)).json()
    const binary = { schema: { type: 'string', format: 'binary' } }
    expect(document.paths['/test-notice'].post.requestBody).toEqual({
      required: true,
      description: 'At most 64 KB.',
      content: { [FORM]: binary, 'application/json': binary },
    })
    expect(document.paths['/test-upload/{id}'].post.requestBody).toMatchObject({ description: 'At most 3 MB.' })
  })

  it('works over HTTP only', async () => {
    const caller = { session: signedOutSession, headers: new Headers(), replyHeaders: new Headers() }
    const call = createInProcessCall(calls)(caller) as (endpoint: Endpoint, input: object) => ReturnType<ApiCallFunction>
    await expect(call(notice, {})).rejects.toThrow('POST /test-notice works over HTTP only')
  })

  it('counts toward its rate limit', async () => {
    const statuses = new Set<number>()
    for (let nth = 0; nth <= rateLimits.subscription.address.maxAttempts; nth++) statuses.add((await sendNotice('a=1')).status)
    expect([...statuses].at(-1)).toBe(429)
  })
})

it('a page that takes files leads to the login however large they are, and keeps the text', async () => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ _form: 'message', text: 'Our sign is new.', customerEmail: adminEmail }))
    form.set(name, value)
  for (let nth = 1; nth <= 4; nth++) form.append('file', new Blob([Buffer.alloc(20 * MB)]), `sign ${nth}.pdf`)
  const path = '/my-order/00000000-0000-4000-8000-000000000000'
  const { status, headers } = await fetch(origin + path, { method: 'POST', body: form, redirect: 'manual' })
  // The server read it all. A connection that it closes early is an error in browsers.
  expect(headers.get('connection')).toBe('keep-alive')
  expect([status, headers.get('location'), headers.get('set-cookie')]).toEqual([
    302,
    `/login?from=${encodeURIComponent(path)}`,
    expect.stringContaining('rankstead.typed='),
  ])
})
