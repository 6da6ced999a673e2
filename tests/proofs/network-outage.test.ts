import { expect, it } from 'vitest'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { measureTime } from '../support/measure-time.ts'
import { limitTime } from '../support/proof-size.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { startApp } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnPostgres } from '../support/test-databases.ts'

describeOnPostgres('a site whose database connection drops every packet', (database) => {
  it('answers 503 within 12 seconds and recovers with the network', async () => {
    const environment = await database.environment()
    const url = new URL(environment.DATABASE_URL ?? '')
    const proxy = await startTcpProxy(Number(url.port))
    url.port = String(proxy.port)
    const site = await startApp({ ...environment, DATABASE_URL: url.href })
    const add = () => site.request('POST', `/api${faqItem.api.add}`, { as: 'admin', body: buildRecordValues(faqItem) })
    const open = () => site.request('GET', '/')
    expect([(await add()).status, (await open()).status]).toEqual([201, 200])

    proxy.goSilent()
    const pendingReplies = [...Array.from({ length: 10 }, add), ...Array.from({ length: 10 }, open)].map(measureTime)
    const [ready, elapsedMs] = await measureTime(site.request('GET', '/readyz'))
    expect([ready.status, elapsedMs < limitTime(1_000)]).toEqual([503, true])
    for (const [{ status, headers }, waitedMs] of await Promise.all(pendingReplies)) {
      expect([status, headers['retry-after']]).toEqual([503, '5'])
      expect(waitedMs).toBeLessThan(limitTime(12_000))
    }

    proxy.resume()
    await expect.poll(async () => (await add()).status).toBe(201)
    await expect.poll(async () => (await open()).status).toBe(200)
    await site.close()
    await proxy.close()
  })
})
