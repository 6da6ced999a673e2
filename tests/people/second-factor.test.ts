import { expect, it } from 'vitest'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { createTestBrowser, registerAndLogIn, type TestBrowser } from '../support/test-accounts.ts'
import { password, startApp, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { generateTotp } from '../support/totp.ts'

describeOnEachDatabase('the second factor', (database) => {
  const site = startAppForSuite(database)
  const siteDatabase = startForSuite(() => openSiteDatabase(site.environment))

  const isLoggedIn = async (person: TestBrowser) => (await person.call('GET', '/api/account')).status === 200
  const verify = (person: TestBrowser, code: string) => person.call('POST', '/api/second-factor/verify', { code })
  const recover = (person: TestBrowser, code: string) => person.call('POST', '/api/second-factor/recover', { code })

  async function setUp(person: TestBrowser): Promise<{ secret: string; code: string; codes: string[] }> {
    const { secret } = (await person.call('POST', '/api/second-factor/begin', { password })).json<{ secret: string }>()
    const code = generateTotp(secret)
    const confirmReply = await person.call('POST', '/api/second-factor/confirm', { code })
    expect(confirmReply.status).toBe(200)
    return { secret, code, codes: confirmReply.json<{ recoveryCodes: string[] }>().recoveryCodes }
  }

  /** Logs in with the password. Returns the browser, which still needs the code. */
  async function logInWithPassword(email: string): Promise<TestBrowser> {
    const person = createTestBrowser(site)
    expect((await person.logIn(email)).json()).toEqual({ message: expect.any(String), next: 'second-factor' })
    expect(await isLoggedIn(person)).toBe(false)
    return person
  }

  it('is required once the app has confirmed the secret, which ends other sessions', async () => {
    const ann = await registerAndLogIn(site, 'ann@example.com')
    const otherBrowser = createTestBrowser(site)
    await otherBrowser.logIn('ann@example.com')
    expect((await ann.call('POST', '/api/second-factor/begin', { password: 'wrong one' })).status).toBe(400)
    const { secret } = (await ann.call('POST', '/api/second-factor/begin', { password })).json<{ secret: string }>()
    // Before the confirmation, a log-in needs no code, because the person may have closed the page.
    expect((await createTestBrowser(site).logIn('ann@example.com')).json()).toEqual({ message: 'You’re logged in.' })
    expect((await ann.call('POST', '/api/second-factor/confirm', { code: '000000' })).status).toBe(400)
    const confirmReply = await ann.call('POST', '/api/second-factor/confirm', { code: generateTotp(secret) })
    expect(confirmReply.json<{ recoveryCodes: string[] }>().recoveryCodes).toHaveLength(10)
    expect(await isLoggedIn(ann)).toBe(true)
    expect(await isLoggedIn(otherBrowser)).toBe(false)
    expect(await siteDatabase.listMails()).toContain('ann@example.com: Two-step verification is on')
    expect(await siteDatabase.listAuditEntries('second-factor.set-up')).toHaveLength(1)

    const nextBrowser = await logInWithPassword('ann@example.com')
    const code = generateTotp(secret, 1)
    expect((await verify(nextBrowser, `${code.slice(0, 3)} ${code.slice(3)}`)).json()).toEqual({ message: 'You’re logged in.' })
    expect(await isLoggedIn(nextBrowser)).toBe(true)
  })

  it('ends the session of the person who used the browser before', async () => {
    await setUp(await registerAndLogIn(site, 'ivy@example.com'))
    const browser = await registerAndLogIn(site, 'earlier@example.com')
    const [{ _id: id = '' } = {}] = (await browser.call('GET', '/api/sessions')).json<{ _id?: string }[]>()
    expect(await siteDatabase.listSessionIds('earlier@example.com')).toContain(id)
    expect((await browser.logIn('ivy@example.com')).json()).toMatchObject({ next: 'second-factor' })
    expect(await siteDatabase.listSessionIds('earlier@example.com')).not.toContain(id)
  })

  it('accepts each app code once, even twice at the same time', async () => {
    const bob = await registerAndLogIn(site, 'bob@example.com')
    const { secret, code: setUpCode } = await setUp(bob)
    // A bystander may have seen the code of the set-up.
    expect((await verify(await logInWithPassword('bob@example.com'), setUpCode)).status).toBe(400)
    const people = [await logInWithPassword('bob@example.com'), await logInWithPassword('bob@example.com')]
    const code = generateTotp(secret, 1)
    const statuses = (await Promise.all(people.map((person) => verify(person, code)))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 400])
    expect((await Promise.all(people.map(isLoggedIn))).sort()).toEqual([false, true])
  })

  it('accepts each recovery code once, in any spelling, and notifies the user', async () => {
    const { codes } = await setUp(await registerAndLogIn(site, 'cleo@example.com'))
    const [first = '', second = ''] = codes
    const person = await logInWithPassword('cleo@example.com')
    expect((await recover(person, 'AAAAA-AAAAA')).status).toBe(400)
    expect((await recover(person, first.toLowerCase().replace('-', ' '))).json()).toEqual({
      message: 'You’re logged in. 9 recovery codes are left.',
    })
    expect(await isLoggedIn(person)).toBe(true)
    expect((await recover(await logInWithPassword('cleo@example.com'), first)).status).toBe(400)
    const both = [await logInWithPassword('cleo@example.com'), await logInWithPassword('cleo@example.com')]
    const statuses = (await Promise.all(both.map((one) => recover(one, second)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(await siteDatabase.listMails()).toContain('cleo@example.com: A recovery code was used')
    expect((await person.call('GET', '/api/account')).json()).toMatchObject({ hasSecondFactor: true, codesLeft: 8 })
  })

  it('needs the password for new recovery codes and to turn off', async () => {
    const dora = await registerAndLogIn(site, 'dora@example.com')
    const { codes } = await setUp(dora)
    for (const path of ['recovery-codes', 'turn-off']) {
      expect((await dora.call('POST', `/api/second-factor/${path}`, { password: 'wrong one' })).status).toBe(400)
      expect((await dora.call('POST', `/api/second-factor/${path}`, { password: '' })).status).toBe(400)
    }
    const renewReply = (await dora.call('POST', '/api/second-factor/recovery-codes', { password })).json<{
      recoveryCodes: string[]
    }>()
    expect(renewReply.recoveryCodes.filter((code) => codes.includes(code))).toEqual([])
    expect((await recover(await logInWithPassword('dora@example.com'), codes[0] ?? '')).status).toBe(400)
    expect((await recover(await logInWithPassword('dora@example.com'), renewReply.recoveryCodes[0] ?? '')).status).toBe(200)
    expect((await dora.call('POST', '/api/second-factor/turn-off', { password })).status).toBe(200)
    expect((await createTestBrowser(site).logIn('dora@example.com')).json()).toEqual({ message: 'You’re logged in.' })
    expect(await isLoggedIn(dora)).toBe(true)
    expect(await siteDatabase.listMails()).toEqual(
      expect.arrayContaining(['dora@example.com: You have new recovery codes', 'dora@example.com: Two-step verification is off']),
    )
  })

  it('limits guesses to five per log-in and ten per account', async () => {
    const eve = await registerAndLogIn(site, 'eve@example.com')
    const { secret } = await setUp(eve)
    for (const round of [1, 2]) {
      const person = await logInWithPassword('eve@example.com')
      for (let guess = 0; guess < 5; guess++) expect((await verify(person, `00000${guess}`)).status, `${round}`).toBe(400)
      expect((await verify(person, generateTotp(secret, 1))).status).toBe(round === 1 ? 401 : 429)
    }
    const lockedReply = await verify(await logInWithPassword('eve@example.com'), generateTotp(secret, 1))
    expect([lockedReply.status, lockedReply.json<{ error: string }>().error]).toEqual([
      429,
      expect.stringContaining('15 minutes'),
    ])
    // An open session stays.
    expect(await isLoggedIn(eve)).toBe(true)
  })

  it('needs the first log-in step and a confirmed email', async () => {
    expect((await verify(createTestBrowser(site), '123456')).status).toBe(401)
    expect((await recover(createTestBrowser(site), 'AAAAA-AAAAA')).status).toBe(401)
    const fay = await registerAndLogIn(site, 'fay@example.com')
    expect((await verify(fay, '123456')).status).toBe(409)
    expect((await fay.call('POST', '/api/second-factor/confirm', { code: '123456' })).status).toBe(409)
    await site.request('POST', '/api/auth/sign-up/email', { body: { email: 'gus@example.com', password, name: 'Gus' } })
    const gus = createTestBrowser(site)
    await gus.logIn('gus@example.com')
    expect((await gus.call('POST', '/api/second-factor/begin', { password })).status).toBe(409)
  })

  it('has a secret that is stored encrypted and shown once', async () => {
    const hal = await registerAndLogIn(site, 'hal@example.com')
    const { secret, codes } = await setUp(hal)
    expect(await siteDatabase.findSecondFactorSecret('hal@example.com')).not.toContain(secret)
    const replyTexts = [
      await hal.call('GET', '/api/account'),
      await hal.open('/account'),
      await hal.call('GET', '/api/auth/get-session'),
    ]
    for (const { text } of replyTexts) for (const hidden of [secret, ...codes]) expect(text).not.toContain(hidden)
    expect((await hal.call('POST', '/api/second-factor/begin', { password })).status).toBe(409)
  })

  it('does not block the first admin if a stranger registered the email earlier', async () => {
    const newSite = await startApp({ ...(await database.environment()), ADMIN_EMAIL: '', ADMIN_PASSWORD: '' })
    const email = 'chief@example.com'
    await newSite.request('POST', '/api/auth/sign-up/email', { body: { email, password: 'squatter', name: 'X' } })
    const otherDatabase = await openSiteDatabase(newSite.environment)
    await otherDatabase.confirmEmail(email)
    const squatter = createTestBrowser(newSite)
    await squatter.call('POST', '/api/sign-in', { email, password: 'squatter' })
    const { secret } = (await squatter.call('POST', '/api/second-factor/begin', { password: 'squatter' })).json<{
      secret: string
    }>()
    expect((await squatter.call('POST', '/api/second-factor/confirm', { code: generateTotp(secret) })).status).toBe(200)
    const chief = createTestBrowser(newSite)
    expect((await chief.call('POST', '/api/first-admin', { code: newSite.app.setUpCode, email, password })).status).toBe(201)
    expect((await chief.call('GET', '/api/account')).json()).toMatchObject({ email, hasSecondFactor: false })
    await otherDatabase.close()
    await newSite.close()
  })
})
