import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { getContentKindEndpoints } from '../../src/contract/content/content-kind-endpoints.ts'
import { TRASH_RETENTION_DAYS } from '../../src/contract/content/content-records.ts'
import { banner } from '../../src/contract/content/kinds/banner.ts'
import { faqItem } from '../../src/contract/content/kinds/faq-item.ts'
import { pricingPackage } from '../../src/contract/content/kinds/pricing-package.ts'
import { redirect } from '../../src/contract/content/kinds/redirect.ts'
import { testimonial } from '../../src/contract/content/kinds/testimonial.ts'
import { contentKinds } from '../../src/contract/content-kinds.ts'
import { type ContentRecordJson, createContentClient } from '../support/content-client.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startApp, type TestApp } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const DAY = 24 * 60 * 60_000

describeOnEachDatabase('a content record', (database) => {
  let site: TestApp
  beforeAll(async () => {
    site = await startApp(await database.environment())
  })
  afterAll(() => site.close())
  afterEach(() => void vi.useRealTimers())
  const at = () => createContentClient(site)

  describe('that an admin deletes', () => {
    it('disappears for visitors and admins, and returns to its position', async () => {
      const { add, listPublic: all, remove, undelete, listTrash: trash } = at()
      const added = []
      for (const nth of [1, 2, 3]) added.push(await add(faqItem, nth))
      const before = await all(faqItem)
      const [, middle, last] = added
      for (const one of [last, middle])
        expect(await remove(faqItem, one?._id)).toMatchObject({ status: 200, body: { message: 'Deleted.' } })
      expect((await all(faqItem)).map(({ _id }) => _id)).not.toContain(middle?._id)
      const one = `/api${getContentKindEndpoints(faqItem).one?.path.replace(':id', middle?._id ?? '')}`
      expect((await site.request('GET', one)).status).toBe(404)
      // What is added meanwhile stands behind what comes back.
      const newest = await add(faqItem, 4)
      expect((await trash(faqItem)).map(({ record }) => record._id)).toEqual([middle?._id, last?._id])
      expect(await trash(faqItem)).toMatchObject([{ deletedBy: 'owner@example.com', record: buildRecordValues(faqItem, 2) }, {}])
      for (const deleted of [middle, last]) expect((await undelete(faqItem, deleted?._id)).status).toBe(200)
      expect((await all(faqItem)).map(({ _id }) => _id)).toEqual([...before.map(({ _id }) => _id), newest._id])
      expect(await trash(faqItem)).toEqual([])
      expect((await undelete(faqItem, middle?._id)).status).toBe(404)
    })

    it('answers 404 to a save and says where the record is', async () => {
      const { add, remove, save } = at()
      const { _id } = await add(faqItem, 1)
      await remove(faqItem, _id)
      const { status, body } = await save(faqItem, _id, buildRecordValues(faqItem, 2))
      expect([status, body.error]).toEqual([404, 'This record was deleted. Put it back from the trash to go on with it.'])
      expect((await remove(faqItem, _id)).status).toBe(404)
    })

    it('leaves a single kind empty, and cannot return while another record is there', async () => {
      const { listPublic: all, remove, undelete, add } = at()
      const old = await add(banner, 6)
      await remove(banner, old._id)
      expect(await all(banner)).toEqual([])
      const next = await add(banner, 7)
      const refused = await undelete(banner, old._id)
      expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('there can be only one')])
      await remove(banner, next._id)
      expect((await undelete(banner, old._id)).status).toBe(200)
    })

    it('cannot return while another record uses its unique key', async () => {
      const { add, remove, undelete } = at()
      const basic = await add(pricingPackage, 1)
      await remove(pricingPackage, basic._id)
      const again = await add(pricingPackage, 1)
      const refused = await undelete(pricingPackage, basic._id)
      expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([409, ['packageName']])
      expect((await at().listTrash(pricingPackage)).length).toBe(1)
      await remove(pricingPackage, again._id)
    })

    it(`returns within ${TRASH_RETENTION_DAYS} days and not later`, async () => {
      const { add, remove, undelete, listTrash: trash } = at()
      const { _id } = await add(faqItem, 1)
      await remove(faqItem, _id)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (TRASH_RETENTION_DAYS - 1) * DAY })
      await site.signIn('admin')
      expect((await trash(faqItem)).map(({ record }) => record._id)).toContain(_id)
      vi.setSystemTime(Date.now() + 2 * DAY)
      await site.signIn('admin')
      expect((await trash(faqItem)).map(({ record }) => record._id)).not.toContain(_id)
      expect((await undelete(faqItem, _id)).status).toBe(404)
      vi.useRealTimers()
      await site.signIn('admin')
    })

    it('takes its package away from an open order form', async () => {
      const { add, remove, undelete, hide } = at()
      const { _id } = await add(pricingPackage, 1)
      const order = { packageId: _id, customerName: 'Dana', customerAddress: 'Here', customerCountry: 'US' }
      const place = () => site.request('POST', '/api/new-order', { as: 'customer', body: order })
      const gone = { status: 409, error: 'This package is no longer offered. Please choose one of those at /pricing.' }
      const listNotifications = async () => {
        const reply = await place()
        return { status: reply.status, error: (reply.json() as { error: string }).error }
      }
      await remove(pricingPackage, _id)
      expect(await listNotifications()).toEqual(gone)
      await undelete(pricingPackage, _id)
      await hide(pricingPackage, _id, true)
      expect(await listNotifications()).toEqual(gone)
      await hide(pricingPackage, _id, false)
      expect((await place()).status).toBe(201)
    })
  })

  describe('that an admin hides', () => {
    it('is absent for visitors, and shown to admins who ask for it', async () => {
      const { add, listPublic: all, hide, listForEditors: listed } = at()
      const { _id } = await add(faqItem, 1)
      const hidden = await hide(faqItem, _id, true)
      expect([hidden.status, hidden.record]).toMatchObject([200, { _id, _hidden: true, _version: 2 }])
      expect((await all(faqItem)).map((one) => one._id)).not.toContain(_id)
      const one = `/api${getContentKindEndpoints(faqItem).one?.path.replace(':id', _id)}`
      for (const as of ['anonymous', 'admin'] as const) expect((await site.request('GET', one, { as })).status).toBe(404)
      expect((await listed(faqItem)).map((one) => one._id)).not.toContain(_id)
      expect((await listed(faqItem, '?hidden=1')).at(-1)).toMatchObject({ _id, _hidden: true })
      expect((await site.request('GET', `/api/content/faq-item/${_id}`, { as: 'admin' })).json()).toMatchObject({ _id })
      await hide(faqItem, _id, false)
      expect((await all(faqItem)).at(-1)).toEqual({ ...buildRecordValues(faqItem, 1), _id, _version: 3 })
    })

    it("stays out of a page's data unless the release shows it again", async () => {
      const { add, hide } = at()
      const { _id } = await add(faqItem, 11)
      await hide(faqItem, _id, true)
      await hide(faqItem, _id, false, '?draft=1')
      const listIds = async (query: string) => {
        const { status, text } = await site.request('GET', `/api/content?kinds=banner,faq-item${query}`, { as: 'admin' })
        const content = status === 200 ? (JSON.parse(text) as Record<string, { _id: string }[]>) : {}
        expect(Object.keys(content)).toEqual(['banner', 'faq-item'])
        return content['faq-item']?.map((one) => one._id)
      }
      expect(await listIds('')).not.toContain(_id)
      expect(await listIds('&draft=1')).toContain(_id)
      expect((await site.request('GET', '/api/content?kinds=banner,nothing', { as: 'admin' })).status).toBe(404)
      expect((await site.request('GET', '/api/content?kinds=banner', { as: 'customer' })).status).toBe(403)
      await site.request('POST', '/api/draft/discard', { as: 'admin', body: {} })
    })

    it('leaves its page at once and returns at once', async () => {
      const { add, hide } = at()
      const { _id } = await add(faqItem, 55)
      const isShown = async () =>
        (await site.request('GET', '/pricing/')).text.includes(buildRecordValues(faqItem, 55).accodingTitle ?? '')
      expect(await isShown()).toBe(true)
      await hide(faqItem, _id, true)
      expect(await isShown()).toBe(false)
      await hide(faqItem, _id, false)
      expect(await isShown()).toBe(true)
    })
  })

  it('can be hidden for every kind, and shown again only if the rules allow it', async () => {
    const { post, hide, save, call } = at()
    const there = await post(redirect, { oldPath: '/there', state: 'Moved', newPath: '/back' })
    await hide(redirect, there.record._id, true)
    const back = await post(redirect, { oldPath: '/back', state: 'Moved', newPath: '/there' })
    expect(back.status).toBe(201)
    const refused = await hide(redirect, there.record._id, false)
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['newPath']])
    expect((await save(redirect, there.record._id, { oldPath: '/there', state: 'Gone', newPath: '' })).status).toBe(200)
    const moved = () => site.request('GET', '/there')
    expect((await moved()).status).toBe(404)
    expect((await hide(redirect, there.record._id, false)).status).toBe(200)
    expect((await moved()).status).toBe(410)
    for (const { _id } of [there.record, back.record]) await call('DELETE', `/content/redirect/${_id}`)
    expect((await moved()).status).toBe(404)
  })

  describe('in a list', () => {
    it('keeps its position, hidden or not, also after a deletion', async () => {
      const { listForEditors: listed, reorder: order, hide, remove, undelete } = at()
      const ids = (await listed(faqItem, '?hidden=1')).map(({ _id }) => _id)
      const turned = ids.toReversed()
      await hide(faqItem, turned[1], true)
      expect(await order(faqItem, turned)).toMatchObject({ status: 200 })
      expect((await listed(faqItem, '?hidden=1')).map(({ _id }) => _id)).toEqual(turned)
      await remove(faqItem, turned[2])
      await undelete(faqItem, turned[2])
      await hide(faqItem, turned[1], false)
      expect((await at().listPublic(faqItem)).map(({ _id }) => _id)).toEqual(turned)
    })

    it('does not move in a list that has changed meanwhile', async () => {
      const { listPublic: all, reorder: order, add } = at()
      const ids = (await all(faqItem)).map(({ _id }) => _id)
      const wrong = [ids.slice(1), [...ids, ids[0]], [...ids.slice(1), 'no-such-id'], []]
      for (const wrongOrder of wrong) {
        const { status, body } = await order(faqItem, wrongOrder)
        expect([status, body.error]).toEqual([409, expect.stringContaining('changed meanwhile')])
      }
      await add(faqItem, 9)
      expect((await order(faqItem, ids)).status).toBe(409)
      expect((await all(faqItem)).map(({ _id }) => _id).slice(0, -1)).toEqual(ids)
    })

    it("is refused with the editor's sentence if each choice has a record", async () => {
      const { add, post, listPublic: all } = at()
      const there = await all(pricingPackage)
      for (const nth of [1, 2, 3]) if (there.length === 0 || nth > there.length) await add(pricingPackage, nth)
      const { status, body } = await post(pricingPackage, buildRecordValues(pricingPackage, 2))
      const sentence = 'There is a record for each already (Basic, Standard, and Premium): change one of them.'
      expect([status, body]).toEqual([409, { error: sentence, fields: { packageName: sentence } }])
    })
  })
})

