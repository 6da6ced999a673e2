import { afterAll, beforeAll, expect, it } from 'vitest'
import { startApp, type TestApp } from '../support/app.ts'
import { onEveryDatabase } from '../support/databases.ts'
import { createProvider, type TestProvider } from '../support/provider.ts'
import { type ProviderVisit, visitProvider } from '../support/provider-visit.ts'
import { openStored } from '../support/stored.ts'
import { appCode } from '../support/totp.ts'

const email = 'ann@example.com'

onEveryDatabase('the second factor of somebody who comes through the identity provider', (database) => {
  let site: TestApp
  let provider: TestProvider
  let stored: Awaited<ReturnType<typeof openStored>>
  beforeAll(async () => {
    const environment = await database.environment()
    provider = await createProvider({ sub: 'ann', email, email_verified: true })
    await provider.start()
    site = await startApp({ ...environment, ...provider.environment })
    stored = await openStored(environment)
  })
  afterAll(async () => {
    await site.close()
    await stored.close()
    await provider.stop()
  })

  const begin = (visit: ProviderVisit) => visit.call('/api/second-factor/begin', { password: '' })

  it('is set up without a password soon after the sign-in only, and asked for at the next one', async () => {
    const ann = visitProvider(site)
    await ann.join()
    await stored.ageSessions(email, 16)
    expect((await begin(ann)).status).toBe(403)
    await ann.join()
    const { secret } = (await begin(ann)).json() as { secret: string }
    expect((await ann.call('/api/second-factor/confirm', { code: appCode(secret) })).status).toBe(200)

    const next = visitProvider(site)
    expect(await next.join('/order-now/abc?x=1')).toBe('/second-factor?from=%2Forder-now%2Fabc%3Fx%3D1')
    expect(await next.whoAmI()).toBeUndefined()
    expect((await next.call('/api/second-factor/verify', { code: '000000' })).status).toBe(400)
    expect(await next.whoAmI()).toBeUndefined()
    expect((await next.call('/api/second-factor/verify', { code: appCode(secret, 1) })).status).toBe(200)
    expect(await next.whoAmI()).toMatchObject({ email })
  })
})
