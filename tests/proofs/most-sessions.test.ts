import { afterAll, beforeAll, expect, it } from 'vitest'
import { password, type TestApp } from '../support/app.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { newPerson, personAt } from '../support/people.ts'
import { startWithProvider, visitProvider } from '../support/provider-visit.ts'
import { openStored } from '../support/stored.ts'
import { appCode } from '../support/totp.ts'

const MOST = 50

onEveryDatabase('an account that has as many sessions as it may have', (database) => {
  let site: TestApp
  let stored: Awaited<ReturnType<typeof openStored>>
  let close: () => Promise<void>
  beforeAll(async () => {
    const person = { sub: 'ann', email: 'ann@example.com', email_verified: true }
    const started = await startWithProvider(database, person)
    site = started.site
    stored = await openStored(started.environment)
    close = async () => {
      await started.close()
      await stored.close()
    }
  })
  afterAll(() => close())

  const join = async (email: string) =>
    expect((await personAt(site).call('POST', '/api/register', { email, password })).status).toBe(201)

  /** The account has fifty sessions; after `signIn` it has the new one and not the oldest. */
  async function expectOldestToEnd(email: string, signIn: () => Promise<unknown>): Promise<void> {
    await stored.addSessions(email, MOST - (await stored.sessions(email)).length)
    const before = await stored.sessions(email)
    const oldest = `${email} ${Math.max(...before.map((id) => Number(id.split(' ')[1] ?? 0)))}`
    await signIn()
    const after = await stored.sessions(email)
    expect(after).toHaveLength(MOST)
    expect(before.filter((id) => !after.includes(id))).toEqual([oldest])
  }

  it('loses the oldest to a sign-in by password, at either door', async () => {
    for (const path of ['/api/sign-in', '/api/auth/sign-in/email']) {
      const email = `${path.split('/').length}@doors.example`
      await join(email)
      await expectOldestToEnd(email, async () => {
        expect((await personAt(site).call('POST', path, { email, password })).status).toBe(200)
      })
    }
  })

  it('loses the oldest to a sign-in with a second factor', async () => {
    const email = 'second@example.com'
    const person = await newPerson(site, email)
    const { secret } = (await person.call('POST', '/api/second-factor/begin', { password })).json<{ secret: string }>()
    await person.call('POST', '/api/second-factor/confirm', { code: appCode(secret) })
    const next = personAt(site)
    await next.logIn(email)
    await expectOldestToEnd(email, async () => {
      expect((await next.call('POST', '/api/second-factor/verify', { code: appCode(secret, 1) })).status).toBe(200)
    })
  })

  it('loses the oldest to a sign-in at the identity provider', async () => {
    expect(await visitProvider(site).join()).toBe('/dashboard')
    await expectOldestToEnd('ann@example.com', () => visitProvider(site).join())
  })

  it('is shown all of them', async () => {
    const person = personAt(site)
    const email = 'shown@example.com'
    await join(email)
    await stored.addSessions(email, MOST + 10)
    await person.logIn(email)
    const listed = (await person.call('GET', '/api/sessions')).json<{ isThis: boolean }[]>()
    expect(listed).toHaveLength(MOST)
    expect(listed.filter(({ isThis }) => isThis)).toHaveLength(1)
  })
})
