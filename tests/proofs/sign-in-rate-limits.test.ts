import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { extractLink, startMailServer } from '../support/mail-server.ts'
import { buildIpAddress, countByStatus, type PostReply, postFromIp } from '../support/post-from-ip.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { adminEmail, password, startApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

describeOnEachDatabase('the limit on password guesses', (database) => {
  const mail = startForSuite(startMailServer)
  const site = startForSuite(async () => startApp({ ...(await database.environment()), RATE_LIMITS: 'on', SMTP_URL: mail.url }))
  const otherSite = startForSuite(() => startApp(site.environment))
  // Each test moves the clock. On a slow machine, real pauses after a wrong guess would end too early.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => vi.useRealTimers())

  let accounts = 0
  /** Registers a new account. All accounts of this test have the same password. */
  async function registerNewAccount(): Promise<string> {
    const email = `person-${++accounts}@example.com`
    const registerReply = await postFromIp(site, '/api/register', { email, password }, { ip: buildIpAddress(5_000 + accounts) })
    expect(registerReply.status).toBe(201)
    return email
  }
  const guess = (email: string, from: string, headers = {}, candidate = 'wrong guess') =>
    postFromIp(site, '/api/sign-in', { email, password: candidate }, { ip: from, headers })

  it('allows ten guesses per account, across IP addresses, calls, spellings and processes', async () => {
    const email = await registerNewAccount()
    const replies: PostReply[] = []
    for (let nth = 0; nth < 120; nth++) {
      // All guesses fit into 28 of the 30 minutes.
      vi.setSystemTime(Date.now() + 14 * SECOND)
      const body = { email: nth % 3 === 0 ? email.toUpperCase() : email, password: `guess ${nth}` }
      const path = nth % 2 === 0 ? '/api/sign-in' : '/api/auth/sign-in/email'
      replies.push(await postFromIp(nth % 5 === 0 ? otherSite : site, path, body, { ip: buildIpAddress(nth) }))
    }
    expect(countByStatus(replies)).toEqual({ 401: 10, 429: 110 })
    for (const { status, text, retryAfter: wait } of replies) {
      if (status !== 429) continue
      expect(text).toMatch(/^\{"error":"Too many attempts\. Please wait .+ and try again\."\}$/)
      expect(wait).toBeGreaterThan(0)
    }
  })

  it('holds when all guesses arrive at once', async () => {
    const email = await registerNewAccount()
    const replies = await Promise.all(Array.from({ length: 100 }, (_, nth) => guess(email, buildIpAddress(nth))))
    expect(countByStatus(replies)).toEqual({ 401: 4, 429: 96 })
  })

  it('does not reveal whether an account exists', async () => {
    const knownEmail = await registerNewAccount()
    const answers = async (email: string) => {
      const replies = []
      for (let nth = 0; nth < 12; nth++) replies.push(await guess(email, buildIpAddress(100 + nth)))
      return replies.map(({ status, text, retryAfter: wait }) => ({
        status,
        text: text.replace(/\d+/, 'n'),
        isWaiting: wait > 0,
      }))
    }
    expect(await answers(knownEmail)).toEqual(await answers('nobody-here@example.com'))
  })

  it('allows 100 correct passwords per account in 15 minutes, and others still log in', async () => {
    const email = await registerNewAccount()
    const first = await guess(email, buildIpAddress(950), {}, password)
    const known = { cookie: first.cookie }
    const replies = [first]
    for (let nth = 0; nth < 102; nth++) replies.push(await guess(email, buildIpAddress(951), known, password))
    expect(countByStatus(replies)).toEqual({ 200: 100, 429: 3 })
    expect((await guess(await registerNewAccount(), buildIpAddress(951), {}, password)).status).toBe(200)
    vi.setSystemTime(Date.now() + 15 * MINUTE + SECOND)
    expect((await guess(email, buildIpAddress(951), known, password)).status).toBe(200)
  })

  it('lengthens the wait with each failure', async () => {
    const email = await registerNewAccount()
    const waits: number[] = []
    for (let evaluated = 0; evaluated < 10; ) {
      const { status, retryAfter: wait } = await guess(email, buildIpAddress(200 + evaluated))
      if (status === 401) evaluated++
      else {
        waits.push(wait)
        vi.setSystemTime(Date.now() + wait * SECOND)
      }
    }
    expect(waits).toEqual([5, 5, 10, 20, 40, 80])
    expect((await guess(email, buildIpAddress(299))).retryAfter).toBe(30 * 60 - 160)
  })

  it('does not lock out the owner, because a known browser has its own attempts', async () => {
    const email = await registerNewAccount()
    const before = await guess(email, buildIpAddress(300), {}, password)
    expect(before.status).toBe(200)
    await Promise.all(Array.from({ length: 50 }, (_, nth) => guess(email, buildIpAddress(301 + nth))))
    expect((await guess(email, buildIpAddress(352), {}, password)).status).toBe(429)
    expect((await guess(email, buildIpAddress(353), { cookie: before.cookie }, password)).status).toBe(200)
    // The browser is known for this account only, and its attempts are limited too.
    const victim = await registerNewAccount()
    const replies = []
    for (let nth = 0; nth < 6; nth++) replies.push(await guess(victim, buildIpAddress(360 + nth), { cookie: before.cookie }))
    expect(countByStatus(replies)).toEqual({ 401: 4, 429: 2 })
    const forged = before.cookie.replace(/known-device=[^.]+/, 'known-device=AAAAAAAAAAAAAAAAAAAAAA')
    expect((await guess(email, buildIpAddress(370), { cookie: forged }, password)).status).toBe(429)
  })

  it('lets the owner log in on a known device after 30 wrong log-ins from the same IP address', async () => {
    const email = await registerNewAccount()
    const office = '198.51.100.7'
    const before = await guess(email, office, {}, password)
    const device = { cookie: before.cookie }
    const wrong = []
    for (let nth = 0; nth < 32; nth++) wrong.push(await guess(`nobody-${nth}@example.com`, office))
    expect(countByStatus(wrong)).toEqual({ 401: 30, 429: 2 })
    await Promise.all(Array.from({ length: 10 }, (_, nth) => guess(email, buildIpAddress(900 + nth))))
    expect((await guess(email, office, {}, password)).status).toBe(429)
    expect((await guess(email, office, device, password)).status).toBe(200)
    // The device is known only for its own account.
    expect((await guess(adminEmail, office, device, password)).status).toBe(429)
    const verifyCode = (headers: Record<string, string>) =>
      postFromIp(site, '/api/second-factor/verify', { code: '000000' }, { ip: office, headers })
    const strangerReplies = []
    for (let nth = 0; nth < 25; nth++) strangerReplies.push(await verifyCode({}))
    expect(strangerReplies.at(-1)?.status).toBe(429)
    expect((await verifyCode(device)).status).not.toBe(429)
    // The wrong guesses of a device count for that device only.
    const deviceReplies = []
    for (let nth = 0; nth < 30; nth++) deviceReplies.push(await verifyCode(device))
    expect(deviceReplies.at(-1)?.status).toBe(429)
  })

  it('lets the owner log in on a new device through a mailed reset link', async () => {
    const email = await registerNewAccount()
    await Promise.all(Array.from({ length: 20 }, (_, nth) => guess(email, buildIpAddress(600 + nth))))
    expect((await guess(email, buildIpAddress(630), {}, password)).status).toBe(429)
    await postFromIp(site, '/api/request-password-reset', { email }, { ip: buildIpAddress(631) })
    const findResetEmail = () =>
      mail.received.findLast(({ recipients, subject }) => recipients[0] === email && subject === 'Choose a new password')
    const now = Date.now()
    await expect.poll(findResetEmail).toBeDefined()
    // Polling moved the clock. A slow email must not end the pause.
    vi.setSystemTime(now)
    const token = new URL(extractLink(findResetEmail())).searchParams.get('token')
    const reset = await postFromIp(
      site,
      '/api/reset-password',
      { token, password: 'a new password' },
      { ip: buildIpAddress(631) },
    )
    expect([reset.status, (await guess(email, buildIpAddress(632), {}, 'a new password')).status]).toEqual([200, 429])
    expect((await guess(email, buildIpAddress(631), { cookie: reset.cookie }, 'a new password')).status).toBe(200)
  })

  it('resets after half an hour, or at once after a success', async () => {
    const email = await registerNewAccount()
    for (let nth = 0; nth < 5; nth++) await guess(email, buildIpAddress(400 + nth))
    expect((await guess(email, buildIpAddress(406), {}, password)).status).toBe(429)
    vi.setSystemTime(Date.now() + 31 * MINUTE)
    for (let round = 0; round < 3; round++) {
      for (let nth = 0; nth < 3; nth++) expect((await guess(email, buildIpAddress(410 + nth))).status).toBe(401)
      expect((await guess(email, buildIpAddress(414), {}, password)).status).toBe(200)
    }
  })

  it('counts failures per IP address too, but not successes', async () => {
    const replies = []
    for (let nth = 0; nth < 40; nth++) replies.push(await guess(`nobody-${nth}@example.com`, '203.0.113.1'))
    expect(countByStatus(replies)).toEqual({ 401: 30, 429: 10 })
    const email = await registerNewAccount()
    for (let nth = 0; nth < 35; nth++) expect((await guess(email, '203.0.113.2', {}, password)).status).toBe(200)
  })

  it('shows its sentence on the log-in page and sends Retry-After', async () => {
    for (let nth = 0; nth < 5; nth++) await guess(adminEmail, buildIpAddress(500 + nth))
    const { statusCode, body, headers } = await site.app.server.inject({
      method: 'POST',
      url: '/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ email: adminEmail, password }).toString(),
    })
    expect(statusCode).toBe(429)
    expect(body).toMatch(/Too many attempts\. Please wait \d seconds? and try again\./)
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  })
})
