import { afterEach, beforeAll, expect, it } from 'vitest'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import {
  getCallKind,
  type IdempotentRecordCall,
  idempotentCalls,
  idempotentOrderCalls,
  placeOrder,
} from '../support/idempotent-calls.ts'
import { sampleCasesOnPostgres } from '../support/proof-size.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { startTcpProxy } from '../support/tcp-proxy.ts'
import { startApp } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnPostgres } from '../support/test-databases.ts'

type Change = Pick<IdempotentRecordCall, 'path'> &
  Partial<Pick<IdempotentRecordCall, 'createRecord'>> & { method: 'POST' | 'PUT'; body: object; within: string }

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
  afterEach(() => proxy.resume())

  const save = (key?: string) =>
    site.request('POST', `/api${faqItem.api.add}`, {
      as: 'admin',
      body: buildRecordValues(faqItem),
      headers: key === undefined ? {} : { 'idempotency-key': key },
    })
  const listRecords = async () => (await site.request('GET', `/api${faqItem.api.list}`)).json() as unknown[]
  type Cut = { text?: string; when: 'before' | 'after'; key?: string; isDatabaseGone?: boolean }
  async function saveWithCut({ text = 'commit', when, key, isDatabaseGone }: Cut) {
    const before = (await listRecords()).length
    const cut = proxy.cutOnText(text, when, 'insert into "content_record"')
    if (isDatabaseGone) void cut.then(proxy.refuseAll)
    const { status, headers, text: reply } = await save(key)
    await cut
    proxy.resume()
    if (status === 503) expect(headers['retry-after']).toBe('5')
    const { error: sentence = '' } = JSON.parse(reply) as { error?: string }
    return { status, sentence, isSaved: (await listRecords()).length > before }
  }

  it('succeeds if only the answer to COMMIT was lost', async () => {
    expect(await saveWithCut({ when: 'after' })).toEqual({ status: 201, sentence: '', isSaved: true })
  })

  it('reports that nothing was saved if COMMIT was lost', async () => {
    const { status, sentence, isSaved } = await saveWithCut({ when: 'before' })
    expect([status, isSaved]).toEqual([503, false])
    expect(sentence).toMatch(/^Nothing was saved, /)
  })

  it.each(['before', 'after'] as const)(
    'may have been saved if the database is gone %s COMMIT, and a repeat without a key saves it once',
    async (when) => {
      const before = (await listRecords()).length
      const { status, sentence, isSaved } = await saveWithCut({ when, isDatabaseGone: true })
      expect([status, isSaved]).toEqual([503, when === 'after'])
      expect(sentence).toMatch(/^This may have been saved: .* Please look before you send it again\. If you contact us/)
      expect((await save()).status).toBe(201)
      expect(await listRecords()).toHaveLength(before + 1)
      // The sender knows of that one now, so this is another.
      expect((await save()).status).toBe(201)
      expect(await listRecords()).toHaveLength(before + 2)
    },
  )

  it('can be repeated with its idempotency key and is then saved once', async () => {
    for (const when of ['before', 'after'] as const) {
      const before = (await listRecords()).length
      const key = `"saved with COMMIT cut ${when}"`
      const { sentence, isSaved } = await saveWithCut({ when, key, isDatabaseGone: true })
      expect([when, isSaved]).toEqual([when, when === 'after'])
      expect(sentence).toMatch(
        /^This may have been saved: .* Please send it again from here\. It won’t be saved twice\. If you contact us/,
      )
      const again = [await save(key), await save(key)]
      expect(again.map(({ status }) => status)).toEqual([201, 201])
      expect(await listRecords()).toHaveLength(before + 1)
    }
  })

  it('reports that nothing was saved if COMMIT was not sent', async () => {
    for (const when of ['before', 'after'] as const) {
      const { sentence, isSaved } = await saveWithCut({ text: 'insert into "content_record"', when })
      expect(isSaved).toBe(false)
      expect(sentence).toMatch(/^Nothing was saved, /)
    }
  })

  const keyed = [...idempotentCalls, ...idempotentOrderCalls].map((call) => ({
    ...call,
    method: 'POST' as const,
    within: 'insert into "idempotent_request"',
  }))
  const audited = { method: 'PUT', within: 'insert into "audit_log"', createRecord: placeOrder } as const
  const changes: Change[] = [
    ...sampleCasesOnPostgres(database, keyed, getCallKind),
    { ...audited, path: '/api/order-status/:id', body: { orderStatus: 'Delivered' } },
    { ...audited, path: '/api/order-paid/:id', body: { reason: 'In cash' } },
    {
      ...audited,
      path: '/api/order-cancelled/:id',
      body: { paymentStatus: 'Cancelled' },
      within: 'insert into "order_decision"',
    },
    { ...audited, path: '/api/search-engines', body: { isAllowed: true } },
  ]
  it.each(changes)('$method $path answers with what it saved if the database is gone after COMMIT', async (change) => {
    const { method, path, body, within, createRecord } = change
    const id = (await createRecord?.(site)) ?? ''
    // The last test cut the pooled connections.
    await expect.poll(async () => (await save()).status).toBe(201)
    const gone = proxy.cutOnText('commit', 'following', within).then(proxy.refuseAll)
    const { status, text } = await site.request(method, path.replace(/:\w+/, id), {
      as: 'admin',
      body,
      headers: { 'idempotency-key': `"${path} ${id}"` },
    })
    expect([status, text]).toEqual([method === 'POST' ? 201 : 200, expect.not.stringContaining('error')])
    await gone
  })

  // The calls above added the package that it needs.
  it('redirects to the page of a saved form if the database is gone before the page loads', async () => {
    const create = idempotentOrderCalls.find(({ path }) => path.startsWith('/api/deliverable'))?.createRecord
    const path = `/my-order/${await create?.(site)}/brief`
    const gone = proxy.cutOnText('commit', 'following', 'update "brief"').then(proxy.refuseAll)
    const { status, headers } = await site.request('POST', path, { as: 'admin', form: { _version: '1' } })
    await gone
    expect([status, headers.location]).toEqual([303, expect.stringMatching(new RegExp(`${path}$`))])
    proxy.resume()
    await expect.poll(async () => (await site.request('GET', path, { as: 'admin' })).status).toBe(200)
  })
})
