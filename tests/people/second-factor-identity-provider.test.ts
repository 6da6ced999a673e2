import { beforeAll, expect, it } from 'vitest'
import { createOidcBrowser, type OidcBrowser } from '../support/oidc-browser.ts'
import { createOidcProvider } from '../support/oidc-provider.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { startApp } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'
import { generateTotp } from '../support/totp.ts'

const email = 'ann@example.com'

describeOnSqlite('the second factor of a provider account', (database) => {
  const provider = startForSuite(() => createOidcProvider({ sub: 'ann', email, email_verified: true }))
  beforeAll(() => provider.start())
  const site = startForSuite(async () => startApp({ ...(await database.environment()), ...provider.environment }))
  const siteDatabase = startForSuite(() => openSiteDatabase(site.environment))

  const begin = (visit: OidcBrowser) => visit.call('/api/second-factor/begin', { password: '' })

  it('needs a recent sign-in instead of a password, and is required at the next sign-in', async () => {
    const ann = createOidcBrowser(site)
    await ann.signIn()
    await siteDatabase.ageSessions(email, 16)
    expect((await begin(ann)).status).toBe(403)
    await ann.signIn()
    const { secret } = (await begin(ann)).json() as { secret: string }
    expect((await ann.call('/api/second-factor/confirm', { code: generateTotp(secret) })).status).toBe(200)

    const nextVisit = createOidcBrowser(site)
    expect(await nextVisit.signIn('/order-now/abc?x=1')).toBe('/second-factor?from=%2Forder-now%2Fabc%3Fx%3D1')
    expect(await nextVisit.getCurrentUser()).toBeUndefined()
    expect((await nextVisit.call('/api/second-factor/verify', { code: '000000' })).status).toBe(400)
    expect(await nextVisit.getCurrentUser()).toBeUndefined()
    expect((await nextVisit.call('/api/second-factor/verify', { code: generateTotp(secret, 1) })).status).toBe(200)
    expect(await nextVisit.getCurrentUser()).toMatchObject({ email })
  })
})
