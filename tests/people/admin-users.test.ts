import { afterAll, beforeAll, expect, it } from 'vitest'
import type { AdminUser } from '../../src/contract/people/admin-users.ts'
import { adminEmail, password, startApp, type TestApp } from '../support/app.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { newPerson, type Person, personAt } from '../support/people.ts'
import { openStored } from '../support/stored.ts'

onEveryDatabase('admin users', (database) => {
  let site: TestApp
  let other: TestApp
  let stored: Awaited<ReturnType<typeof openStored>>
  let owner: Person
  beforeAll(async () => {
    const environment = await database.environment()
    site = await startApp(environment)
    other = await startApp(environment)
    stored = await openStored(environment)
    owner = personAt(site)
    await owner.logIn(adminEmail)
  })
  afterAll(async () => {
    await Promise.all([site.close(), other.close()])
    await stored.close()
  })

  const all = async (by = owner) => (await by.call('GET', '/api/admin-users')).json<AdminUser[]>()
  const userOf = async (email: string) => (await all()).find(({ userEmail }) => userEmail === email)
  const add = async (userEmail: string, by = owner) =>
    (await by.call('POST', '/api/add-user', { userEmail, userRole: 'Admin' })).json<{ record: { _id: string } }>().record
  const invite = (id: string, by = owner) => by.call('POST', `/api/admin-invitation/${id}`)
  const remove = (id: string, by = owner) => by.call('DELETE', `/api/users/${id}`)
  const mailsTo = async (email: string) => (await stored.mails()).filter((line) => line.startsWith(`${email}: `))

  it('are pending until they have an account with a confirmed address', async () => {
    const email = 'expected@example.com'
    await add(email)
    expect(await userOf(email)).toMatchObject({ userRole: 'Admin', _state: 'pending', _since: expect.any(Number) })
    expect(await userOf(adminEmail)).toMatchObject({ _state: 'active' })
    await site.request('POST', '/api/register', { body: { email, password } })
    expect(await userOf(email)).toMatchObject({ _state: 'pending' })
    await stored.confirmEmail(email)
    expect(await userOf(email)).toMatchObject({ _state: 'active' })
    const { _id } = (await userOf(email)) as AdminUser
    await owner.call('PUT', `/api/upadete-users/${_id}`, { userEmail: email, userRole: 'Customer' })
    expect(await userOf(email)).toMatchObject({ _state: 'withoutRights' })
  })

  it('are invited again while they are pending, each time with a mail and an entry in the audit log', async () => {
    const email = 'slow@example.com'
    const { _id } = await add(email)
    expect((await invite(_id)).json()).toEqual({ message: 'The invitation is on its way again.' })
    expect(await mailsTo(email)).toEqual([`${email}: Your rights on our site`, `${email}: Your rights on our site`])
    expect(await stored.audit('user.invited')).toEqual([{ actor: adminEmail, subject: _id, detail: { email } }])
    const { _id: own } = (await userOf(adminEmail)) as AdminUser
    const { _id: former } = (await userOf('expected@example.com')) as AdminUser
    for (const [id, status] of [
      [own, 409],
      [former, 409],
      ['nobody', 404],
    ] as const)
      expect((await invite(id)).status).toBe(status)
    expect(await stored.audit('user.invited')).toHaveLength(1)
  })

  it('are removed with their sessions and rights in every process; the account stays', async () => {
    const email = 'leaver@example.com'
    const { _id } = await add(email)
    const leaver = await newPerson(site, email)
    const elsewhere = personAt(other)
    await elsewhere.logIn(email)
    expect((await leaver.call('GET', '/api/messages')).status).toBe(200)
    const mails = (await stored.mails()).length
    expect((await remove(_id)).json()).toEqual({ message: 'The user is removed.' })
    expect(await userOf(email)).toBeUndefined()
    expect(await stored.sessions(email)).toEqual([])
    expect((await leaver.call('GET', '/api/messages')).status).toBe(401)
    // Another process may take a session as known for five seconds.
    await expect.poll(async () => (await elsewhere.call('GET', '/api/messages')).status, { timeout: 8_000 }).toBe(401)
    expect(await stored.audit('user.removed')).toEqual([
      { actor: adminEmail, subject: _id, detail: { emailBefore: email, roleBefore: 'Admin' } },
    ])
    expect((await stored.mails()).slice(mails)).toContain(`${email}: Your rights on our site`)
    await leaver.logIn(email)
    expect((await leaver.call('GET', '/api/messages')).status).toBe(403)
    expect((await remove(_id)).status).toBe(404)
  })

  it('never remove themselves, nor the last who can log in', async () => {
    const { _id } = (await userOf(adminEmail)) as AdminUser
    const refused = await remove(_id)
    expect([refused.status, refused.json<{ error: string }>().error]).toEqual([
      409,
      'You cannot remove yourself: another admin can.',
    ])
    expect(await userOf(adminEmail)).toMatchObject({ _state: 'active' })
  })

  it('who remove each other at the same time in two processes leave one of them', async () => {
    const email = 'rival@example.com'
    for (let round = 0; round < 4; round++) {
      const theirs = await add(email)
      if (round === 0) await newPerson(site, email)
      const rival = personAt(other)
      await rival.logIn(email)
      const mine = (await userOf(adminEmail)) as AdminUser
      const replies = await Promise.all([remove(theirs._id, owner), remove(mine._id, rival)])
      const statuses = replies.map(({ status }) => status)
      expect(statuses.filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.filter((status) => status !== 200).every((status) => status === 401 || status === 403)).toBe(true)
      if (statuses[0] === 200) continue
      // The owner comes back for the next round.
      await add(adminEmail, rival)
      await owner.logIn(adminEmail)
      expect((await remove(theirs._id)).status).toBe(200)
    }
  })

  it('are changed only soon after the password was given, and by nobody else', async () => {
    const { _id } = await add('guarded@example.com')
    const customer = await newPerson(site, 'buyer@example.com')
    for (const refused of [await invite(_id, customer), await remove(_id, customer)]) expect(refused.status).toBe(403)
    expect((await customer.call('GET', '/api/admin-users')).status).toBe(403)
    await stored.ageSessions(adminEmail, 16)
    for (const refused of [await invite(_id), await remove(_id)]) {
      expect([refused.status, refused.json<{ fields: object }>().fields]).toEqual([403, { _password: expect.any(String) }])
    }
    await owner.call('POST', '/api/confirm-password', { password })
    expect((await remove(_id)).status).toBe(200)
  })
})
