import { expect, it } from 'vitest'
import { createTestBrowser } from '../support/test-accounts.ts'
import { adminEmail, password, startApp } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'
import { generateTotp } from '../support/totp.ts'

describeOnSqlite('a site that requires a second factor', (database) => {
  it('gives an admin no admin rights until the second factor is set up', async () => {
    const site = await startApp({ ...(await database.environment()), ADMIN_SECOND_FACTOR: 'required' })
    const owner = createTestBrowser(site)
    await owner.logIn(adminEmail)
    const refusedReply = await owner.call('POST', '/api/add-logo', { logo: '/a.svg' })
    expect([refusedReply.status, refusedReply.json<{ error: string }>().error]).toEqual([
      403,
      expect.stringContaining('two-step verification'),
    ])
    expect((await owner.call('GET', '/api/users')).json()).toHaveLength(1)
    const { status, headers } = await owner.open('/setting')
    expect([status, headers.location]).toEqual([302, '/account?from=%2Fsetting#second-factor'])
    expect((await owner.open('/account?from=%2Fsetting')).text).toContain('Admins of this site need two-step verification')
    expect((await owner.open('/add-user')).text).toContain('set up two-step verification first')

    const { secret } = (await owner.call('POST', '/api/second-factor/begin', { password })).json<{ secret: string }>()
    const setUpFields = { _form: 'confirm', secret, code: generateTotp(secret) }
    expect((await owner.send('/account?from=%2Fsetting', setUpFields)).text).toMatch(
      /<a [^>]*href="\/setting"[^>]*>I saved them</,
    )
    expect((await owner.call('POST', '/api/add-logo', { logo: '/a.svg' })).status).toBe(201)
    expect((await owner.open('/setting')).status).toBe(200)
    await owner.call('POST', '/api/second-factor/turn-off', { password })
    expect((await owner.open('/setting')).status).toBe(302)
    // Customers need no second factor.
    expect((await site.request('GET', '/api/account', { as: 'customer' })).json()).toMatchObject({ needsSecondFactor: false })
    await site.close()
  })
})
