import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { IPV6_NETWORK_LIMIT_MULTIPLIERS } from '#contract/core/rate-limit.ts'
import { endpoints } from '#contract/endpoints.ts'
import { type RateLimitName, rateLimits } from '#contract/rate-limits.ts'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { countAttempt, removeExpiredRateLimitCounts } from '#server/rate-limits/store.ts'
import { buildIpAddress, countByStatus, type PostReply, postFromIp } from '../support/post-from-ip.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { registerAccount } from '../support/test-accounts.ts'
import { customerEmail, getSessionCookie, password, startApp, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

/** Calls that need a mailed link, end a session, or belong to the rehearsal checkout. */
const UNLIMITED_PATHS = [
  '/auth/sign-out',
  '/payments/rehearsal/checkout',
  '/payments/rehearsal/outcome',
  '/payments/rehearsal/verify',
  '/sign-out',
  '/stop-reminders',
  '/unsubscribe',
]

type SendRequest = (nth: number) => Promise<Pick<PostReply, 'status'>>
const sendMany = async (count: number, send: SendRequest) => {
  const replies = []
  for (let nth = 0; nth < count; nth++) replies.push(await send(nth))
  return countByStatus(replies)
}

describeOnEachDatabase('the rate limits', (database) => {
  const site = startAppForSuite(database, { RATE_LIMITS: 'on' })
  const stored = startForSuite(() => openSiteDatabase(site.environment))
  const hex = (nth: number) => nth.toString(16).padStart(2, '0')

  it('let an account answer 60 drafts an hour, because each answer sends emails', async () => {
    const path = `/api/deliverable-approval/${crypto.randomUUID()}`
    const body = { answer: 'taken back', _version: 1 }
    const counts = await sendMany(61, () => site.request('PUT', path, { as: 'customer', body }))
    expect(counts).toEqual({ 404: 60, 429: 1 })
  })

  it('do not let strangers block a registration or reset, and send an address one email an hour', async () => {
    const countEmails = async (email: string) => (await stored.listMails()).filter((line) => line.includes(email)).length
    const calls = [
      {
        paths: ['/api/register', '/api/auth/sign-up/email'],
        body: (email: string, path: string) => ({ email, password, ...(path.includes('auth') && { name: email }) }),
      },
      { paths: ['/api/request-password-reset', '/api/auth/request-password-reset'], body: (email: string) => ({ email }) },
    ]
    for (const [index, { paths, body }] of calls.entries()) {
      const send = (nth: number, email: string, from: string) => {
        const path = paths[nth % 2] ?? ''
        return postFromIp(site, path, body(email, path), { ip: from })
      }
      const isReset = index === 1
      for (const email of [`known-${index}@example.com`, `unknown-${index}@example.com`]) {
        if (email.startsWith('known')) await registerAccount(site, email)
        await stored.main.deleteFrom('attempt_counter').execute()
        const before = await countEmails(email)
        const counts = await sendMany(40, (nth) => send(nth, email, buildIpAddress(index * 100 + nth)))
        expect([email, (counts[200] ?? 0) + (counts[201] ?? 0)]).toEqual([email, 40])
        // Only an account gets a reset link.
        const expectedEmails = isReset && email.startsWith('unknown') ? 0 : 1
        await expect.poll(() => countEmails(email)).toBe(before + expectedEmails)
      }
      const sameAddressCounts = await sendMany(15, (nth) =>
        send(nth, `new-${index}-${nth}@example.com`, `203.0.113.${30 + index}`),
      )
      expect(sameAddressCounts[429]).toBe(5)
    }
    await expect.poll(() => stored.main.selectFrom('reset_request').select('id').execute()).toEqual([])
    expect(await countEmails('known-1@example.com')).toBe(2)
  })

  it('count attempts at the set-up code before any other work', async () => {
    const empty = await startApp({ ...(await database.environment()), RATE_LIMITS: 'on', ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
    const body = { code: 'a guess', email: 'owner@example.com', password }
    expect(await sendMany(30, () => postFromIp(empty, '/api/first-admin', body, { ip: '203.0.113.9' }))).toEqual({
      400: 10,
      429: 20,
    })
    const setUpForm = { ...body, code: empty.app.setUpCode }
    expect((await postFromIp(empty, '/api/first-admin', setUpForm, { ip: '203.0.113.10' })).status).toBe(201)
    await empty.close()
  })

  it('ignore IP addresses that a client sends in headers', async () => {
    const send = (nth: number, from: string) =>
      postFromIp(
        site,
        '/api/add-subscriber',
        { subemail: `proxy-${nth}@example.com` },
        {
          ip: from,
          headers: {
            'x-forwarded-for': buildIpAddress(nth),
            'x-real-ip': buildIpAddress(nth),
            'x-client-address': buildIpAddress(nth),
            forwarded: `for=${buildIpAddress(nth)}`,
          },
        },
      )
    expect(await sendMany(20, (nth) => send(nth, '203.0.113.20'))).toEqual({ 201: 10, 429: 10 })
    // An IPv6 network counts as one.
    expect(await sendMany(20, (nth) => send(nth, `2001:db8:0:7::${nth + 1}`))).toEqual({ 201: 10, 429: 10 })
  })

  it('count an IPv6 address in its /64, /56 and /48 network, each with its own limit', async () => {
    const send = (nth: number, from: string) =>
      postFromIp(site, '/api/add-subscriber', { subemail: `six-${nth}@example.com` }, { ip: from })
    const { maxAttempts } = rateLimits.subscription.address
    const [factor56, factor48] = IPV6_NETWORK_LIMIT_MULTIPLIERS
    await stored.main.deleteFrom('attempt_counter').execute()
    // Each comes from its own /64, all in one /56.
    expect(await sendMany(40, (nth) => send(nth, `2001:db8:1:5${hex(nth)}::1`))).toEqual({
      201: maxAttempts * factor56,
      429: 40 - maxAttempts * factor56,
    })
    // A neighbor in the same /48 can continue until the /48 is used up.
    expect((await send(41, '2001:db8:1:6600::1')).status).toBe(201)
    const more = await sendMany(60, (nth) => send(100 + nth, `2001:db8:1:${hex(nth)}00::1`))
    expect(more[201]).toBe(maxAttempts * (factor48 - factor56) - 1)
    expect((await send(200, '2001:db8:2:1::1')).status).toBe(201)
    // Refused attempts count nowhere and write nothing.
    const rows = await stored.main.selectFrom('attempt_counter').select('key').where('key', 'like', '%2001:db8:1:%').execute()
    expect(rows.filter(({ key }) => !key.includes('/'))).toHaveLength(maxAttempts * factor48)
  })

  it('accept 1,000 messages from 100 networks only up to the site-wide limit, in under 10 MB, and email the owner once', async () => {
    const { hour } = rateLimits.message.siteWideLimit
    await stored.main.deleteFrom('attempt_counter').execute()
    const longText = 'A message as long as can be. '.repeat(400).slice(0, 10_000)
    const size = await stored.bytes()
    const post = (nth: number, headers = {}) => {
      const body = {
        name: 'A program',
        subject: `Flood ${nth}`,
        email: 'a@example.com',
        message: `${nth} ${longText}`.slice(0, 10_000),
      }
      return postFromIp(site, '/api/add-message', body, { ip: `2001:db8:${hex(nth % 100)}::${hex(nth)}`, headers })
    }
    const replies: PostReply[] = []
    for (let nth = 0; nth < 1_000; nth += 25)
      replies.push(...(await Promise.all(Array.from({ length: 25 }, (_, more) => post(nth + more)))))
    expect(countByStatus(replies)).toEqual({ 201: hour, 429: 1_000 - hour })
    const refused = replies.find(({ status }) => status === 429)
    expect(refused?.text).toMatch(/^\{"error":"We’re very busy right now\./)
    expect(refused?.retryAfter).toBeGreaterThan(3_000)
    expect((await stored.bytes()) - size).toBeLessThan(10 * 1024 * 1024)
    // Logged-in customers can continue.
    const cookie = await getSessionCookie(site, customerEmail)
    expect((await post(1_001, { cookie })).status).toBe(201)
    const limitMails = (await stored.listMails()).filter((line) => line.endsWith('Your site received too many messages'))
    expect(limitMails).toHaveLength(1)
    const reachedSiteWideLimits = (await site.request('GET', '/api/reached-limits', { as: 'admin' })).json() as unknown[]
    expect(reachedSiteWideLimits).toEqual([
      { of: 'messages', page: '/all-messages', period: 'hour', most: hour, reachedAt: expect.any(Number) },
    ])
  })

  it('declare a site-wide limit for each call that stores something permanent for visitors', () => {
    const boundedLimits = new Map([
      ['paymentNotice', 'waiting and forged notices have bounds of their own'],
      ['passwordReset', 'the request is gone once it is answered'],
      ['providerSignIn', 'what is stored is gone after minutes'],
      ['mailedLink', 'needs a link that we mailed'],
      ['firstAdmin', 'needs the one-time code'],
      ['signIn', 'needs a password, and an account has few sessions'],
      ['secondFactor', 'needs a password'],
    ])
    const writes = endpoints.filter(({ method, access }) => method !== 'GET' && access === 'anyone')
    const callsWithoutSiteWideLimit = writes.filter(
      ({ limit }) => !limit || !('siteWideLimit' in rateLimits[limit as RateLimitName] || boundedLimits.has(limit)),
    )
    expect(callsWithoutSiteWideLimit.map(({ path }) => path).sort()).toEqual(UNLIMITED_PATHS)
  })

  it('use the client address that a trusted proxy added, not one that the client wrote', async () => {
    const proxiedSite = await startApp({ ...site.environment, TRUST_PROXY: '10.9.0.0/16, loopback' })
    const send = (nth: number, forwarded: string, from = '10.9.0.1') =>
      postFromIp(
        proxiedSite,
        '/api/add-subscriber',
        { subemail: `behind-${nth}@example.com` },
        { ip: from, headers: { 'x-forwarded-for': forwarded } },
      )
    expect(await sendMany(20, (nth) => send(nth, buildIpAddress(nth)))).toEqual({ 201: 20 })
    // The client's own text stands to the left of the address that the proxy added.
    expect(await sendMany(20, (nth) => send(nth, `${buildIpAddress(nth)}, 192.0.2.7`))).toEqual({ 201: 10, 429: 10 })
    expect(await sendMany(20, (nth) => send(nth, buildIpAddress(nth), '192.0.2.8'))).toEqual({ 201: 10, 429: 10 })
    // Some proxies add a port to their own address or to the client's.
    expect(await sendMany(20, (nth) => send(nth, `192.0.2.9:${1000 + nth}`))).toEqual({ 201: 10, 429: 10 })
    expect(await sendMany(20, (nth) => send(nth, `${buildIpAddress(nth)}, 192.0.2.10, 10.9.0.2:${1000 + nth}`))).toEqual({
      201: 10,
      429: 10,
    })
    expect(await sendMany(20, (nth) => send(nth, `[2001:db8:0:9::${nth}]:${1000 + nth}`))).toEqual({ 201: 10, 429: 10 })
    // All clients without an address share one count.
    expect(await sendMany(20, (nth) => send(nth, nth % 2 === 0 ? 'unknown' : `_hidden${nth}`))).toEqual({ 201: 10, 429: 10 })
    await proxiedSite.close()
  })

  it('remove expired counts from the table', async () => {
    const opened = await openDatabase(readConfig({ ...site.environment, PORT: '3000' }))
    const clean = () => removeExpiredRateLimitCounts(opened.main, opened.type)
    const rule = { maxAttempts: 1, window: 1, freeAttempts: 1, firstPause: 0 }
    for (let nth = 0; nth < 300; nth++) {
      await countAttempt(opened.main, `gone ${nth}`, rule)
      if (nth % 2 === 0) await clean()
    }
    // On a fast disk, the newest counts expire only now: each after 1 ms.
    await pause(5)
    for (let nth = 0; nth < 10; nth++) await clean()
    const remainingRows = await opened.main.selectFrom('attempt_counter').select('key').where('key', 'like', 'gone %').execute()
    expect(remainingRows.length).toBeLessThanOrEqual(10)
    await opened.close()
  })
})
