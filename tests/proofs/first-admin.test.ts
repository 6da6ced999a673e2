import { afterEach, expect, it, vi } from 'vitest'
import { toCookieHeader } from '../support/cookie-jar.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const HOUR = 60 * 60 * 1000
const withoutAdmin = { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' }

describeOnEachDatabase('the first admin', (database) => {
  afterEach(() => vi.useRealTimers())

  it('is created once with the printed code and signed in at once', async () => {
    const site = await startApp({ ...(await database.environment()), ...withoutAdmin })
    const attempt = (body: object) => site.request('POST', '/api/first-admin', { body })
    const ownerForm = { code: site.app.setUpCode, email: 'Owner@Example.com', password: 'maple lantern river' }
    expect((await site.request('GET', '/api/set-up')).json()).toEqual({ needsAdmin: true })
    const wrong = await attempt({ ...ownerForm, code: 'guess' })
    expect(wrong.status).toBe(400)
    expect((wrong.json() as { fields: object }).fields).toHaveProperty('code')

    const firstAdminReply = await attempt(ownerForm)
    expect(firstAdminReply.status).toBe(201)
    expect(firstAdminReply.json()).toMatchObject({
      message: 'User Is Added',
      record: { userEmail: 'owner@example.com', userRole: 'Admin' },
    })
    const cookie = toCookieHeader(firstAdminReply)
    expect((await site.request('GET', '/api/users', { headers: { cookie } })).json()).toHaveLength(1)

    expect((await site.request('GET', '/api/set-up')).json()).toEqual({ needsAdmin: false })
    expect((await attempt({ ...ownerForm, email: 'other@example.com' })).status).toBe(409)
    await site.close()
  })

  it('is kept if the server can’t create a session', async () => {
    const site = await startApp({ ...(await database.environment()), ...withoutAdmin })
    const stored = await openSiteDatabase(site.environment)
    const body = { email: 'owner@example.com', password: 'maple lantern river' }
    const reply = await stored.forbidSessions(() =>
      site.request('POST', '/api/first-admin', { body: { ...body, code: site.app.setUpCode } }),
    )
    expect([reply.status, toCookieHeader(reply)]).toEqual([201, ''])
    expect((await site.request('POST', '/api/sign-in', { body })).status).toBe(200)
    await stored.close()
    await site.close()
  })

  it('needs the code of the last start, which works for a day', async () => {
    const environment = { ...(await database.environment()), ...withoutAdmin }
    const first = await startApp(environment)
    const second = await startApp(environment)
    const attempt = (code = '') =>
      second.request('POST', '/api/first-admin', { body: { code, email: 'owner@example.com', password: 'maple lantern river' } })
    expect((await attempt(first.app.setUpCode)).status).toBe(400)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * HOUR })
    const lateReply = await attempt(second.app.setUpCode)
    expect(lateReply.status).toBe(400)
    expect(lateReply.json()).toMatchObject({ fields: { code: expect.stringContaining('It works for 24 hours, and each start') } })
    vi.setSystemTime(Date.now() - HOUR)
    expect((await attempt(second.app.setUpCode)).status).toBe(201)
    await Promise.all([first.close(), second.close()])
  })

  it('needs an email address that the log-in form accepts', async () => {
    const site = await startApp({ ...(await database.environment()), ...withoutAdmin })
    for (const email of ['a1@b2.co', 'owner@münchen.example']) {
      const body = { code: site.app.setUpCode, email, password: 'maple lantern river' }
      const refused = await site.request('POST', '/api/first-admin', { body })
      expect([refused.status, refused.json()]).toMatchObject([400, { fields: { email: 'Provide a Valid Email' } }])
    }
    await site.close()
  })

  it('is created only once when fifty people try at the same time', async () => {
    const site = await startApp({ ...(await database.environment()), ...withoutAdmin })
    const attempts = Array.from({ length: 50 }, (_, nth) =>
      site.request('POST', '/api/first-admin', {
        body: { code: site.app.setUpCode, email: `owner${nth}@example.com`, password: 'maple lantern river' },
      }),
    )
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect([...new Set(statuses)].sort()).toEqual([201, 409])
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(49)
    await site.close()
  })
})
