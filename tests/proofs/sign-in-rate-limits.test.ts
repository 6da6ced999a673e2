import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { extractLink, type MailServer, startMailServer } from '../support/mail-server.ts'
import { buildIpAddress, countByStatus, type PostReply, postFromIp } from '../support/post-from-ip.ts'
import { adminEmail, password, startApp, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND

describeOnEachDatabase('guessing passwords', (database) => {
  let site: TestApp
  let other: TestApp
  let mail: MailServer
  beforeAll(async () => {
    mail = await startMailServer()
    const environment = { ...(await database.environment()), RATE_LIMITS: 'on', SMTP_URL: mail.url }
    site = await startApp(environment)
    other = await startApp(environment)
  })
  afterAll(async () => {
    await Promise.all([site.close(), other.close()])
    await mail.close()
  })
  // The clock moves when a test says so: on a slow machine the pauses after a wrong guess would end meanwhile.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => vi.useRealTimers())

  let accounts = 0
  /** An account that no other test has touched; all of them have the same password. */
  async function newAccount(): Promise<string> {
    const email = `person-${++accounts}@example.com`
    const registerReply = await postFromIp(site, '/api/register', { email, password }, { ip: buildIpAddress(5_000 + accounts) })
    expect(registerReply.status).toBe(201)
    return email
  }
  const guess = (email: string, from: string, headers = {}, word = 'wrong guess') =>
    postFromIp(site, '/api/sign-in', { email, password: word }, { ip: from, headers })

  it('is over after ten guesses at one account, whatever the addresses, doors, spellings and processes', {
    timeout: 120_000,
  }, async () => {
    const email = await newAccount()
    const replies: PostReply[] = []
    for (let nth = 0; nth < 1000; nth++) {
      // The thousand take 28 of the 30 minutes.
      vi.setSystemTime(Date.now() + 1.7 * SECOND)
      const body = { email: nth % 3 === 0 ? email.toUpperCase() : email, password: `guess ${nth}` }
      const door = nth % 2 === 0 ? '/api/sign-in' : '/api/auth/sign-in/email'
      replies.push(await postFromIp(nth % 5 === 0 ? other : site, door, body, { ip: buildIpAddress(nth) }))
    }
    expect(countByStatus(replies)).toEqual({ 401: 10, 429: 990 })
    for (const { status, text, retryAfter: wait } of replies) {
      if (status !== 429) continue
      expect(text).toMatch(/^\{"error":"Too many attempts\. Please wait .+ and try again\."\}$/)
      expect(wait).toBeGreaterThan(0)
    }
  })

  it('is no faster when all guesses come at once', async () => {
    const email = await newAccount()
    const replies = await Promise.all(Array.from({ length: 100 }, (_, nth) => guess(email, buildIpAddress(nth))))
    expect(countByStatus(replies)).toEqual({ 401: 4, 429: 96 })
  })

  it('is answered alike for an account that there is and one that there is not', async () => {
    const knownEmail = await newAccount()
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

  it('takes longer with each failure', async () => {
    const email = await newAccount()
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

  it('does not lock out the owner: a browser that was logged in before has attempts of its own', async () => {
    const email = await newAccount()
    const before = await guess(email, buildIpAddress(300), {}, password)
    expect(before.status).toBe(200)
    await Promise.all(Array.from({ length: 50 }, (_, nth) => guess(email, buildIpAddress(301 + nth))))
    expect((await guess(email, buildIpAddress(352), {}, password)).status).toBe(429)
    expect((await guess(email, buildIpAddress(353), { cookie: before.cookie }, password)).status).toBe(200)
    // It is known for this account alone, and has its own end.
    const victim = await newAccount()
    const replies = []
    for (let nth = 0; nth < 6; nth++) replies.push(await guess(victim, buildIpAddress(360 + nth), { cookie: before.cookie }))
    expect(countByStatus(replies)).toEqual({ 401: 4, 429: 2 })
    const forged = before.cookie.replace(/known-device=[^.]+/, 'known-device=AAAAAAAAAAAAAAAAAAAAAA')
    expect((await guess(email, buildIpAddress(370), { cookie: forged }, password)).status).toBe(429)
  })

  it('lets the owner sign in on a known device after 30 wrong sign-ins from the same address, with a second factor too', async () => {
    const email = await newAccount()
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
    const step = (headers: Record<string, string>) =>
      postFromIp(site, '/api/second-factor/verify', { code: '000000' }, { ip: office, headers })
    const strangers = []
    for (let nth = 0; nth < 25; nth++) strangers.push(await step({}))
    expect(strangers.at(-1)?.status).toBe(429)
    expect((await step(device)).status).not.toBe(429)
    // Its wrong guesses count for the device alone.
    const own = []
    for (let nth = 0; nth < 30; nth++) own.push(await step(device))
    expect(own.at(-1)?.status).toBe(429)
  })

  it('leaves the owner a way in on a new device too: the mailed link makes it known', async () => {
    const email = await newAccount()
    await Promise.all(Array.from({ length: 20 }, (_, nth) => guess(email, buildIpAddress(600 + nth))))
    expect((await guess(email, buildIpAddress(630), {}, password)).status).toBe(429)
    await postFromIp(site, '/api/request-password-reset', { email }, { ip: buildIpAddress(631) })
    const mailed = () =>
      mail.received.findLast(({ recipients, subject }) => recipients[0] === email && subject === 'Choose a new password')
    const now = Date.now()
    await expect.poll(mailed, { timeout: 10_000 }).toBeDefined()
    // Each look of the poll moved the clock; a mail that is slow to come must not end the pause.
    vi.setSystemTime(now)
    const token = new URL(extractLink(mailed())).searchParams.get('token')
    const reset = await postFromIp(
      site,
      '/api/reset-password',
      { token, password: 'a new password' },
      { ip: buildIpAddress(631) },
    )
    expect([reset.status, (await guess(email, buildIpAddress(632), {}, 'a new password')).status]).toEqual([200, 429])
    expect((await guess(email, buildIpAddress(631), { cookie: reset.cookie }, 'a new password')).status).toBe(200)
  })

  it('is forgotten after half an hour, and by a success at once', async () => {
    const email = await newAccount()
    for (let nth = 0; nth < 5; nth++) await guess(email, buildIpAddress(400 + nth))
    expect((await guess(email, buildIpAddress(406), {}, password)).status).toBe(429)
    vi.setSystemTime(Date.now() + 31 * MINUTE)
    for (let round = 0; round < 3; round++) {
      for (let nth = 0; nth < 3; nth++) expect((await guess(email, buildIpAddress(410 + nth))).status).toBe(401)
      expect((await guess(email, buildIpAddress(414), {}, password)).status).toBe(200)
    }
  })

  it('is limited per address too, where successes do not count', async () => {
    const replies = []
    for (let nth = 0; nth < 40; nth++) replies.push(await guess(`nobody-${nth}@example.com`, '203.0.113.1'))
    expect(countByStatus(replies)).toEqual({ 401: 30, 429: 10 })
    const email = await newAccount()
    for (let nth = 0; nth < 35; nth++) expect((await guess(email, '203.0.113.2', {}, password)).status).toBe(200)
  })

  it('shows the same sentence on the login page, with the time to wait in the answer', async () => {
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
