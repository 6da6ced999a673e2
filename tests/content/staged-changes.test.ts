import { describe, expect, it } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { payeeEmail } from '#contract/content/kinds/payee-email.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { teamMember } from '#contract/content/kinds/team-member.ts'
import type { Release } from '#contract/content/release.ts'
import { createContentClient } from '../support/content-client.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { openTableRowCounts } from '../support/table-row-counts.ts'
import { startApp, startAppForSuite } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const STAGED_QUERY = '?draft=1'
const STAGED_MESSAGE = 'Saved as a draft. Visitors see it after you publish.'

describeOnEachDatabase('staged changes', (database) => {
  const site = startAppForSuite(database)
  const other = startForSuite(() => startApp(site.environment))
  const effects = startForSuite(() => openTableRowCounts(site.environment))

  const getClient = () => createContentClient(site)
  const loadRelease = () => getClient().get<Release>('/draft')
  const publish = () => getClient().call('POST', '/draft/publish')
  const discard = () => getClient().call('POST', '/draft/discard', {})
  const omitFields = (record: object, ...names: string[]) =>
    Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))

  describe('before they are published', () => {
    it('appear on no public and no cached page, and bump no version', async () => {
      const { add, save, post, listPublic, listForEditors } = getClient()
      const live = await add(banner, 1)
      const page = async () => (await site.request('GET', '/')).text
      const [map, before] = [(await site.request('GET', '/sitemap.xml')).text, await page()]
      expect(before).toContain(buildRecordValues(banner, 1).bannerHeading)
      const rowChanges = await effects.countChanges(async () => {
        const saveReply = await save(banner, live._id, { ...buildRecordValues(banner, 2), _version: 1 }, STAGED_QUERY)
        expect([saveReply.status, saveReply.body]).toEqual([
          200,
          { message: STAGED_MESSAGE, record: { ...buildRecordValues(banner, 2), _id: live._id, _version: 1, _draft: 1 } },
        ])
        const addReply = await post(faqItem, buildRecordValues(faqItem, 1), STAGED_QUERY)
        expect([addReply.status, addReply.record]).toMatchObject([
          201,
          { ...buildRecordValues(faqItem, 1), _version: 0, _draft: 1 },
        ])
      })
      expect(rowChanges).toEqual({ staged_change: 2 })
      expect(await page()).toBe(before)
      expect((await site.request('GET', '/sitemap.xml')).text).toBe(map)
      for (const as of ['anonymous', 'admin'] as const)
        expect((await site.request('GET', `/api/banner${STAGED_QUERY}`, { as })).json()).toEqual([live])
      expect(await listPublic(faqItem)).toEqual([])
      expect(await listForEditors(banner)).toEqual([live])
      expect(await listForEditors(banner, STAGED_QUERY)).toMatchObject([
        { ...buildRecordValues(banner, 2), _id: live._id, _draft: 1 },
      ])
      expect(await listForEditors(faqItem, STAGED_QUERY)).toMatchObject([buildRecordValues(faqItem, 1)])
      for (const as of ['anonymous', 'customer'] as const)
        expect([401, 403]).toContain((await site.request('GET', '/api/content/banner?draft=1', { as })).status)
    })

    it('list the values before and after', async () => {
      const { changes, scheduledAt, failure } = await loadRelease()
      expect([scheduledAt, failure]).toEqual([null, null])
      expect(changes.map((one) => omitFields(one, 'fields', '_id', 'at', 'record'))).toEqual([
        { kind: 'banner', title: 'Banner', action: 'change', by: 'owner@example.com', conflict: null },
        { kind: 'faq-item', title: 'FAQ item', action: 'add', by: 'owner@example.com', conflict: null },
      ])
      const [{ bannerHeading: before }, { bannerHeading: after }] = [buildRecordValues(banner, 1), buildRecordValues(banner, 2)]
      expect(changes[0]?.fields[0]).toEqual({ name: 'bannerHeading', label: 'Heading', before, after })
      expect(changes[1]?.fields.map(({ name, before: was }) => [name, was])).toEqual([
        ['accodingTitle', ''],
        ['accodingText', ''],
        ['faqPage', ''],
      ])
    })

    it('can change again, and disappear once they equal the live record', async () => {
      const { save, listPublic, listForEditors } = getClient()
      const [live] = await listPublic(banner)
      const secondSave = await save(
        banner,
        live?._id ?? '',
        { ...buildRecordValues(banner, 3), _version: 1, _draft: 1 },
        STAGED_QUERY,
      )
      expect([secondSave.status, secondSave.record._draft]).toEqual([200, 2])
      const revertReply = await save(banner, live?._id ?? '', buildRecordValues(banner, 1), STAGED_QUERY)
      expect(revertReply.record).toEqual(live)
      expect((await loadRelease()).changes.length).toBe(1)
      const [stagedRecord] = await listForEditors(faqItem, STAGED_QUERY)
      expect((await save(faqItem, stagedRecord?._id ?? '', buildRecordValues(faqItem, 2), STAGED_QUERY)).record).toMatchObject(
        buildRecordValues(faqItem, 2),
      )
      expect((await save(faqItem, stagedRecord?._id ?? '', buildRecordValues(faqItem, 2))).status).toBe(404)
    })

    it("do not overwrite another admin's change if the sender names a version", async () => {
      const { save, listPublic } = getClient()
      const [live] = await listPublic(banner)
      const id = live?._id ?? ''
      const both = await Promise.all(
        [site, other].map((one, nth) =>
          createContentClient(one).save(banner, id, { ...buildRecordValues(banner, 5 + nth), _version: 1 }, STAGED_QUERY),
        ),
      )
      expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
      const [first, second] = both.toSorted((a, b) => a.status - b.status)
      expect(second?.body.record).toEqual(first?.record)
      expect((await save(banner, id, { ...buildRecordValues(banner, 7), _version: 1, _draft: 1 }, STAGED_QUERY)).status).toBe(200)
      await discard()
    })

    it('answer 409 to a second record of a single kind, and to a unique key in use', async () => {
      const { post, add, listForEditors } = getClient()
      expect((await post(banner, buildRecordValues(banner, 1), STAGED_QUERY)).status).toBe(409)
      await add(pricingPackage, 1)
      expect((await post(pricingPackage, buildRecordValues(pricingPackage, 1), STAGED_QUERY)).status).toBe(409)
      expect((await post(pricingPackage, buildRecordValues(pricingPackage, 2), STAGED_QUERY)).status).toBe(201)
      expect((await post(pricingPackage, buildRecordValues(pricingPackage, 2), STAGED_QUERY)).status).toBe(409)
      expect((await listForEditors(pricingPackage, STAGED_QUERY)).length).toBe(2)
      expect((await post(banner, {}, STAGED_QUERY)).status).toBe(400)
      await discard()
    })

    it("answer 400 for kinds that need the password, and don't save them live", async () => {
      const { post, listPublic, add, remove } = getClient()
      const { status, body } = await post(payeeEmail, { paypalEmail: 'till@shop.example' }, STAGED_QUERY)
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['draft']])
      expect(await listPublic(payeeEmail)).toEqual([])
      const { _id } = await add(payeeEmail, 1)
      expect((await remove(payeeEmail, _id, STAGED_QUERY)).status).toBe(400)
      const admins = await getClient().call('POST', `/add-user${STAGED_QUERY}`, { userEmail: 'new@example.com' })
      expect(admins.status).toBe(400)
    })

    it('are stored once per idempotency key', async () => {
      const send = () =>
        site.request('POST', `/api/add-faq-item${STAGED_QUERY}`, {
          as: 'admin',
          body: buildRecordValues(faqItem, 1),
          headers: { 'idempotency-key': '"a draft, once"' },
        })
      const replies = [await send(), await send()]
      expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
      expect((await loadRelease()).changes.length).toBe(1)
      await discard()
    })
  })

  describe('when an admin publishes them', () => {
    it('go live together, with one content version and an entry in each history', async () => {
      const { add, save, post, remove, hide, listPublic, listHistory } = getClient()
      const [one, two, three] = [await add(teamMember, 1), await add(teamMember, 2), await add(teamMember, 3)]
      await save(teamMember, one._id, buildRecordValues(teamMember, 11), STAGED_QUERY)
      await remove(teamMember, two._id, STAGED_QUERY)
      await hide(teamMember, three._id, true, STAGED_QUERY)
      const addReply = await post(teamMember, buildRecordValues(teamMember, 12), STAGED_QUERY)
      expect((await getClient().listForEditors(teamMember, STAGED_QUERY)).map(({ _id }) => _id)).toEqual([
        one._id,
        addReply.record._id,
      ])
      const rowChanges = await effects.countChanges(async () =>
        expect((await publish()).body).toMatchObject({ message: 'Your drafts are live.', changes: 4 }),
      )
      expect(rowChanges).toMatchObject({ staged_change: -4, 'content version': 1, content_trash: 1, audit_log: 5 })
      expect(await listPublic(teamMember)).toEqual([
        { ...one, ...buildRecordValues(teamMember, 11), _version: 2 },
        { ...buildRecordValues(teamMember, 12), _id: addReply.record._id, _version: 1 },
      ])
      expect((await listHistory(teamMember, one._id)).map(({ event, by }) => [event, by])).toEqual([
        ['saved', 'owner@example.com'],
        ['added', 'owner@example.com'],
      ])
      expect((await publish()).body).toEqual({ message: 'There’s nothing to publish.', changes: 0, published: [] })
    })

    it('show on their pages as soon as the call answers', async () => {
      const { listPublic, save } = getClient()
      const [live] = await listPublic(banner)
      const page = async () => (await other.request('GET', '/')).text
      await save(banner, live?._id ?? '', buildRecordValues(banner, 21), STAGED_QUERY)
      expect(await page()).not.toContain(buildRecordValues(banner, 21).bannerHeading)
      await publish()
      expect(await page()).toContain(buildRecordValues(banner, 21).bannerHeading)
    })

    it('let two records swap a unique key, and replace a single kind', async () => {
      const { listPublic, add, save, remove, post } = getClient()
      const [basic, standard] = [(await listPublic(pricingPackage))[0], await add(pricingPackage, 2)]
      const swap = [
        [basic?._id, { ...buildRecordValues(pricingPackage, 3) }],
        [standard._id, { ...buildRecordValues(pricingPackage, 1) }],
      ] as const
      for (const [id, values] of swap) expect((await save(pricingPackage, id ?? '', values, STAGED_QUERY)).status).toBe(200)
      expect((await save(pricingPackage, basic?._id ?? '', buildRecordValues(pricingPackage, 2), STAGED_QUERY)).status).toBe(200)
      const [old] = await listPublic(banner)
      await remove(banner, old?._id, STAGED_QUERY)
      expect((await post(banner, buildRecordValues(banner, 31), STAGED_QUERY)).status).toBe(201)
      expect((await publish()).status).toBe(200)
      expect((await listPublic(pricingPackage)).map(({ packageName }) => packageName)).toEqual(['Standard', 'Basic'])
      expect(await listPublic(banner)).toMatchObject([buildRecordValues(banner, 31)])
    })
  })

  it('become drafts again when an admin undoes the release, unless a record changed since', async () => {
    const { add, save, post, remove, hide, listForEditors } = getClient()
    const undoPublish = (published: unknown) => getClient().call('POST', '/draft/undo-publish', { published })
    const [one, two, three] = [await add(teamMember, 41), await add(teamMember, 42), await add(teamMember, 43)]
    const listLive = async () => (await listForEditors(teamMember)).map((record) => omitFields(record, '_version'))
    const before = await listLive()
    await save(teamMember, one._id, buildRecordValues(teamMember, 44), STAGED_QUERY)
    await hide(teamMember, one._id, true, STAGED_QUERY)
    await remove(teamMember, two._id, STAGED_QUERY)
    await hide(teamMember, three._id, true, STAGED_QUERY)
    await post(teamMember, buildRecordValues(teamMember, 45), STAGED_QUERY)
    const summarize = ({ changes }: Release) =>
      changes.map(({ action, fields, hidden }) => [action, hidden, fields.map(({ after }) => after)]).sort()
    const drafts = summarize(await loadRelease())
    const { published } = (await publish()).body as unknown as { published: unknown[] }
    const after = await listLive()
    expect((await undoPublish(published)).body).toMatchObject({ changes: 4 })
    expect(await listLive()).toEqual(before)
    expect(summarize(await loadRelease())).toEqual(drafts)
    const again = (await publish()).body as unknown as { published: unknown[] }
    expect((await listLive()).map((record) => omitFields(record, '_id'))).toEqual(
      after.map((record) => omitFields(record, '_id')),
    )
    await save(teamMember, three._id, buildRecordValues(teamMember, 46))
    const live = await listLive()
    expect((await undoPublish(again.published)).status).toBe(409)
    expect(await listLive()).toEqual(live)
  })

  it('come back after a discard as they were, unless their record has a newer draft', async () => {
    const { add, save, call, remove } = getClient()
    const [one, two] = [await add(teamMember, 51), await add(teamMember, 52)]
    const draft = async () => (await loadRelease()).changes.filter(({ record }) => [one._id, two._id].includes(record))
    await save(teamMember, one._id, buildRecordValues(teamMember, 53), STAGED_QUERY)
    await remove(teamMember, two._id, STAGED_QUERY)
    const before = await draft()
    const ids = before.map(({ _id }) => _id)
    const { discarded } = (await call('POST', '/draft/discard', { ids })).body as unknown as { discarded: string[] }
    expect([discarded.toSorted(), await draft()]).toEqual([ids.toSorted(), []])
    expect((await call('POST', '/draft/undo-discard', { ids })).body).toMatchObject({ changes: 2 })
    expect(await draft()).toEqual(before)
    await call('POST', '/draft/discard', { ids })
    await save(teamMember, one._id, buildRecordValues(teamMember, 54), STAGED_QUERY)
    const newer = await draft()
    expect((await call('POST', '/draft/undo-discard', { ids })).status).toBe(409)
    expect(await draft()).toEqual(newer)
    await call('POST', '/draft/discard', {})
  })

  it('can be scheduled, and lose their schedule when an admin withdraws it or no change is left', async () => {
    const { post, add, save, remove } = getClient()
    const schedule = (when: unknown) => getClient().call('POST', '/draft/schedule', { at: when })
    const tomorrow = Date.now() + 24 * 60 * 60_000
    expect((await schedule(tomorrow)).status).toBe(409)
    await post(faqItem, buildRecordValues(faqItem, 1), STAGED_QUERY)
    for (const wrong of [Date.now() - 1_000, 'tomorrow', '2026-12-24', '2026-12-24T18:00:00', tomorrow * 2, 7, true]) {
      const { status, body } = await schedule(wrong)
      expect([wrong, status, Object.keys(body.fields ?? {})]).toEqual([wrong, 400, ['at']])
    }
    expect((await schedule(tomorrow)).body).toMatchObject({ scheduledAt: tomorrow })
    expect(await loadRelease()).toMatchObject({ scheduledAt: tomorrow, scheduledBy: 'owner@example.com' })
    expect((await schedule(new Date(tomorrow).toISOString())).body).toMatchObject({ scheduledAt: tomorrow })
    expect((await schedule(null)).status).toBe(200)
    expect(await loadRelease()).toMatchObject({ scheduledAt: null })
    await schedule(tomorrow)
    await discard()
    expect(await loadRelease()).toEqual({ changes: [], scheduledAt: null, scheduledBy: null, failure: null })
    await post(faqItem, buildRecordValues(faqItem, 1), STAGED_QUERY)
    await schedule(tomorrow)
    await publish()
    expect(await loadRelease()).toMatchObject({ scheduledAt: null })
    const { record: added } = await post(faqItem, buildRecordValues(faqItem, 1), STAGED_QUERY)
    await schedule(tomorrow)
    await remove(faqItem, added._id, STAGED_QUERY)
    expect(await loadRelease()).toMatchObject({ changes: [], scheduledAt: null })
    const live = await add(faqItem, 2)
    await save(faqItem, live._id, buildRecordValues(faqItem, 3), STAGED_QUERY)
    await schedule(tomorrow)
    await save(faqItem, live._id, buildRecordValues(faqItem, 2), STAGED_QUERY)
    expect(await loadRelease()).toMatchObject({ changes: [], scheduledAt: null })
  })
})
