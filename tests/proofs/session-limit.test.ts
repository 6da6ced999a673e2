import { afterAll, beforeAll, expect, it } from 'vitest'
import { createOidcBrowser, startAppWithProvider } from '../support/oidc-browser.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { createTestBrowser, registerAndLogIn } from '../support/test-accounts.ts'
import { password, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { generateTotp } from '../support/totp.ts'

const MAX_SESSIONS = 50

describeOnEachDatabase('an account with the maximum number of sessions', (database) => {
  let site: TestApp
  let stored: Awaited<ReturnType<typeof openSiteDatabase>>
  let close: () => Promise<void>
  beforeAll(async () => {
    const person = { sub: 'ann', email: 'ann@example.com', email_verified: true }
    const started = await startAppWithProvider(database, person)
    site = started.site
    stored = await openSiteDatabase(started.environment)
    close = async () => {
      await started.close()
      await stored.close()
    }
  })
  afterAll(() => close())

  const register = async (email: string) =>
    expect((await createTestBrowser(site).call('POST', '/api/register', { email, password })).status).toBe(201)

  /** Fills an account up to fifty sessions, and expects that `signIn` replaces the oldest one. */
  async function expectOldestToEnd(email: string, signIn: () => Promise<unknown>): Promise<void> {
    await stored.addSessions(email, MAX_SESSIONS - (await stored.listSessionIds(email)).length)
    const before = await stored.listSessionIds(email)
    const oldest = `${email} ${Math.max(...before.map((id) => Number(id.split(' ')[1] ?? 0)))}`
    await signIn()
    const after = await stored.listSessionIds(email)
    expect(after).toHaveLength(MAX_SESSIONS)
    expect(before.filter((id) => !after.includes(id))).toEqual([oldest])
  }

  it('loses its oldest session to a log-in with a password, through either call', async () => {
    for (const path of ['/api/sign-in', '/api/auth/sign-in/email']) {
      const email = `${path.split('/').length}@doors.example`
      await register(email)
      await expectOldestToEnd(email, async () => {
        expect((await createTestBrowser(site).call('POST', path, { email, password })).status).toBe(200)
      })
    }
  })

  it('loses its oldest session to a log-in with a second factor', async () => {
    const email = 'second@example.com'
    const person = await registerAndLogIn(site, email)
    const { secret } = (await person.call('POST', '/api/second-factor/begin', { password })).json<{ secret: string }>()
    await person.call('POST', '/api/second-factor/confirm', { code: generateTotp(secret) })
    const next = createTestBrowser(site)
    await next.logIn(email)
    await expectOldestToEnd(email, async () => {
      expect((await next.call('POST', '/api/second-factor/verify', { code: generateTotp(secret, 1) })).status).toBe(200)
    })
  })

  it('loses its oldest session to a log-in at the identity provider', async () => {
    expect(await createOidcBrowser(site).signIn()).toBe('/dashboard')
    await expectOldestToEnd('ann@example.com', () => createOidcBrowser(site).signIn())
  })

  it('lists all its sessions', async () => {
    const person = createTestBrowser(site)
    const email = 'shown@example.com'
    await register(email)
    await stored.addSessions(email, MAX_SESSIONS + 10)
    await person.logIn(email)
    const listed = (await person.call('GET', '/api/sessions')).json<{ isThis: boolean }[]>()
    expect(listed).toHaveLength(MAX_SESSIONS)
    expect(listed.filter(({ isThis }) => isThis)).toHaveLength(1)
  })
})
