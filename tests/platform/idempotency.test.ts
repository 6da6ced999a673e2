import { afterEach, describe, expect, it, vi } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { createAdminCall, sendAdminForm } from '../support/admin-page-action.ts'
import { getCallKind, type IdempotentRecordCall, idempotentCalls, idempotentOrderCalls } from '../support/idempotent-calls.ts'
import { sampleMessage } from '../support/message-client.ts'
import { postFromIp } from '../support/post-from-ip.ts'
import { sampleCasesOnPostgres } from '../support/proof-size.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { openTableRowCounts } from '../support/table-row-counts.ts'
import { makeAdmin, registerAccount } from '../support/test-accounts.ts'
import { password, startApp, startAppForSuite, type TestApp } from '../support/test-app.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const OTHER_INPUT = expect.stringContaining('This Idempotency-Key was already used for another request.')

let keyCount = 0
const newKey = () => `"key number ${++keyCount}"`

describeOnEachDatabase('a request with an idempotency key', (database) => {
  const site = startAppForSuite(database)
  const other = startForSuite(() => startApp(site.environment))
  const effects = startForSuite(() => openTableRowCounts(site.environment))
  afterEach(() => void vi.useRealTimers())

  type RequestOptions = { body: object; key: string; as?: 'anonymous' | 'customer' | 'admin'; at?: TestApp }
  async function send(path: string, { body, key, as = 'admin', at = site }: RequestOptions) {
    const { status, text } = await at.request('POST', path, { as, body, headers: { 'idempotency-key': key } })
    return { status, text }
  }
  const message = (subject: string) => ({ ...sampleMessage, subject })
  const post = (subject: string, key: string, options: Partial<RequestOptions> = {}) =>
    send('/api/add-message', { body: message(subject), key, as: 'anonymous', ...options })

  const everyCall: (Omit<IdempotentRecordCall, 'createRecord'> & Partial<IdempotentRecordCall>)[] = [
    ...idempotentCalls,
    ...idempotentOrderCalls,
  ]
  const testedCalls = sampleCasesOnPostgres(database, everyCall, getCallKind)
  it.each(testedCalls)('creates one record by $path, repeats the reply, and answers 422 to another body', async (call) => {
    const { body } = call
    const path = call.path.replace(/:\w+/, (await call.createRecord?.(site)) ?? '')
    const key = newKey()
    const firstRequest = { body, key }
    // Requests reach both processes during the first request and after it.
    const rowChanges = await effects.countChanges(async () => {
      const replies = await Promise.all([
        send(path, firstRequest),
        send(path, { ...firstRequest, at: other }),
        send(path, firstRequest),
      ])
      replies.push(await send(path, { ...firstRequest, at: other }))
      expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
      expect(replies[0]?.status).toBe(201)
    })
    const rows =
      rowChanges.content_revision ??
      rowChanges.user_role ??
      rowChanges.subscriber ??
      rowChanges.message ??
      rowChanges.orders ??
      rowChanges.media ??
      rowChanges.customer_note ??
      rowChanges.quote ??
      rowChanges.order_message ??
      rowChanges.order_file ??
      rowChanges.deliverable
    expect([rows, rowChanges.email_outbox ?? 0]).toEqual([1, expect.any(Number)])
    const refusedRowChanges = await effects.countChanges(async () => {
      const { status, text } = await send(path, { ...firstRequest, body: call.otherBody })
      expect([status, JSON.parse(text)]).toEqual([422, { error: OTHER_INPUT }])
    })
    expect(refusedRowChanges).toEqual({})
    // A request with another key runs, and may be refused for another reason.
    const { status } = await send(path, { body: call.otherBody, key: newKey() })
    expect([201, 409]).toContain(status)
  })

  it('is stored without its key and without secrets', async () => {
    const key = '"a-key-that-nobody-learns"'
    await post('Remembered', key)
    await send('/api/add-subscriber', { body: { subemail: 'secretive@example.com' }, key })
    const storedOutcomes = await effects.main.selectFrom('idempotent_request').selectAll().execute()
    const mails = await effects.main.selectFrom('email_outbox').select('body').execute()
    const tokens = mails.flatMap(({ body }) => [...body.matchAll(/token=([\w.%-]{16,})/g)].map(([, token = '']) => token))
    const storedText = JSON.stringify(storedOutcomes)
    expect(storedOutcomes.length).toBeGreaterThan(testedCalls.length)
    for (const secret of ['a-key-that-nobody-learns', password, 'cookie', ...tokens]) expect(storedText).not.toContain(secret)
    for (const { id, fingerprint } of storedOutcomes) expect(id + fingerprint).toMatch(/^[\w-]{86}$/)
  })

  it('is separate for each account, for visitors, and for each call', async () => {
    const key = newKey()
    const cookie = await registerAccount(site, 'second@example.com')
    await makeAdmin(site, 'second@example.com')
    const rowChanges = await effects.countChanges(async () => {
      for (const as of ['anonymous', 'customer', 'admin'] as const) expect((await post('Apart', key, { as })).status).toBe(201)
      const headers = { cookie, 'idempotency-key': key }
      const { status } = await site.request('POST', '/api/add-message', { body: message('Apart'), headers })
      expect(status).toBe(201)
      expect((await send('/api/add-subscriber', { body: { subemail: 'apart@example.com' }, key })).status).toBe(201)
    })
    expect(rowChanges).toMatchObject({ message: 4, subscriber: 1 })
  })

  it('is separate for visitors of two networks, and shared within one network', async () => {
    const key = newKey()
    const postFrom = (address: string) =>
      postFromIp(site, '/api/add-message', message('From afar'), { ip: address, headers: { 'idempotency-key': key } })
    const rowChanges = await effects.countChanges(async () => {
      const [firstReply, secondReply, ...neighbors] = [
        await postFrom('203.0.113.1'),
        await postFrom('203.0.113.2'),
        await postFrom('2001:db8:0:7::1'),
        await postFrom('2001:db8:0:7::2'),
      ]
      expect(firstReply.text).not.toBe(secondReply.text)
      expect(neighbors[0]?.text).toBe(neighbors[1]?.text)
    })
    expect(rowChanges).toMatchObject({ message: 3 })
  })

  it('may run again after a refusal', async () => {
    const key = newKey()
    expect((await send('/api/add-message', { body: {}, key })).status).toBe(400)
    expect((await send('/api/add-faq-item', { body: {}, key, as: 'customer' })).status).toBe(403)
    const redirectValues = { oldPath: '/taken', state: 'Gone', newPath: '' }
    await send('/api/add-redirect', { body: redirectValues, key: newKey() })
    expect((await send('/api/add-redirect', { body: redirectValues, key })).status).toBe(409)
    const rowChanges = await effects.countChanges(async () => {
      expect((await post('At last', key, { as: 'admin' })).status).toBe(201)
      expect((await send('/api/add-redirect', { body: { ...redirectValues, oldPath: '/free' }, key })).status).toBe(201)
    })
    expect(rowChanges).toMatchObject({ message: 1, content_revision: 1 })
  })

  it('is the same with and without quotes, and is rejected if malformed', async () => {
    const rowChanges = await effects.countChanges(async () => {
      for (const key of ['"8e03978e-40d5-43dd"', '8e03978e-40d5-43dd', '"8e03978e-40d5-43dd"'])
        expect((await post('Quoted', key)).status).toBe(201)
    })
    expect(rowChanges).toMatchObject({ message: 1 })
    for (const key of [
      '""',
      '"',
      'two words',
      'a,b',
      '"a", "b"',
      '"a";b=1',
      '"a\\b"',
      '"ä"',
      'x'.repeat(256),
      'x'.repeat(5_000),
    ]) {
      const { status, text } = await post('Unreadable', key)
      expect([key, status, JSON.parse(text).error]).toEqual([key, 400, expect.stringMatching(/^Idempotency-Key must be /)])
    }
    expect((await post('Longest', `"${'x'.repeat(255)}"`)).status).toBe(201)
    expect((await post('Escaped', '"a \\"quote\\" and a \\\\"')).status).toBe(201)
  })

  it('repeats the reply within a day, and runs again afterward', async () => {
    const key = newKey()
    vi.useFakeTimers({ toFake: ['Date'] })
    const first = await post('Yesterday', key)
    vi.setSystemTime(Date.now() + DAY - 1)
    await post('In between', newKey())
    expect(await post('Yesterday', key)).toEqual(first)
    vi.setSystemTime(Date.now() + DAY)
    // Each later request deletes a few expired keys.
    for (let nth = 0; nth < idempotentCalls.length; nth++) await post('In between', newKey())
    expect((await post('Today', key)).status).toBe(201)
  })

  it('repeats the reply even if the first request came while the clock was wrong', async () => {
    const now = Date.now()
    for (const offset of [2 * DAY, -2 * DAY]) {
      const key = newKey()
      vi.useFakeTimers({ toFake: ['Date'], now: now + offset })
      const first = await post('Wrong clock', key)
      vi.setSystemTime(now)
      expect(await post('Wrong clock', key)).toEqual(first)
      vi.useRealTimers()
    }
  })

  it('is deleted once it has expired', async () => {
    const listExpired = () =>
      effects.main.selectFrom('idempotent_request').select('id').where('expires_at', '<', Date.now()).execute()
    const old = Array.from({ length: 20 }, (_, nth) => ({ id: `old ${nth}`, fingerprint: '', outcome: '1', expires_at: nth }))
    await effects.main.insertInto('idempotent_request').values(old).execute()
    for (let nth = 0; nth < 4; nth++) await post('Cleaning', newKey())
    expect(await listExpired()).toEqual([])
  })

  it('comes from the id of a form and its values, and a refused form keeps its id', async () => {
    const submit = (recordValues: object, _once: string) =>
      sendAdminForm(createAdminCall(site), '/edit-faq', { _form: 'faq-item', _once, ...recordValues })
    const recordValues = { accodingTitle: 'How long?', accodingText: 'Months.\r\nIt depends.' }
    expect(await submit({ ...recordValues, accodingTitle: '' }, 'first')).toMatchObject({
      error: expect.anything(),
      formId: 'first',
    })
    const rowChanges = await effects.countChanges(async () => {
      for (const _attempt of [1, 2]) expect((await submit(recordValues, 'first')).error).toBe(undefined)
    })
    expect(rowChanges).toMatchObject({ content_revision: 1 })
    const otherRowChanges = await effects.countChanges(async () => {
      await submit({ ...recordValues, accodingText: 'Weeks.' }, 'first')
      await submit(recordValues, 'second')
    })
    expect(otherRowChanges).toMatchObject({ content_revision: 2 })
  })

  describe('in the contract', () => {
    it('exists for every creating call whose body has no password', () => {
      const callsWithoutKey = endpoints.filter(
        ({ method, status, idempotent }) => method === 'POST' && status === 201 && !idempotent,
      )
      expect(callsWithoutKey.map(({ path }) => path)).toEqual(['/register', '/first-admin'])
      for (const { body } of callsWithoutKey)
        expect(body?.safeParse({}).error?.issues.map(({ path }) => path[0])).toContain('password')
    })

    it('is documented for exactly those calls', async () => {
      type Operation = { parameters?: { $ref?: string }[] }
      type Document = { paths: Record<string, Record<string, Operation>>; components: object }
      const { paths, components } = (await site.request('GET', '/api/openapi.json')).json() as Document
      expect(components).toMatchObject({ parameters: { IdempotencyKey: { in: 'header', name: 'Idempotency-Key' } } })
      const documentedPaths = Object.entries(paths).filter(([, { post }]) =>
        post?.parameters?.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey'),
      )
      const declaredPaths = endpoints.filter(({ idempotent }) => idempotent).map(({ path }) => path.replace(/:(\w+)/g, '{$1}'))
      expect(documentedPaths.map(([path]) => path).sort()).toEqual(declaredPaths.sort())
    })
  })
})
