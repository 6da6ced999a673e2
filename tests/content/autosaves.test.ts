import { afterEach, expect, it, vi } from 'vitest'
import { MAX_AUTOSAVES_PER_USER } from '#contract/content/autosaves.ts'
import { banner } from '#contract/content/kinds/banner.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { createContentClient } from '../support/content-client.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { openTableRowCounts } from '../support/table-row-counts.ts'
import { makeAdmin, registerAccount } from '../support/test-accounts.ts'
import { startApp, startAppForSuite } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const DAY = 24 * 60 * 60_000

describeOnEachDatabase('an autosave', (database) => {
  const site = startAppForSuite(database)
  const other = startForSuite(() => startApp(site.environment))
  const effects = startForSuite(() => openTableRowCounts(site.environment))
  afterEach(() => void vi.useRealTimers())

  const path = (id: string, kind = faqItem.kind) => `/own-draft/${kind}/${id}`
  const saveAutosave = (id: string, values: object, more: object = {}) =>
    createContentClient(site).call('PUT', path(id), { values, ...more })
  const loadAutosave = async (id: string, at = site) => {
    const reply = await at.request('GET', `/api${path(id)}`, { as: 'admin' })
    return [reply.status, reply.json() as unknown] as const
  }

  it('keeps half-typed text for another device after the session has ended', async () => {
    const { _id } = await createContentClient(site).add(faqItem, 1)
    const values = { accodingTitle: '', accodingText: 'Half a sen' }
    const changes = await effects.countChanges(async () => {
      for (const typed of [{ accodingTitle: 'H' }, values])
        expect((await saveAutosave(_id, typed, { version: 1 })).status).toBe(200)
    })
    expect(changes).toEqual({ autosave: 1 })
    const { headers } = await site.request('POST', '/api/sign-out', { as: 'admin' })
    expect(headers['clear-site-data']).toBe('"storage"')
    await site.signIn('admin')
    const expectedAutosave = { kind: 'faq-item', id: _id, values, version: 1, draft: null, savedAt: expect.any(Number) }
    for (const at of [site, other]) expect(await loadAutosave(_id, at)).toEqual([200, expectedAutosave])
    const { kind, id, savedAt } = expectedAutosave
    expect(await createContentClient(site).get('/own-drafts')).toEqual([{ kind, id, savedAt }])
  })

  it('lets a device replace a newer autosave only after the device has read it', async () => {
    const { _id } = await createContentClient(site).add(faqItem, 1)
    const first = await saveAutosave(_id, { accodingTitle: 'Desk' }, { seen: 0, draft: 2 })
    const { savedAt } = first.body as unknown as { savedAt: number }
    expect(first).toMatchObject({ status: 200, body: { draft: 2 } })
    // Two devices that have read the first autosave replace it at the same time.
    const both = await Promise.all(
      ['Phone', 'Tablet'].map((accodingTitle) => saveAutosave(_id, { accodingTitle }, { seen: savedAt })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [savedReply, refusedReply] = both.toSorted((a, b) => a.status - b.status)
    expect(refusedReply?.body).toMatchObject({ record: savedReply?.body, error: expect.stringContaining('another device') })
    expect(await loadAutosave(_id)).toMatchObject([200, savedReply?.body])
    expect((await saveAutosave(_id, { accodingTitle: 'Desk' }, { seen: 0 })).status).toBe(409)
    const expectedVersion = (savedReply as unknown as { body: { savedAt: number } }).body.savedAt
    expect((await saveAutosave(_id, { accodingTitle: 'Settled' }, { seen: expectedVersion })).status).toBe(200)
    await createContentClient(site).call('DELETE', path(_id))
    expect((await saveAutosave(_id, { accodingTitle: 'Again' }, { seen: expectedVersion })).status).toBe(200)
  })

  it('belongs to one admin only', async () => {
    const { _id } = await createContentClient(site).add(faqItem, 1)
    await saveAutosave(_id, { accodingTitle: 'Mine' })
    const cookie = await registerAccount(site, 'second@example.com')
    await makeAdmin(site, 'second@example.com')
    for (const callPath of [path(_id), '/own-drafts']) {
      const reply = await site.request('GET', `/api${callPath}`, { headers: { cookie } })
      expect(reply.text).not.toContain('Mine')
    }
    const { status } = await site.request('DELETE', `/api${path(_id)}`, { headers: { cookie } })
    expect([status, (await loadAutosave(_id))[0]]).toEqual([404, 200])
  })

  it('is deleted when the admin saves, adds or discards the record', async () => {
    const { add, save, call } = createContentClient(site)
    const [first, second] = [await add(faqItem, 1), await add(faqItem, 2)]
    for (const id of [first._id, second._id]) await saveAutosave(id, { accodingTitle: 'Typed' })
    await save(faqItem, first._id, buildRecordValues(faqItem, 3))
    expect([(await loadAutosave(first._id))[0], (await loadAutosave(second._id))[0]]).toEqual([404, 200])
    // A refused save keeps the autosave.
    await save(faqItem, second._id, { accodingTitle: '' })
    await save(faqItem, second._id, { ...buildRecordValues(faqItem, 3), _version: 9 })
    expect((await loadAutosave(second._id))[0]).toBe(200)
    await save(faqItem, second._id, buildRecordValues(faqItem, 4), '?draft=1')
    expect((await loadAutosave(second._id))[0]).toBe(404)

    await saveAutosave('new', { accodingTitle: 'A new one' })
    expect((await loadAutosave('new'))[0]).toBe(200)
    await add(faqItem, 5)
    expect((await loadAutosave('new'))[0]).toBe(404)

    await saveAutosave(first._id, { accodingTitle: 'Typed' })
    expect([(await call('DELETE', path(first._id))).status, (await call('DELETE', path(first._id))).status]).toEqual([200, 404])
  })

  it("accepts any text that fits an existing record's fields", async () => {
    const { _id } = await createContentClient(site).add(banner, 1)
    const send = (at: string, body: unknown) => createContentClient(site).call('PUT', at, body)
    expect(
      (await send(path(_id, 'banner'), { values: { bannerHeading: '<script>', buttonOneLink: 'javascript:' } })).status,
    ).toBe(200)
    expect((await send(path('no-such-id'), { values: {} })).status).toBe(404)
    expect((await send(path(_id), { values: {} })).status).toBe(404)
    expect((await send(path('new', 'no-such-kind'), { values: {} })).status).toBe(404)
    const wrong = [
      { values: { noField: 'x' } },
      { values: { bannerHeading: 'x'.repeat(10_001) } },
      { values: { bannerHeading: 7 } },
    ]
    for (const body of [...wrong, { values: 'text' }, { values: {}, more: 1 }]) {
      const { status, body: replyBody } = await send(path(_id, 'banner'), body)
      expect([status, Object.keys(replyBody.fields ?? {}).length]).toEqual([400, 1])
    }
  })

  it(`is deleted if the admin has ${MAX_AUTOSAVES_PER_USER} newer autosaves`, async () => {
    const { userId } = (await effects.main.selectFrom('autosave').select('user_id as userId').executeTakeFirst()) as {
      userId: string
    }
    await effects.main
      .insertInto('autosave')
      .values(
        Array.from({ length: MAX_AUTOSAVES_PER_USER }, (_, nth) => ({
          user_id: userId,
          kind: 'faq-item',
          data: '{}',
          version: null,
          record_id: `old ${nth}`,
          saved_at: Date.now() - DAY + nth,
        })),
      )
      .execute()
    await saveAutosave('new', { accodingTitle: 'The newest' })
    const remaining = await effects.main.selectFrom('autosave').select(['user_id', 'record_id']).execute()
    const ownRecordIds = remaining.filter(({ user_id }) => user_id === userId).map(({ record_id }) => record_id)
    expect(ownRecordIds.length).toBe(MAX_AUTOSAVES_PER_USER)
    expect(ownRecordIds).toContain('new')
    expect(ownRecordIds).not.toContain('old 0')
  })
})
