import { beforeAll, expect, it } from 'vitest'
import { faqItem } from '../../src/contract/content/kinds/faq-item.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { startApp } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnPostgres } from '../support/test-databases.ts'

describeOnPostgres('a save whose connection is cut', (database) => {
  let environment: Record<string, string>
  const proxy = startForSuite(async () => {
    environment = await database.environment()
    return startTcpProxy(Number(new URL(environment.DATABASE_URL ?? '').port))
  })
  const site = startForSuite(() => {
    const url = new URL(environment.DATABASE_URL ?? '')
    url.port = String(proxy.port)
    return startApp({ ...environment, DATABASE_URL: url.href })
  })
  // Only the first request of a session saves when the session was used.
  beforeAll(() => save())

  const save = (key?: string) =>
    site.request('POST', `/api${faqItem.api.add}`, {
      as: 'admin',
      body: buildRecordValues(faqItem),
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })
  const listRecords = async () => (await site.request('GET', `/api${faqItem.api.list}`)).json() as unknown[]
  async function saveWithCut(text: string, when: 'before' | 'after', key?: string) {
    const before = (await listRecords()).length
    const cut = proxy.cutOnText(text, when, 'insert into "content_record"')
    const { status, headers, text: reply } = await save(key)
    await cut
    expect([status, headers['retry-after']]).toEqual([503, '5'])
    return { sentence: (JSON.parse(reply) as { error: string }).error, isSaved: (await listRecords()).length > before }
  }

  it('reports an unknown outcome if the answer to COMMIT was lost', async () => {
    const { sentence, isSaved } = await saveWithCut('commit', 'after')
    expect(isSaved).toBe(true)
    expect(sentence).toMatch(/^We don’t know whether this was saved, .* check .* before you try again\. If you contact us/)
  })

  it('reports an unknown outcome if COMMIT never arrived', async () => {
    const { sentence, isSaved } = await saveWithCut('commit', 'before')
    expect(isSaved).toBe(false)
    expect(sentence).toMatch(/^We don’t know whether this was saved/)
  })

  it('can be repeated with its idempotency key and is then saved once', async () => {
    for (const when of ['before', 'after'] as const) {
      const before = (await listRecords()).length
      const key = `"saved with COMMIT cut ${when}"`
      const { sentence, isSaved } = await saveWithCut('commit', when, key)
      expect([when, isSaved]).toEqual([when, when === 'after'])
      expect(sentence).toMatch(/^We don’t know .* Please send it again from here\. It won’t be saved twice\. If you contact us/)
      const again = [await save(key), await save(key)]
      expect(again.map(({ status }) => status)).toEqual([201, 201])
      expect(await listRecords()).toHaveLength(before + 1)
    }
  })

  it('reports that nothing was saved if COMMIT was not sent', async () => {
    for (const when of ['before', 'after'] as const) {
      const { sentence, isSaved } = await saveWithCut('insert into "content_record"', when)
      expect(isSaved).toBe(false)
      expect(sentence).toMatch(/^Nothing was saved, /)
    }
  })
})
