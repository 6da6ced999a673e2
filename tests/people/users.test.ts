import { beforeAll, expect, it } from 'vitest'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { createTestBrowser, registerAndLogIn, type TestBrowser } from '../support/test-accounts.ts'
import { adminEmail, password, startApp, startAppForSuite } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

type UserRecord = { _id: string; userEmail: string; userRole: string }

describeOnEachDatabase('user records', (database) => {
  let owner: TestBrowser
  const site = startAppForSuite(database)
  const other = startForSuite(() => startApp(site.environment))
  const siteDatabase = startForSuite(() => openSiteDatabase(site.environment))
  beforeAll(async () => {
    owner = createTestBrowser(site)
    await owner.logIn(adminEmail)
  })

  const add = (email: string, role = 'Admin', by = owner) =>
    by.call('POST', '/api/add-user', { userEmail: email, userRole: role })
  const change = (id: string, email: string, role = 'Admin', by = owner) =>
    by.call('PUT', `/api/upadete-users/${id}`, { userEmail: email, userRole: role })
  const findUserRoleRecord = async (email: string) => {
    const all = (await owner.call('GET', '/api/users')).json<UserRecord[]>()
    const userRecord = all.find(({ userEmail }) => userEmail === email)
    if (!userRecord) throw new Error(`There is no record of ${email}.`)
    return userRecord
  }
  const joinSite = (email: string, at = site) => registerAndLogIn(at, email)

  it('are added with an audit entry and emails to the person and the other admins', async () => {
    expect((await add('Second@Example.com')).json()).toMatchObject({
      message: 'User Is Added',
      record: { userEmail: 'second@example.com', userRole: 'Admin' },
    })
    const { _id } = await findUserRoleRecord('second@example.com')
    expect(await siteDatabase.listAuditEntries('user.added')).toContainEqual({
      actor: adminEmail,
      subject: _id,
      detail: { emailAfter: 'second@example.com', roleAfter: 'Admin' },
    })
    await add('third@example.com')
    const mails = await siteDatabase.listMails()
    expect(mails).toContain('second@example.com: Your admin access')
    expect(mails.filter((line) => line.endsWith('An admin user was changed'))).toEqual([
      'second@example.com: An admin user was changed',
    ])
    expect((await add('third@example.com')).status).toBe(409)
    expect(await siteDatabase.listMails()).toEqual(mails)
  })

  it('are updated with the old values in the audit log, and emails to both addresses', async () => {
    const { _id } = await findUserRoleRecord('third@example.com')
    expect((await change(_id, 'new.third@example.com')).json()).toMatchObject({ message: 'User Is Update' })
    expect(await siteDatabase.listAuditEntries('user.changed')).toContainEqual({
      actor: adminEmail,
      subject: _id,
      detail: {
        emailBefore: 'third@example.com',
        roleBefore: 'Admin',
        emailAfter: 'new.third@example.com',
        roleAfter: 'Admin',
      },
    })
    const mails = (await siteDatabase.listMails()).slice(-3)
    expect(mails.sort()).toEqual([
      'new.third@example.com: Your admin access',
      'second@example.com: An admin user was changed',
      'third@example.com: Your admin access',
    ])
    expect((await change(_id, 'new.third@example.com')).status).toBe(200)
    expect(await siteDatabase.listAuditEntries('user.changed')).toHaveLength(1)
  })

  it('keep one admin who has a confirmed account', async () => {
    const { _id } = await findUserRoleRecord(adminEmail)
    const demoteReply = await change(_id, adminEmail, 'Customer')
    expect(demoteReply.status).toBe(409)
    expect(demoteReply.json<{ error: string }>().error).toContain('last admin who can log in')
    const renameReply = await change(_id, 'nobody@example.com')
    expect(renameReply.status).toBe(409)
    expect(renameReply.json()).toMatchObject({
      fields: { userEmail: expect.stringContaining('no account with a confirmed email') },
    })
    // Registration alone proves nothing, because the email isn't confirmed.
    await site.request('POST', '/api/auth/sign-up/email', { body: { email: 'heir@example.com', password, name: 'Heir' } })
    expect((await change(_id, 'heir@example.com')).status).toBe(409)
    expect((await owner.call('GET', '/api/users')).json<UserRecord[]>()).toHaveLength(3)
  })

  it('can move the last admin’s rights to a confirmed account', async () => {
    const heir = await joinSite('heir@example.com')
    const { _id } = await findUserRoleRecord(adminEmail)
    expect((await change(_id, 'heir@example.com')).status).toBe(200)
    expect((await owner.call('GET', '/api/users')).json()).toEqual([])
    expect((await add('x@example.com')).status).toBe(403)
    expect((await change(_id, adminEmail, 'Admin', heir)).status).toBe(200)
  })

  it('change only after a recent log-in or the password, in every process', async () => {
    const otherBrowser = createTestBrowser(other)
    await otherBrowser.logIn(adminEmail)
    await siteDatabase.ageSessions(adminEmail, 16)
    const before = (await otherBrowser.call('GET', '/api/users')).text
    const refusedReply = await add('late@example.com', 'Admin', otherBrowser)
    expect(refusedReply.status).toBe(403)
    expect(refusedReply.json()).toMatchObject({
      error: expect.stringContaining('password again'),
      fields: { _password: expect.any(String) },
    })
    expect((await otherBrowser.call('GET', '/api/users')).text).toBe(before)

    const wrong = await otherBrowser.call('POST', '/api/confirm-password', { password: 'wrong password' })
    expect([wrong.status, wrong.json<{ fields: object }>().fields]).toEqual([400, { password: 'Incorrect password.' }])
    expect((await add('late@example.com', 'Admin', otherBrowser)).status).toBe(403)
    expect((await otherBrowser.call('POST', '/api/confirm-password', { password })).status).toBe(200)
    expect((await add('late@example.com', 'Admin', otherBrowser)).status).toBe(201)
    // The password counts only for the session that sent it.
    expect((await add('later@example.com')).status).toBe(403)
    await owner.logIn(adminEmail)
    expect((await add('later@example.com')).status).toBe(201)
  })

  it('show a customer only their own record, and allow the customer no change', async () => {
    const customer = await joinSite('buyer@example.com')
    await add('buyer@example.com', 'Customer')
    const { _id } = await findUserRoleRecord(adminEmail)
    expect((await customer.call('GET', '/api/users')).json()).toMatchObject([{ userEmail: 'buyer@example.com' }])
    expect((await customer.call('GET', `/api/users/${_id}`)).status).toBe(404)
    expect((await change(_id, 'buyer@example.com', 'Admin', customer)).status).toBe(403)
  })

  it('keep one admin if two demote each other at the same time in two processes', async () => {
    const rival = await joinSite('rival@example.com', other)
    await add('rival@example.com')
    const [mine, theirs] = [await findUserRoleRecord(adminEmail), await findUserRoleRecord('rival@example.com')]
    for (let round = 0; round < 8; round++) {
      const replies = await Promise.all([
        change(theirs._id, theirs.userEmail, 'Customer', owner),
        change(mine._id, mine.userEmail, 'Customer', rival),
      ])
      const statuses = replies.map(({ status }) => status)
      expect([...statuses].sort()).toEqual([200, 403])
      const [winner, loser] = statuses[0] === 200 ? [owner, theirs] : [rival, mine]
      expect((await winner.call('GET', '/api/users')).json<UserRecord[]>()).toContainEqual({ ...loser, userRole: 'Customer' })
      expect((await change(loser._id, loser.userEmail, 'Admin', winner)).status).toBe(200)
      // Another process may cache a role for five seconds, but loads it at a new log-in.
      await Promise.all([owner.logIn(adminEmail), rival.logIn('rival@example.com')])
    }
  })
})
