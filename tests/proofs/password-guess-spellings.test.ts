import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { buildIpAddress } from '../support/post-from-ip.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { adminEmail, password, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

/** Spellings of a URL that a server could take for the log-in call. */
const LOGIN_URL_VARIANTS = [
  '/api/sign-in',
  '/api/auth/sign-in/email',
  '/api/auth/callback/..\\sign-in\\email',
  '/api/auth/callback/..%5csign-in%5cemail',
  '/api/auth/callback/../sign-in/email',
  '/api/auth/callback/%2e%2e/sign-in/email',
  '/api/auth/callback/.%2e/sign-in/email',
  '/api/auth/./sign-in/email',
  '/api/auth\\sign-in\\email',
  '/api\\auth/sign-in/email',
  '//api/auth/sign-in/email',
  '/api//auth//sign-in//email',
  '/api/auth/sign-in/email/',
  '/API/AUTH/SIGN-IN/EMAIL',
  '/api/auth/sign%2din/email',
  '/api/auth/sign-in%2femail',
  '/api/auth/%73ign-in/email',
  '/api/auth/sign-in/email%00',
  '/api/auth/sign-in/email%09',
  '/api/auth/sign-in/email;x=1',
  '/api/auth/sign-in/email#x',
  '/api/auth/sign-in/email?x=1',
  '/api/auth/sign-in/email?email=other@example.com',
  'http://127.0.0.1:3000/api/auth/sign-in/email',
  'http://evil.example/api/auth/sign-in/email',
  'HTTP://evil.example/api/auth/sign-in/email',
  'http:/api/auth/sign-in/email',
]

type Body = { type: string; bytes: Buffer }

const JSON_TYPE = 'application/json'

/** Builds request bodies that spell the same guess in different ways. */
function buildBodies(email: string, guess: string): Body[] {
  const plain = JSON.stringify({ email, password: guess })
  const json = (text: string, type = JSON_TYPE): Body => ({ type, bytes: Buffer.from(text) })
  return [
    json(plain),
    json(JSON.stringify({ email: email.toUpperCase(), password: guess })),
    json(JSON.stringify({ email: ` ${email}\n`, password: guess })),
    json(plain, 'application/json; charset=utf-8'),
    json(plain, 'Application/JSON;charset=UTF-16'),
    json(plain, 'text/plain'),
    json(plain, 'application/problem+json'),
    json(plain, ''),
    { type: JSON_TYPE, bytes: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(plain)]) },
    { type: 'application/json; charset=utf-16', bytes: Buffer.from(`\ufeff${plain}`, 'utf16le') },
    json(`{"email":"nobody@example.com","email":"${email}","password":"${guess}"}`),
    json(`{"email":"${email}","email":"nobody@example.com","password":"${guess}"}`),
    json(`{"e\\u006dail":"${email}","password":"${guess}"}`),
    json(`${plain}   `),
    json(`${plain}{}`),
    json(`${plain}\0`),
    json(`[${plain}]`),
    json(JSON.stringify({ email: [email], password: guess })),
    json(JSON.stringify({ email, password: guess, __proto__: null, extra: 1 })),
    { type: 'application/x-www-form-urlencoded', bytes: Buffer.from(new URLSearchParams({ email, password: guess }).toString()) },
  ]
}

type Guess = { target: string; body: Body; version?: '1.0' | '1.1'; from: string }

describeOnEachDatabase('a thousand password guesses in every spelling', (database) => {
  let port: number
  const site = startAppForSuite(database, { RATE_LIMITS: 'on', TRUST_PROXY: 'loopback' })
  beforeAll(async () => {
    await site.app.server.listen({ port: 0, host: '127.0.0.1' })
    const address = site.app.server.server.address()
    port = typeof address === 'object' && address ? address.port : 0
  })
  afterEach(() => vi.useRealTimers())

  /** Sends a request line byte for byte. An HTTP client would normalize it. */
  async function send({ target, body: { type, bytes }, version = '1.1', from }: Guess): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const lines = [
      `POST ${target} HTTP/${version}`,
      'Host: 127.0.0.1:3000',
      ...(type ? [`Content-Type: ${type}`] : []),
      `Content-Length: ${bytes.length}`,
      `X-Forwarded-For: ${from}`,
      'Connection: close',
    ]
    socket.write(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), bytes]))
    return text(socket)
  }

  const parseStatus = (reply: string) => Number(/^HTTP\/1\.[01] (\d{3})/.exec(reply)?.[1])

  it('get ten password checks at most, and then even the right password is rejected', async () => {
    const guesses = Array.from({ length: 1000 }, (_, nth): Guess => {
      const bodies = buildBodies(adminEmail, `guess ${nth}`)
      const body = bodies[nth % bodies.length] as Body
      const target = LOGIN_URL_VARIANTS[Math.floor(nth / bodies.length) % LOGIN_URL_VARIANTS.length] ?? ''
      return { target, body, version: nth % 7 === 0 ? '1.0' : '1.1', from: buildIpAddress(nth) }
    })
    const statuses: number[] = []
    vi.useFakeTimers({ toFake: ['Date'] })
    for (let at = 0; at < guesses.length; at += 20) {
      // All guesses fit into 28 minutes. Ten wrong ones block an account for 30 minutes.
      vi.setSystemTime(Date.now() + 34_000)
      const replies = await Promise.all(guesses.slice(at, at + 20).map(send))
      statuses.push(...replies.map(parseStatus))
    }
    const count = (status: number) => statuses.filter((one) => one === status).length
    // The last of two equal keys counts, so these bodies guess at another account.
    const isElsewhere = (nth: number) => guesses[nth]?.body.bytes.includes('"email":"nobody@example.com","password"')
    // The server answers 401 if it checked a wrong password.
    expect(statuses.filter((status, nth) => status === 401 && !isElsewhere(nth))).toHaveLength(10)
    expect(count(429)).toBeGreaterThan(50)
    expect([...new Set(statuses)].filter((status) => ![400, 401, 403, 404, 405, 415, 429].includes(status))).toEqual([])

    const correctBodies = buildBodies(adminEmail, password)
    for (const [nth, target] of LOGIN_URL_VARIANTS.entries()) {
      for (const [index, body] of correctBodies.entries()) {
        if (nth > 3 && index > 1) continue
        const reply = await send({ target, body, from: buildIpAddress(5_000 + nth * 50 + index) })
        expect([target, index, parseStatus(reply) >= 400, reply.includes('session_token=')]).toEqual([target, index, true, false])
      }
    }
  })

  it('send one email to an address at most', async () => {
    const stored = await openSiteDatabase(site.environment)
    const email = 'flooded@example.com'
    const flood = async (endpoint: string) => {
      for (const [nth, { type, bytes }] of buildBodies(email, password).entries())
        await send({ target: `/api/auth/${endpoint}`, body: { type, bytes }, from: buildIpAddress(9_000 + nth) })
    }
    const listEmails = async () => (await stored.listMails()).filter((line) => line.startsWith(`${email}: `))
    await flood('sign-up/email')
    await flood('request-password-reset')
    expect(await listEmails()).toEqual([`${email}: Confirm your email address`])
    await stored.close()
  })
})
