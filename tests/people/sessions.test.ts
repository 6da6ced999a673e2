import { afterEach, expect, it, vi } from 'vitest'
import { toCookieHeader } from '../support/cookie-jar.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { makeAdmin, registerAccount } from '../support/test-accounts.ts'
import { getSessionCookie, password, startApp, startAppForSuite, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const HOUR = 60 * 60 * 1_000
const DAY = 24 * HOUR

describeOnEachDatabase('sessions in two processes on one database', (database) => {
  const one = startAppForSuite(database)
  const other = startForSuite(() => startApp(one.environment))
  afterEach(() => vi.useRealTimers())

  /** Moves the clock one millisecond past the five seconds, because the fake clock rounds. */
  function passFiveSeconds(): void {
    const startedAt = performance.now()
    vi.useFakeTimers({ toFake: ['performance'] })
    vi.advanceTimersByTime(startedAt + 5_001)
  }
  const signIn = (email: string) => getSessionCookie(one, email)
  const fetchStatus = async (site: TestApp, cookie: string, path = '/api/account') =>
    (await site.request('GET', path, { headers: { cookie } })).status

  it('end at once in the process that ends them, and within five seconds in the other', async () => {
    for (const path of ['/api/sign-out', '/api/auth/sign-out']) {
      const cookie = await signIn('customer@example.com')
      expect([await fetchStatus(one, cookie), await fetchStatus(other, cookie)]).toEqual([200, 200])
      await one.request('POST', path, { body: {}, headers: { cookie, origin: 'http://127.0.0.1:3000' } })
      expect(await fetchStatus(one, cookie)).toBe(401)
      passFiveSeconds()
      expect(await fetchStatus(other, cookie)).toBe(401)
      vi.useRealTimers()
    }
  })

  it('lose a role at once in the process that removes it, and within five seconds in the other', async () => {
    const cookie = await registerAccount(one, 'second@example.com')
    const { _id } = await makeAdmin(one, 'second@example.com')
    // An admin gets 400 for the empty body, and anyone else 403.
    const getWriteStatus = async (site: TestApp) =>
      (await site.request('POST', '/api/add-logo', { headers: { cookie }, body: {} })).status
    expect([await getWriteStatus(one), await getWriteStatus(other)]).toEqual([400, 400])
    const body = { userEmail: 'second@example.com', userRole: 'Customer' }
    expect((await one.request('PUT', `/api/upadete-users/${_id}`, { as: 'admin', body })).status).toBe(200)
    expect(await getWriteStatus(one)).toBe(403)
    passFiveSeconds()
    expect(await getWriteStatus(other)).toBe(403)
  })

  it('end a week after the log-in, however often they are used', async () => {
    const cookie = await registerAccount(one, 'third@example.com')
    const siteDatabase = await openSiteDatabase(one.environment)
    const [expiresAt] = await siteDatabase.listSessionExpiries('third@example.com')
    expect((expiresAt ?? 0) - Date.now()).toBeLessThanOrEqual(7 * DAY)
    expect((expiresAt ?? 0) - Date.now()).toBeGreaterThan(7 * DAY - 60_000)
    await siteDatabase.setSessionExpiry('third@example.com', HOUR)
    passFiveSeconds()
    expect([await fetchStatus(one, cookie), await fetchStatus(one, cookie, '/api/auth/get-session')]).toEqual([200, 200])
    for (const end of await siteDatabase.listSessionExpiries('third@example.com'))
      expect(end - Date.now()).toBeLessThanOrEqual(HOUR)
    await siteDatabase.setSessionExpiry('third@example.com', -1_000)
    passFiveSeconds()
    expect(await fetchStatus(one, cookie)).toBe(401)
    await siteDatabase.close()
  })

  it('end when the same browser logs in again', async () => {
    const earlierCookie = await registerAccount(one, 'fourth@example.com')
    const body = { email: 'customer@example.com', password }
    const signInReply = await one.request('POST', '/api/sign-in', { body, headers: { cookie: earlierCookie } })
    expect(signInReply.status).toBe(200)
    expect([await fetchStatus(one, earlierCookie), await fetchStatus(one, toCookieHeader(signInReply))]).toEqual([401, 200])
  })

  it('are not cached if they end during a request', async () => {
    const cookie = await signIn('customer@example.com')
    for (let round = 0; round < 5; round++) {
      const newCookie = round === 0 ? cookie : await signIn('customer@example.com')
      const reading = Array.from({ length: 8 }, () => fetchStatus(one, newCookie))
      const ending = one.request('POST', '/api/sign-out', { body: {}, headers: { cookie: newCookie } })
      await Promise.all([...reading, ending])
      expect(await fetchStatus(one, newCookie)).toBe(401)
    }
  })

  it('are found beside other cookies, and never by an invented or truncated cookie', async () => {
    const cookie = await signIn('customer@example.com')
    const [name = '', value = ''] = (cookie.split('; ').find((part) => part.startsWith('rankstead.session_token=')) ?? '').split(
      /=(.*)/,
    )
    for (const header of [`a=1; ${cookie}; b=2`, `a=1;${name}=${value}`, `x=rankstead; ${cookie}`])
      expect([header, await fetchStatus(one, header)]).toEqual([header, 200])
    const signature = decodeURIComponent(value).split('.')[1] ?? ''
    const wrong = [
      value.slice(0, -4),
      `${value.slice(0, 10)}${value[10] === 'x' ? 'y' : 'x'}${value.slice(11)}`,
      encodeURIComponent(`made-up-token.${signature}`),
      // The token that the authentication library's replies show.
      decodeURIComponent(value).split('.')[0] ?? '',
      '',
      '%',
      'x'.repeat(5_000),
      'undefined',
    ]
    for (const wrongCookie of wrong)
      expect([wrongCookie, await fetchStatus(one, `${name}=${wrongCookie}`)]).toEqual([wrongCookie, 401])
    for (const prefix of ['not-', '__Host-', 'X']) expect(await fetchStatus(one, `${prefix}${name}=${value}`)).toBe(401)
  })
})
