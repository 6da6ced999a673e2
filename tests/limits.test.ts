import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig } from '../src/server/config.ts'
import { openDatabase } from '../src/server/db/db.ts'
import { removeEnded, takeAttempt } from '../src/server/limits/store.ts'
import { adminEmail, password, startApp, type TestApp } from './support/app.ts'
import { onEveryDatabase } from './support/databases.ts'
import { addressOf, countOf, postFrom, type Sent } from './support/from-address.ts'

type Sending = (nth: number) => Promise<Sent>
const many = async (count: number, send: Sending) => {
  const sent = []
  for (let nth = 0; nth < count; nth++) sent.push(await send(nth))
  return countOf(sent)
}

onEveryDatabase('the limits', (database) => {
  let site: TestApp
  let environment: Record<string, string>
  beforeAll(async () => {
    environment = { ...(await database.environment()), RATE_LIMITS: 'on' }
    site = await startApp(environment)
  })
  afterAll(() => site.close())

  it('let one address subscribe ten of a thousand, and others go on', async () => {
    const subscribe = (nth: number, from: string) =>
      postFrom(site, '/api/add-subscriber', { subemail: `sub-${nth}@example.com` }, { from })
    expect(await many(1000, (nth) => subscribe(nth, '203.0.113.5'))).toEqual({ 201: 10, 429: 990 })
    expect((await subscribe(1, '203.0.113.6')).status).toBe(201)
  })

  it('let few registrations and reset mails go to one address, known or not, and from one network, by either door', async () => {
    const calls = [
      {
        doors: ['/api/register', '/api/auth/sign-up/email'],
        body: (email: string, door: string) => ({ email, password, ...(door.includes('auth') && { name: email }) }),
      },
      { doors: ['/api/request-password-reset', '/api/auth/request-password-reset'], body: (email: string) => ({ email }) },
    ]
    for (const [index, { doors, body }] of calls.entries()) {
      const send = (nth: number, email: string, from: string) => {
        const door = doors[nth % 2] ?? ''
        return postFrom(site, door, body(email, door), { from })
      }
      for (const email of [`new-${index}@example.com`, adminEmail]) {
        const counts = await many(8, (nth) => send(nth, email, addressOf(index * 100 + nth)))
        expect([email, counts[429]]).toEqual([email, 5])
      }
      const fromOne = await many(15, (nth) => send(nth, `new-${index}-${nth}@example.com`, `203.0.113.${30 + index}`))
      expect(fromOne[429]).toBe(5)
    }
  })

  it('count attempts at the set-up code before anything else is done for them', async () => {
    const empty = await startApp({ ...(await database.environment()), RATE_LIMITS: 'on', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
    const body = { code: 'a guess', email: 'owner@example.com', password }
    expect(await many(30, () => postFrom(empty, '/api/first-admin', body, { from: '203.0.113.9' }))).toEqual({ 400: 10, 429: 20 })
    const mine = { ...body, code: empty.app.setUpCode }
    expect((await postFrom(empty, '/api/first-admin', mine, { from: '203.0.113.10' })).status).toBe(201)
    await empty.close()
  })

  it('believe no address that a client names itself', async () => {
    const send = (nth: number, from: string) =>
      postFrom(
        site,
        '/api/add-subscriber',
        { subemail: `proxy-${nth}@example.com` },
        {
          from,
          headers: {
            'x-forwarded-for': addressOf(nth),
            'x-real-ip': addressOf(nth),
            'x-client-address': addressOf(nth),
            forwarded: `for=${addressOf(nth)}`,
          },
        },
      )
    expect(await many(20, (nth) => send(nth, '203.0.113.20'))).toEqual({ 201: 10, 429: 10 })
    // An IPv6 network counts as one.
    expect(await many(20, (nth) => send(nth, `2001:db8:0:7::${nth + 1}`))).toEqual({ 201: 10, 429: 10 })
  })

  it('believe a proxy that the owner trusts, as far as it has seen the client itself', async () => {
    const behind = await startApp({ ...environment, TRUST_PROXY: '10.9.0.0/16, loopback' })
    const send = (nth: number, forwarded: string, from = '10.9.0.1') =>
      postFrom(
        behind,
        '/api/add-subscriber',
        { subemail: `behind-${nth}@example.com` },
        { from, headers: { 'x-forwarded-for': forwarded } },
      )
    expect(await many(20, (nth) => send(nth, addressOf(nth)))).toEqual({ 201: 20 })
    // What the client wrote itself stands to the left of what the proxy added.
    expect(await many(20, (nth) => send(nth, `${addressOf(nth)}, 192.0.2.7`))).toEqual({ 201: 10, 429: 10 })
    expect(await many(20, (nth) => send(nth, addressOf(nth), '192.0.2.8'))).toEqual({ 201: 10, 429: 10 })
    // Some proxies write the port beside the address, their own or the client's.
    expect(await many(20, (nth) => send(nth, `192.0.2.9:${1000 + nth}`))).toEqual({ 201: 10, 429: 10 })
    expect(await many(20, (nth) => send(nth, `${addressOf(nth)}, 192.0.2.10, 10.9.0.2:${1000 + nth}`))).toEqual({
      201: 10,
      429: 10,
    })
    expect(await many(20, (nth) => send(nth, `[2001:db8:0:9::${nth}]:${1000 + nth}`))).toEqual({ 201: 10, 429: 10 })
    // Whoever has no address shares one count.
    expect(await many(20, (nth) => send(nth, nth % 2 === 0 ? 'unknown' : `_hidden${nth}`))).toEqual({ 201: 10, 429: 10 })
    await behind.close()
  })

  it('keep the table as small as what is going on now', async () => {
    const opened = await openDatabase(readConfig({ ...environment, PORT: '3000' }))
    const clean = () => removeEnded(opened.main, opened.type)
    const rule = { most: 1, window: 1, free: 1, firstPause: 0 }
    for (let nth = 0; nth < 300; nth++) {
      await takeAttempt(opened.main, `gone ${nth}`, rule)
      if (nth % 2 === 0) await clean()
    }
    await clean()
    const left = await opened.main.selectFrom('attempt_limit').select('key').where('key', 'like', 'gone %').execute()
    expect(left.length).toBeLessThanOrEqual(10)
    await opened.close()
  })
})

it('are switched off on this machine alone', () => {
  for (const ORIGIN of ['https://shop.example', 'http://192.168.1.5:3000', 'http://localhost.evil.example'])
    expect(() => readConfig({ ORIGIN, RATE_LIMITS: 'off' })).toThrow('RATE_LIMITS=off is for this machine alone')
  for (const ORIGIN of ['http://127.0.0.1:3000', 'http://localhost', 'http://[::1]:8080', ''])
    expect(readConfig({ ORIGIN, RATE_LIMITS: 'off' }).rateLimits).toBe(false)
  expect(readConfig({}).rateLimits).toBe(true)
})

it('trust no proxy unless told whom, and never everybody', () => {
  expect(readConfig({}).trustProxy).toEqual([])
  expect(readConfig({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1,uniquelocal' }).trustProxy).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    '::1',
    'uniquelocal',
  ])
  for (const TRUST_PROXY of [
    'true',
    '*',
    '1',
    '0.0.0.0/0',
    '::/0',
    '10.0.0.0/33',
    'proxy.example',
    '10.0.0.0/8/8',
    '::ffff:0:0/96',
  ])
    expect(() => readConfig({ TRUST_PROXY }), TRUST_PROXY).toThrow('TRUST_PROXY')
})
