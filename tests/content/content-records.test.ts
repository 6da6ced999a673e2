import { afterEach, describe, expect, it, vi } from 'vitest'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { TRASH_RETENTION_DAYS } from '#contract/content/content-record-endpoints.ts'
import { banner } from '#contract/content/kinds/banner.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { redirect } from '#contract/content/kinds/redirect.ts'
import { testimonial } from '#contract/content/kinds/testimonial.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import { EVERY_PAGE } from '#contract/core/public-pages.ts'
import { type ContentRecordJson, createContentClient } from '../support/content-client.ts'
import { sampleCasesOnPostgres } from '../support/proof-size.ts'
import { openSiteDatabase } from '../support/site-database.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const DAY = 24 * 60 * 60_000

describeOnEachDatabase('a content record', (database) => {
  const site = startAppForSuite(database)
  afterEach(() => void vi.useRealTimers())
  const getClient = () => createContentClient(site)

  describe('that an admin deletes', () => {
    it('disappears for visitors and admins, and returns to its position', async () => {
      const { add, listPublic, remove, undelete, listTrash } = getClient()
      const addedRecords = []
      for (const nth of [1, 2, 3]) addedRecords.push(await add(faqItem, nth))
      const before = await listPublic(faqItem)
      const [, middle, last] = addedRecords
      for (const one of [last, middle])
        expect(await remove(faqItem, one?._id)).toMatchObject({ status: 200, body: { message: 'Deleted.' } })
      expect((await listPublic(faqItem)).map(({ _id }) => _id)).not.toContain(middle?._id)
      const one = `/api${getReadAddAndUpdateEndpoints(faqItem).one?.path.replace(':id', middle?._id ?? '')}`
      expect((await site.request('GET', one)).status).toBe(404)
      // A record added meanwhile stands behind the restored records.
      const newest = await add(faqItem, 4)
      expect((await listTrash(faqItem)).map(({ record }) => record._id)).toEqual([middle?._id, last?._id])
      expect(await listTrash(faqItem)).toMatchObject([
        { deletedBy: 'owner@example.com', record: buildRecordValues(faqItem, 2) },
        {},
      ])
      for (const deleted of [middle, last]) expect((await undelete(faqItem, deleted?._id)).status).toBe(200)
      expect((await listPublic(faqItem)).map(({ _id }) => _id)).toEqual([...before.map(({ _id }) => _id), newest._id])
      expect(await listTrash(faqItem)).toEqual([])
      expect((await undelete(faqItem, middle?._id)).status).toBe(404)
    })

    it('answers 404 to a save and says where the record is', async () => {
      const { add, remove, save } = getClient()
      const { _id } = await add(faqItem, 1)
      await remove(faqItem, _id)
      const { status, body } = await save(faqItem, _id, buildRecordValues(faqItem, 2))
      expect([status, body.error]).toEqual([404, 'This was deleted. Restore it from the trash first.'])
      expect((await remove(faqItem, _id)).status).toBe(404)
    })

    it('leaves a single kind empty, and cannot return while another record is there', async () => {
      const { listPublic, remove, undelete, add } = getClient()
      const old = await add(banner, 6)
      await remove(banner, old._id)
      expect(await listPublic(banner)).toEqual([])
      const next = await add(banner, 7)
      const refusedReply = await undelete(banner, old._id)
      expect([refusedReply.status, refusedReply.body.error]).toEqual([409, expect.stringContaining('there can be only one')])
      await remove(banner, next._id)
      expect((await undelete(banner, old._id)).status).toBe(200)
    })

    it('cannot return while another record uses its unique key', async () => {
      const { add, remove, undelete } = getClient()
      const basic = await add(pricingPackage, 1)
      await remove(pricingPackage, basic._id)
      const newBasic = await add(pricingPackage, 1)
      const refusedReply = await undelete(pricingPackage, basic._id)
      expect([refusedReply.status, Object.keys(refusedReply.body.fields ?? {})]).toEqual([409, ['packageName']])
      expect((await getClient().listTrash(pricingPackage)).length).toBe(1)
      await remove(pricingPackage, newBasic._id)
    })

    it(`returns within ${TRASH_RETENTION_DAYS} days and not later`, async () => {
      const { add, remove, undelete, listTrash } = getClient()
      const { _id } = await add(faqItem, 1)
      await remove(faqItem, _id)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + (TRASH_RETENTION_DAYS - 1) * DAY })
      await site.signIn('admin')
      expect((await listTrash(faqItem)).map(({ record }) => record._id)).toContain(_id)
      vi.setSystemTime(Date.now() + 2 * DAY)
      await site.signIn('admin')
      expect((await listTrash(faqItem)).map(({ record }) => record._id)).not.toContain(_id)
      expect((await undelete(faqItem, _id)).status).toBe(404)
      vi.useRealTimers()
      await site.signIn('admin')
    })

    it('makes an open order form for its package answer 409', async () => {
      const { add, remove, undelete, hide } = getClient()
      const { _id } = await add(pricingPackage, 1)
      const order = { packageId: _id, customerName: 'Dana', customerAddress: 'Here', customerCountry: 'US' }
      const placeOrder = () => site.request('POST', '/api/new-order', { as: 'customer', body: order })
      const noLongerOffered = {
        status: 409,
        error: 'This package is no longer available. Please choose another one at /pricing.',
      }
      const placeRefusedOrder = async () => {
        const reply = await placeOrder()
        return { status: reply.status, error: (reply.json() as { error: string }).error }
      }
      await remove(pricingPackage, _id)
      expect(await placeRefusedOrder()).toEqual(noLongerOffered)
      await undelete(pricingPackage, _id)
      await hide(pricingPackage, _id, true)
      expect(await placeRefusedOrder()).toEqual(noLongerOffered)
      await hide(pricingPackage, _id, false)
      expect((await placeOrder()).status).toBe(201)
    })
  })

  describe('that an admin hides', () => {
    it('is absent for visitors, and shown to admins who ask for it', async () => {
      const { add, listPublic, hide, listForEditors } = getClient()
      const { _id } = await add(faqItem, 1)
      const hidden = await hide(faqItem, _id, true)
      expect([hidden.status, hidden.record]).toMatchObject([200, { _id, _hidden: true, _version: 2 }])
      expect((await listPublic(faqItem)).map((one) => one._id)).not.toContain(_id)
      const one = `/api${getReadAddAndUpdateEndpoints(faqItem).one?.path.replace(':id', _id)}`
      for (const as of ['anonymous', 'admin'] as const) expect((await site.request('GET', one, { as })).status).toBe(404)
      expect((await listForEditors(faqItem)).map((one) => one._id)).not.toContain(_id)
      expect((await listForEditors(faqItem, '?hidden=1')).at(-1)).toMatchObject({ _id, _hidden: true })
      expect((await site.request('GET', `/api/content/faq-item/${_id}`, { as: 'admin' })).json()).toMatchObject({ _id })
      await hide(faqItem, _id, false)
      expect((await listPublic(faqItem)).at(-1)).toEqual({ ...buildRecordValues(faqItem, 1), _id, _version: 3 })
    })

    it("stays out of a page's data unless the release shows it again", async () => {
      const { add, hide } = getClient()
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

    it('disappears from its page at once, and returns at once', async () => {
      const { add, hide } = getClient()
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
    const { post, hide, save, call } = getClient()
    const existing = await post(redirect, { oldPath: '/there', state: 'Moved', newPath: '/back' })
    await hide(redirect, existing.record._id, true)
    const returningRedirect = await post(redirect, { oldPath: '/back', state: 'Moved', newPath: '/there' })
    expect(returningRedirect.status).toBe(201)
    const refusedReply = await hide(redirect, existing.record._id, false)
    expect([refusedReply.status, Object.keys(refusedReply.body.fields ?? {})]).toEqual([400, ['newPath']])
    expect((await save(redirect, existing.record._id, { oldPath: '/there', state: 'Gone', newPath: '' })).status).toBe(200)
    const openOldPath = () => site.request('GET', '/there')
    expect((await openOldPath()).status).toBe(404)
    expect((await hide(redirect, existing.record._id, false)).status).toBe(200)
    expect((await openOldPath()).status).toBe(410)
    for (const { _id } of [existing.record, returningRedirect.record]) await call('DELETE', `/content/redirect/${_id}`)
    expect((await openOldPath()).status).toBe(404)
  })

  describe('in a list', () => {
    it('keeps its position, hidden or not, also after a deletion', async () => {
      const { listForEditors, reorder, hide, remove, undelete } = getClient()
      const ids = (await listForEditors(faqItem, '?hidden=1')).map(({ _id }) => _id)
      const reversedIds = ids.toReversed()
      await hide(faqItem, reversedIds[1], true)
      expect(await reorder(faqItem, reversedIds)).toMatchObject({ status: 200 })
      expect((await listForEditors(faqItem, '?hidden=1')).map(({ _id }) => _id)).toEqual(reversedIds)
      await remove(faqItem, reversedIds[2])
      await undelete(faqItem, reversedIds[2])
      await hide(faqItem, reversedIds[1], false)
      expect((await getClient().listPublic(faqItem)).map(({ _id }) => _id)).toEqual(reversedIds)
    })

    it('does not move if the list has changed meanwhile', async () => {
      const { listPublic, reorder, add } = getClient()
      const ids = (await listPublic(faqItem)).map(({ _id }) => _id)
      const wrong = [ids.slice(1), [...ids, ids[0]], [...ids.slice(1), 'no-such-id'], []]
      for (const wrongOrder of wrong) {
        const { status, body } = await reorder(faqItem, wrongOrder)
        expect([status, body.error]).toEqual([409, expect.stringContaining('changed this list')])
      }
      await add(faqItem, 9)
      expect((await reorder(faqItem, ids)).status).toBe(409)
      expect((await listPublic(faqItem)).map(({ _id }) => _id).slice(0, -1)).toEqual(ids)
    })

    it('answers 409 to an add of a package whose name stands in another record', async () => {
      const { add, post, listPublic } = getClient()
      const existing = await listPublic(pricingPackage)
      for (const nth of [1, 2, 3]) if (existing.length === 0 || nth > existing.length) await add(pricingPackage, nth)
      const { status, body } = await post(pricingPackage, buildRecordValues(pricingPackage, 2))
      const sentence = 'There’s already a record with this package. Edit that one.'
      expect([status, body]).toEqual([409, { error: sentence, fields: { packageName: sentence } }])
    })
  })
})

describeOnEachDatabase('a record of the demo content', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })
  const siteDatabase = startForSuite(() => openSiteDatabase(site.environment))

  it('is a sample again after an admin undoes a save', async () => {
    const { listPublic, save, restore } = createContentClient(site)
    const contentKind = contentKinds.find(({ kind }) => kind === 'testimonial') ?? faqItem
    const [record] = await listPublic(contentKind)
    const saveReply = await save(contentKind, record?._id ?? '', buildRecordValues(contentKind, 1))
    expect([record?._sample, saveReply.record._sample]).toEqual([true, undefined])
    const restoreReply = await restore(contentKind, record?._id, 1)
    expect(restoreReply.record).toEqual({ ...record, _version: 3 })
  })

  it('has sample fields until the owner changes them', async () => {
    const { listPublic, save } = createContentClient(site)
    const record = (await listPublic(testimonial)).find(({ _sampleFields }) => _sampleFields) as ContentRecordJson
    const { _id, personName, _sampleFields } = record
    const remainingSampleFields = (_sampleFields as string[]).filter((name) => name !== 'personName')
    const values = Object.fromEntries(Object.keys(testimonial.fields).map((name) => [name, String(record[name])]))
    const renamed = (await save(testimonial, _id, { ...values, personName: 'Jordan Reyes' })).record
    expect([renamed._sample, renamed._sampleFields]).toEqual([true, remainingSampleFields])
    const renamedBack = (await save(testimonial, _id, { ...values, personName: String(personName) })).record
    expect(renamedBack._sampleFields).toEqual([...remainingSampleFields, 'personName'])
  })

  it('that is the last payee can’t be deleted, and deleting another payee is audited and emailed', async () => {
    const { listPublic, post, remove, undelete, hide, reorder } = createContentClient(site)
    const contentKind = contentKinds.find(({ kind }) => kind === 'payment-email') ?? faqItem
    const [sample] = await listPublic(contentKind)
    const last = await remove(contentKind, sample?._id)
    expect([last.status, last.body.error]).toEqual([409, contentKind.lastRecordMessage])
    const { record } = await post(contentKind, { paypalEmail: 'till@shop.example' })
    for (const refusedReply of [await hide(contentKind, record._id, true), await reorder(contentKind, [record._id, sample?._id])])
      expect(refusedReply.status).toBe(409)
    const before = (await siteDatabase.listMails()).length
    expect((await remove(contentKind, record._id)).status).toBe(200)
    expect(await siteDatabase.listAuditEntries('payment-email.deleted')).toEqual([
      { actor: 'owner@example.com', subject: record._id, detail: { paypalEmailBefore: 'till@shop.example' } },
    ])
    expect((await siteDatabase.listMails()).slice(before)).toEqual(['till@shop.example: Payment account email was deleted'])
    expect((await undelete(contentKind, record._id)).status).toBe(200)
    expect((await siteDatabase.listAuditEntries('payment-email.added')).length).toBe(2)
    await siteDatabase.ageSessions('owner@example.com', 16)
    for (const refusedReply of [await remove(contentKind, record._id), await undelete(contentKind, record._id)])
      expect(refusedReply).toMatchObject({ status: 403, body: { fields: { _password: expect.any(String) } } })
    const { status } = await site.request('POST', '/api/confirm-password', { as: 'admin', body: { password: 'correct horse' } })
    expect(status).toBe(200)
  })

  it('of every public kind can be deleted, restored, hidden and shown, and its pages update', async () => {
    const { listPublic, remove, undelete, hide, post } = createContentClient(site)
    const readPageTimes = async () => JSON.stringify(await siteDatabase.listPageChanges())
    const isShownOnNamedPage = ({ shownOn }: (typeof contentKinds)[number]) => shownOn.some((page) => page !== EVERY_PAGE)
    const publicKinds = contentKinds.filter(({ notifyOnChange }) => !notifyOnChange)
    for (const contentKind of sampleCasesOnPostgres(database, publicKinds, isShownOnNamedPage)) {
      if ((await listPublic(contentKind)).length === 0) await post(contentKind, buildRecordValues(contentKind, 1))
      const before = await listPublic(contentKind)
      const _id = before[0]?._id
      const replacements = [
        { away: () => remove(contentKind, _id), back: () => undelete(contentKind, _id) },
        { away: () => hide(contentKind, _id, true), back: () => hide(contentKind, _id, false) },
      ]
      for (const { away, back } of replacements) {
        const lastTimes = await readPageTimes()
        expect([contentKind.kind, (await away()).status]).toEqual([contentKind.kind, 200])
        expect([contentKind.kind, (await listPublic(contentKind)).length]).toEqual([contentKind.kind, before.length - 1])
        if (isShownOnNamedPage(contentKind))
          expect([contentKind.kind, (await readPageTimes()) !== lastTimes]).toEqual([contentKind.kind, true])
        expect([contentKind.kind, (await back()).status]).toEqual([contentKind.kind, 200])
        expect((await listPublic(contentKind)).map((one) => one._id)).toEqual(before.map((one) => one._id))
      }
    }
  })
})