describeOnEachDatabase('sample marks and payees', (database) => {
  let site: TestApp
  let stored: Awaited<ReturnType<typeof openSiteDatabase>>
  beforeAll(async () => {
    const environment = { ...(await database.environment()), SEED: 'demo' }
    site = await startApp(environment)
    stored = await openSiteDatabase(environment)
  })
  afterAll(() => Promise.all([site.close(), stored.close()]))

  it('undoing a save restores the sample mark', async () => {
    const { listPublic: all, save, restore } = createContentClient(site)
    const contentKind = contentKinds.find(({ kind }) => kind === 'testimonial') ?? faqItem
    const [record] = await all(contentKind)
    const saved = await save(contentKind, record?._id ?? '', buildRecordValues(contentKind, 1))
    expect([record?._sample, saved.record._sample]).toEqual([true, undefined])
    const back = await restore(contentKind, record?._id, 1)
    expect(back.record).toEqual({ ...record, _version: 3 })
  })

  it("a field stays a sample until the owner changes it, and the owner's copy of demo text is no sample", async () => {
    const { listPublic: all, save } = createContentClient(site)
    const record = (await all(testimonial)).find(({ _sampleFields }) => _sampleFields) as ContentRecordJson
    const { _id, personName, _sampleFields } = record
    const remainingSampleFields = (_sampleFields as string[]).filter((name) => name !== 'personName')
    const values = Object.fromEntries(Object.keys(testimonial.fields).map((name) => [name, String(record[name])]))
    const renamed = (await save(testimonial, _id, { ...values, personName: 'Jordan Reyes' })).record
    expect([renamed._sample, renamed._sampleFields]).toEqual([true, remainingSampleFields])
    const again = (await save(testimonial, _id, { ...values, personName: String(personName) })).record
    expect(again._sampleFields).toEqual(remainingSampleFields)
  })

  it('the last payee stays, and deleting another one is logged and emailed', async () => {
    const { listPublic: all, post, remove, undelete, hide, reorder: order } = createContentClient(site)
    const contentKind = contentKinds.find(({ kind }) => kind === 'payment-email') ?? faqItem
    const [sample] = await all(contentKind)
    const last = await remove(contentKind, sample?._id)
    expect([last.status, last.body.error]).toEqual([409, contentKind.lastRecordMessage])
    const { record } = await post(contentKind, { paypalEmail: 'till@shop.example' })
    for (const refused of [await hide(contentKind, record._id, true), await order(contentKind, [record._id, sample?._id])])
      expect(refused.status).toBe(409)
    const before = (await stored.listMails()).length
    expect((await remove(contentKind, record._id)).status).toBe(200)
    expect(await stored.listAuditEntries('payment-email.deleted')).toEqual([
      { actor: 'owner@example.com', subject: record._id, detail: { paypalEmailBefore: 'till@shop.example' } },
    ])
    expect((await stored.listMails()).slice(before)).toEqual(['till@shop.example: Payment account email was deleted'])
    expect((await undelete(contentKind, record._id)).status).toBe(200)
    expect((await stored.listAuditEntries('payment-email.added')).length).toBe(2)
    await stored.ageSessions('owner@example.com', 16)
    for (const refused of [await remove(contentKind, record._id), await undelete(contentKind, record._id)])
      expect(refused).toMatchObject({ status: 403, body: { fields: { _password: expect.any(String) } } })
    const { status } = await site.request('POST', '/api/confirm-password', { as: 'admin', body: { password: 'correct horse' } })
    expect(status).toBe(200)
  })

  it('every public kind can be deleted, restored, hidden and shown, and its pages update', async () => {
    const { listPublic: all, remove, undelete, hide, post } = createContentClient(site)
    const times = async () => JSON.stringify(await stored.listPageChanges())
    for (const contentKind of contentKinds) {
      if (contentKind.notifyOnChange) continue
      if ((await all(contentKind)).length === 0) await post(contentKind, buildRecordValues(contentKind, 1))
      const before = await all(contentKind)
      const _id = before[0]?._id
      const replacements = [
        { away: () => remove(contentKind, _id), back: () => undelete(contentKind, _id) },
        { away: () => hide(contentKind, _id, true), back: () => hide(contentKind, _id, false) },
      ]
      for (const { away, back } of replacements) {
        const lastTimes = await times()
        expect([contentKind.kind, (await away()).status]).toEqual([contentKind.kind, 200])
        expect([contentKind.kind, (await all(contentKind)).length]).toEqual([contentKind.kind, before.length - 1])
        if (contentKind.shownOn.length > 0)
          expect([contentKind.kind, (await times()) !== lastTimes]).toEqual([contentKind.kind, true])
        expect([contentKind.kind, (await back()).status]).toEqual([contentKind.kind, 200])
        expect((await all(contentKind)).map((one) => one._id)).toEqual(before.map((one) => one._id))
      }
    }
  })
})
