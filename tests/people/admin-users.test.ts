import { beforeAll, expect, it } from 'vitest'
import type { AdminUser } from '#contract/people/admin-users.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { createTestBrowser, registerAndLogIn, type TestBrowser } from '../support/test-accounts.ts'
import { adminEmail, password, startApp, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

describeOnEachDatabase('admin users', (database) => {
  let owner: TestBrowser
  const site = startAppForSuite(database)
  const other = startForSuite(() => startApp(site.environment))
  const siteDatabase = startForSuite(() => openSiteDatabase(site.environment))
  beforeAll(async () => {
    owner = createTestBrowser(site)
    await owner.logIn(adminEmail)
  })

  const listAdminUsers = async (by = owner) => (await by.call('GET', '/api/admin-users')).json<AdminUser[]>()
  const findAdminUser = async (email: string) => (await listAdminUsers()).find(({ userEmail }) => userEmail === email)
  const add = async (userEmail: string, by = owner) =>
    (await by.call('POST', '/api/add-user', { userEmail, userRole: 'Admin' })).json<{ record: { _id: string } }>().record
  const invite = (id: string, by = owner) => by.call('POST', `/api/admin-invitation/${id}`)
  const remove = (id: string, by = owner) => by.call('DELETE', `/api/users/${id}`)
  const listMails = async (email: string) => (await siteDatabase.listMails()).filter((line) => line.startsWith(`${email}: `))

  it('are pending until they have an account with a confirmed email', async () => {
    const email = 'expected@example.com'
    await add(email)
    expect(await findAdminUser(email)).toMatchObject({ userRole: 'Admin', _state: 'pending', _since: expect.any(Number) })
    expect(await findAdminUser(adminEmail)).toMatchObject({ _state: 'active' })
    await site.request('POST', '/api/register', { body: { email, password } })
    expect(await findAdminUser(email)).toMatchObject({ _state: 'pending' })
    await siteDatabase.confirmEmail(email)
    expect(await findAdminUser(email)).toMatchObject({ _state: 'active' })
    const { _id } = (await findAdminUser(email)) as AdminUser
    await owner.call('PUT', `/api/upadete-users/${_id}`, { userEmail: email, userRole: 'Customer' })
    expect(await findAdminUser(email)).toMatchObject({ _state: 'withoutRights' })
  })

  it('can be invited again while pending, each time with an email and an audit entry', async () => {
    const email = 'slow@example.com'
    const { _id } = await add(email)
    expect((await invite(_id)).json()).toEqual({ message: 'We sent the invitation again' })
    expect(await listMails(email)).toEqual([`${email}: Your admin access`, `${email}: Your admin access`])
    expect(await siteDatabase.listAuditEntries('user.invited')).toEqual([{ actor: adminEmail, subject: _id, detail: { email } }])
    const { _id: own } = (await findAdminUser(adminEmail)) as AdminUser
    const { _id: former } = (await findAdminUser('expected@example.com')) as AdminUser
    for (const [id, status] of [
      [own, 409],
      [former, 409],
      ['nobody', 404],
    ] as const)
      expect((await invite(id)).status).toBe(status)
    expect(await siteDatabase.listAuditEntries('user.invited')).toHaveLength(1)
  })

  it('lose their sessions and rights in every process when removed, and keep the account', async () => {
    const email = 'leaver@example.com'
    const { _id } = await add(email)
    const leaver = await registerAndLogIn(site, email)
    const otherBrowser = createTestBrowser(other)
    await otherBrowser.logIn(email)
    expect((await leaver.call('GET', '/api/messages')).status).toBe(200)
    const mails = (await siteDatabase.listMails()).length
    expect((await remove(_id)).json()).toEqual({ message: 'The user was removed' })
    expect(await findAdminUser(email)).toBeUndefined()
    expect(await siteDatabase.listSessionIds(email)).toEqual([])
    expect((await leaver.call('GET', '/api/messages')).status).toBe(401)
    // Another process may cache a session for five seconds.
    await expect.poll(async () => (await otherBrowser.call('GET', '/api/messages')).status).toBe(401)
    expect(await siteDatabase.listAuditEntries('user.removed')).toEqual([
      { actor: adminEmail, subject: _id, detail: { emailBefore: email, roleBefore: 'Admin' } },
    ])
    expect((await siteDatabase.listMails()).slice(mails)).toContain(`${email}: Your admin access`)
    await leaver.logIn(email)
    expect((await leaver.call('GET', '/api/messages')).status).toBe(403)
    expect((await remove(_id)).status).toBe(404)
  })

  it('cannot remove themselves', async () => {
    const { _id } = (await findAdminUser(adminEmail)) as AdminUser
    const refusedReply = await remove(_id)
    expect([refusedReply.status, refusedReply.json<{ error: string }>().error]).toEqual([
      409,
      'You can’t remove yourself. Ask another admin.',
    ])
    expect(await findAdminUser(adminEmail)).toMatchObject({ _state: 'active' })
  })

  it('keep one admin if two remove each other at the same time in two processes', async () => {
    const email = 'rival@example.com'
    for (let round = 0; round < 4; round++) {
      const otherAdmin = await add(email)
      if (round === 0) await registerAndLogIn(site, email)
      const rival = createTestBrowser(other)
      await rival.logIn(email)
      const ownRecord = (await findAdminUser(adminEmail)) as AdminUser
      const replies = await Promise.all([remove(otherAdmin._id, owner), remove(ownRecord._id, rival)])
      const statuses = replies.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status !== 200).every((status) => status === 401 || status === 403)).toBe(true)
      if (statuses[0] === 200) continue
      await add(adminEmail, rival)
      await owner.logIn(adminEmail)
      expect((await remove(otherAdmin._id)).status).toBe(200)
    }
  })

  it('can be changed only by admins who gave their password recently', async () => {
    const { _id } = await add('guarded@example.com')
    const customer = await registerAndLogIn(site, 'buyer@example.com')
    for (const refusedReply of [await invite(_id, customer), await remove(_id, customer)]) expect(refusedReply.status).toBe(403)
    expect((await customer.call('GET', '/api/admin-users')).status).toBe(403)
    await siteDatabase.ageSessions(adminEmail, 16)
    for (const refusedReply of [await invite(_id), await remove(_id)]) {
      expect([refusedReply.status, refusedReply.json<{ fields: object }>().fields]).toEqual([
        403,
        { _password: expect.any(String) },
      ])
    }
    await owner.call('POST', '/api/confirm-password', { password })
    expect((await remove(_id)).status).toBe(200)
  })
})
