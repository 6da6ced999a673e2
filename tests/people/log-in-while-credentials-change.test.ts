import { expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { openDatabase } from '#server/migrations/open-database.ts'
import { findAccountByEmail } from '#server/people/accounts/accounts.ts'
import { createPasswordResetLink } from '#server/people/passwords/passwords.ts'
import { createHeldHashing } from '../support/held-hashing.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { createTestBrowser, registerAccount, registerAndLogIn, type TestBrowser } from '../support/test-accounts.ts'
import { password, startApp, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'
import { generateTotp } from '../support/totp.ts'

const newPassword = 'another password'

describeOnEachDatabase('a log-in under way', (kind) => {
  const { hashing, holdNextCheck } = createHeldHashing()
  const site = startAppForSuite(kind, {}, { hashing })
  const database = startForSuite(() => openDatabase(readConfig(site.environment)))
  const siteDatabase = startForSuite(() => openSiteDatabase(site.environment))

  const getStatus = async (person: TestBrowser) => (await person.call('GET', '/api/account')).status

  /** Runs `change` while the server checks the password of `call`. Returns the reply to `call`. */
  async function changeDuring(call: () => ReturnType<TestBrowser['call']>, change: () => Promise<unknown>) {
    const check = holdNextCheck()
    const pending = call()
    await check.isWaiting
    await change().finally(check.release)
    return pending
  }

  async function resetPassword(email: string): Promise<void> {
    const path = await database.write(async (tx) => {
      const account = await findAccountByEmail(tx, email)
      return createPasswordResetLink(tx, account?.id ?? '')
    })
    const body = { token: path.replace('/reset?token=', ''), password: newPassword }
    expect((await site.request('POST', '/api/reset-password', { body })).status).toBe(200)
  }

  async function setUpSecondFactor(person: TestBrowser): Promise<string> {
    const { secret } = (await person.call('POST', '/api/second-factor/begin', { password })).json<{ secret: string }>()
    expect((await person.call('POST', '/api/second-factor/confirm', { code: generateTotp(secret) })).status).toBe(200)
    return secret
  }

  it('fails after a password reset', async () => {
    const email = 'reset@example.com'
    await registerAccount(site, email)
    const squatter = createTestBrowser(site)
    const reply = await changeDuring(
      () => squatter.logIn(email),
      () => resetPassword(email),
    )
    expect([reply.status, reply.json()]).toEqual([401, { error: 'Incorrect email or password.' }])
    expect([await getStatus(squatter), await siteDatabase.listSessionIds(email)]).toEqual([401, []])
    const owner = createTestBrowser(site)
    expect((await owner.call('POST', '/api/sign-in', { email, password: newPassword })).status).toBe(200)
  })

  it('fails after a password change', async () => {
    const email = 'change@example.com'
    const owner = await registerAndLogIn(site, email)
    const thief = createTestBrowser(site)
    const reply = await changeDuring(
      () => thief.logIn(email),
      () => owner.call('POST', '/api/change-password', { password, newPassword }),
    )
    expect([reply.status, await getStatus(thief), await getStatus(owner)]).toEqual([401, 401, 200])
    expect(await siteDatabase.listSessionIds(email)).toHaveLength(1)
  })

  it('fails after the set-up of two-step verification', async () => {
    const email = 'factor@example.com'
    const owner = await registerAndLogIn(site, email)
    const thief = createTestBrowser(site)
    const reply = await changeDuring(
      () => thief.logIn(email),
      () => setUpSecondFactor(owner),
    )
    expect([reply.status, await getStatus(thief), await getStatus(owner)]).toEqual([401, 401, 200])
    expect(await siteDatabase.listSessionIds(email)).toHaveLength(1)
    expect((await thief.logIn(email)).json()).toMatchObject({ next: 'second-factor' })
  })

  it('gets no second step after a password reset', async () => {
    const email = 'second-step@example.com'
    const secret = await setUpSecondFactor(await registerAndLogIn(site, email))
    const thief = createTestBrowser(site)
    const reply = await changeDuring(
      () => thief.logIn(email),
      () => resetPassword(email),
    )
    expect(reply.status).toBe(401)
    expect((await thief.call('POST', '/api/second-factor/verify', { code: generateTotp(secret, 1) })).status).toBe(401)
  })

  it('fails after the first admin has taken the address over', async () => {
    const email = 'chief@example.com'
    const environment = await kind.environment()
    const newSite = await startApp({ ...environment, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }, { hashing })
    await newSite.request('POST', '/api/register', { body: { email, password } })
    const squatter = createTestBrowser(newSite)
    const chief = createTestBrowser(newSite)
    const firstAdmin = { code: newSite.app.setUpCode, email, password: newPassword }
    const reply = await changeDuring(
      () => squatter.logIn(email),
      () => chief.call('POST', '/api/first-admin', firstAdmin),
    )
    expect([reply.status, await getStatus(squatter), await getStatus(chief)]).toEqual([401, 401, 200])
    await newSite.close()
  })

  it('to change the password fails after a password reset', async () => {
    const email = 'rival@example.com'
    const squatter = await registerAndLogIn(site, email)
    const reply = await changeDuring(
      () => squatter.call('POST', '/api/change-password', { password, newPassword: 'the password of a squatter' }),
      () => resetPassword(email),
    )
    expect([reply.status, await getStatus(squatter)]).toEqual([400, 401])
    const owner = createTestBrowser(site)
    expect((await owner.call('POST', '/api/sign-in', { email, password: newPassword })).status).toBe(200)
  })
})
