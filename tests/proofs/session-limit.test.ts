import { expect, it } from 'vitest'
import { createOidcBrowser, startAppWithProvider } from '../support/oidc-browser.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { createTestBrowser, registerAndLogIn } from '../support/test-accounts.ts'
import { password } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { generateTotp } from '../support/totp.ts'

const MAX_SESSIONS = 50

describeOnEachDatabase('an account with the maximum number of sessions', (database) => {
  const person = { sub: 'ann', email: 'ann@example.com', email_verified: true }
  const started = startForSuite(() => startAppWithProvider(database, person))
  const stored = startForSuite(() => openSiteDatabase(started.environment))

  const register = async (email: string) =>
    expect((await createTestBrowser(started.site).call('POST', '/api/register', { email, password })).status).toBe(201)

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
        expect((await createTestBrowser(started.site).call('POST', path, { email, password })).status).toBe(200)
      })
    }
  })

  it('loses its oldest session to a log-in with a second factor', async () => {
    const email = 'second@example.com'
    const person = await registerAndLogIn(started.site, email)
    const { secret } = (await person.call('POST', '/api/second-factor/begin', { password })).json<{ secret: string }>()
    await person.call('POST', '/api/second-factor/confirm', { code: generateTotp(secret) })
    const next = createTestBrowser(started.site)
    await next.logIn(email)
    await expectOldestToEnd(email, async () => {
      expect((await next.call('POST', '/api/second-factor/verify', { code: generateTotp(secret, 1) })).status).toBe(200)
    })
  })

  it('loses its oldest session to a log-in at the identity provider', async () => {
    expect(await createOidcBrowser(started.site).signIn()).toBe('/dashboard')
    await expectOldestToEnd('ann@example.com', () => createOidcBrowser(started.site).signIn())
  })

  it('lists all its sessions', async () => {
    const person = createTestBrowser(started.site)
    const email = 'shown@example.com'
    await register(email)
    await stored.addSessions(email, MAX_SESSIONS + 10)
    await person.logIn(email)
    const listed = (await person.call('GET', '/api/sessions')).json<{ isThis: boolean }[]>()
    expect(listed).toHaveLength(MAX_SESSIONS)
    expect(listed.filter(({ isThis }) => isThis)).toHaveLength(1)
  })
})
