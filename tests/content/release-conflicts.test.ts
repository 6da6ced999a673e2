import { beforeAll, expect, it } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { redirect } from '#contract/content/kinds/redirect.ts'
import type { Release } from '#contract/content/release.ts'
import { createContentClient } from '../support/content-client.ts'
import { startForSuite } from '../support/start-for-suite.ts'
import { openTableRowCounts } from '../support/table-row-counts.ts'
import { startApp, startAppForSuite } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const STAGED_QUERY = '?draft=1'

describeOnEachDatabase('a release whose records change meanwhile', (database) => {
  const site = startAppForSuite(database)
  const other = startForSuite(() => startApp(site.environment))
  const rowCounter = startForSuite(() => openTableRowCounts(site.environment))
  beforeAll(async () => {
    await createContentClient(site).add(banner, 31)
  })

  const getClient = () => createContentClient(site)
  const loadRelease = () => getClient().get<Release>('/draft')
  const publish = () => getClient().call('POST', '/draft/publish')
  const discard = (ids?: string[]) => getClient().call('POST', '/draft/discard', { ids })

  it('lists the conflicting changes and publishes none until each is saved again or discarded', async () => {
    const { listPublic, add, save, remove } = getClient()
    const [live] = await listPublic(banner)
    const id = live?._id ?? ''
    const [faq, deletedFaq] = [await add(faqItem, 1), await add(faqItem, 2)]
    await save(banner, id, { ...buildRecordValues(banner, 31), bannerHeading: 'Drafted heading' }, STAGED_QUERY)
    await save(faqItem, faq._id, buildRecordValues(faqItem, 3), STAGED_QUERY)
    await save(faqItem, deletedFaq._id, buildRecordValues(faqItem, 4), STAGED_QUERY)
    await save(banner, id, { ...buildRecordValues(banner, 31), bannerDetails: 'Saved live' })
    await remove(faqItem, deletedFaq._id)

    const { changes } = await loadRelease()
    expect(changes.map(({ conflict }) => conflict)).toEqual([
      expect.stringContaining('Banner was changed on the live site'),
      null,
      expect.stringContaining('FAQ item was deleted from the live site'),
    ])
    const before = await rowCounter.countChanges(async () => {
      const publishReply = await publish()
      expect([publishReply.status, publishReply.body.error]).toEqual([409, 'Nothing was published. 2 changes have conflicts.'])
      expect(Object.keys(publishReply.body.fields ?? {})).toEqual([changes[0]?._id, changes[2]?._id])
    })
    expect(before).toEqual({})

    // The live save of the other field stays.
    const [stagedBanner] = await getClient().listForEditors(banner, STAGED_QUERY)
    expect(stagedBanner).toMatchObject({ bannerHeading: 'Drafted heading', bannerDetails: 'Saved live' })
    expect((await save(banner, id, stagedBanner ?? {}, STAGED_QUERY)).status).toBe(200)
    expect((await discard([changes[2]?._id ?? ''])).body).toMatchObject({ changes: 1 })
    expect((await publish()).status).toBe(200)
    expect(await listPublic(banner)).toMatchObject([{ bannerHeading: 'Drafted heading', bannerDetails: 'Saved live' }])
    expect(await listPublic(faqItem)).toMatchObject([buildRecordValues(faqItem, 3)])
  })

  it('is not published if another record took a unique key or a rule now forbids it', async () => {
    const { post, add, listPublic, remove } = getClient()
    for (const one of await listPublic(pricingPackage)) await remove(pricingPackage, one._id)
    await post(pricingPackage, buildRecordValues(pricingPackage, 1), STAGED_QUERY)
    await add(pricingPackage, 1)
    const conflictReply = await publish()
    expect([conflictReply.status, Object.values(conflictReply.body.fields ?? {})]).toEqual([
      409,
      ['There’s already a record with this package. Edit that one.'],
    ])
    await discard()
    await post(redirect, { oldPath: '/a', state: 'Moved', newPath: '/b' }, STAGED_QUERY)
    await post(redirect, { oldPath: '/b', state: 'Moved', newPath: '/a' })
    const circle = await publish()
    expect([circle.status, Object.values(circle.body.fields ?? {})]).toEqual([409, [expect.stringContaining('leads back')]])
    expect((await discard()).body).toMatchObject({ changes: 1 })
    expect((await loadRelease()).changes).toEqual([])
  })

  it('conflicts in the same way if it changes and hides a record', async () => {
    const { add, save, hide, listForEditors } = getClient()
    const { _id } = await add(faqItem, 1)
    await save(faqItem, _id, buildRecordValues(faqItem, 2), STAGED_QUERY)
    await save(faqItem, _id, buildRecordValues(faqItem, 3))
    expect((await hide(faqItem, _id, true, STAGED_QUERY)).status).toBe(200)
    expect((await loadRelease()).changes).toMatchObject([
      { hidden: true, conflict: expect.any(String), fields: [{ live: expect.any(String) }, {}] },
    ])
    expect((await publish()).status).toBe(409)
    await discard()
    await hide(faqItem, _id, true, STAGED_QUERY)
    expect((await loadRelease()).changes).toMatchObject([{ action: 'change', hidden: true, fields: [], conflict: null }])
    expect((await publish()).status).toBe(200)
    expect((await listForEditors(faqItem)).map((one) => one._id)).not.toContain(_id)
  })

  it('merges the edits of a form of the live record into the draft, and names a field that the draft has changed', async () => {
    const { add, save, hide, remove, listPublic, listForEditors } = getClient()
    const { _id } = await add(faqItem, 1)
    const live = { ...buildRecordValues(faqItem, 1), _opened: 'live' }
    await save(faqItem, _id, { ...live, accodingTitle: 'Drafted' }, STAGED_QUERY)
    await hide(faqItem, _id, true)
    const merged = await save(faqItem, _id, { ...live, accodingText: 'Mine', _version: 1 }, STAGED_QUERY)
    const values = { accodingTitle: 'Drafted', accodingText: 'Mine' }
    expect([merged.status, merged.record]).toMatchObject([200, { ...values, _version: 2, _draft: 2 }])
    expect((await loadRelease()).changes).toMatchObject([{ conflict: null }])
    const contested = await save(faqItem, _id, { ...live, accodingTitle: 'Mine', _version: 2 }, STAGED_QUERY)
    expect([contested.status, contested.body]).toEqual([
      409,
      {
        error: 'Nothing was saved: a draft has different text here. Continue in the draft, where your text is kept.',
        fields: { accodingTitle: 'The draft has: Drafted' },
      },
    ])
    expect((await listForEditors(faqItem, '?draft=1&hidden=1')).find((one) => one._id === _id)).toMatchObject(values)
    // The answer has the live record, because the form shows no drafts.
    await save(faqItem, _id, { ...live, accodingTitle: 'Saved live' })
    const late = await save(faqItem, _id, { ...live, accodingText: 'Late', _version: 2 }, STAGED_QUERY)
    expect([late.status, late.record]).toMatchObject([409, { accodingTitle: 'Saved live', _version: 3 }])
    expect(late.record).not.toHaveProperty('_draft')
    await remove(faqItem, _id, STAGED_QUERY)
    const deleted = await save(faqItem, _id, { ...live, accodingText: 'Late', _version: 3 }, STAGED_QUERY)
    expect([deleted.status, deleted.body.error]).toEqual([
      409,
      'A draft deletes this, so nothing was saved. Discard that draft first.',
    ])
    await discard()
    expect(await listPublic(faqItem)).not.toContainEqual(expect.objectContaining({ _id }))
  })

  it('keeps a draft that was saved in an editor while its record was only hidden, and answers its repeat', async () => {
    const { add, save, hide } = getClient()
    const { _id } = await add(faqItem, 1)
    await hide(faqItem, _id, true)
    const mine = { ...buildRecordValues(faqItem, 2), _version: 1, _opened: 'draft' }
    const replies = [await save(faqItem, _id, mine, STAGED_QUERY), await save(faqItem, _id, mine, STAGED_QUERY)]
    expect(replies.map(({ status, record }) => [status, record._draft])).toEqual([
      [200, 1],
      [200, 1],
    ])
    const theirs = await save(faqItem, _id, { ...mine, ...buildRecordValues(faqItem, 3) }, STAGED_QUERY)
    expect([theirs.status, theirs.record]).toEqual([409, replies[0]?.record])
    await discard()
  })

  it('refuses a save of a draft that was discarded, or replaced by a deletion, since its form was opened', async () => {
    const { add, save, remove } = getClient()
    const { _id } = await add(faqItem, 1)
    const mine = { ...buildRecordValues(faqItem, 3), _version: 1, _opened: 'draft' }
    const { record } = await save(faqItem, _id, buildRecordValues(faqItem, 2), STAGED_QUERY)
    await discard()
    expect((await save(faqItem, _id, { ...mine, _draft: record._draft }, STAGED_QUERY)).status).toBe(409)
    expect((await loadRelease()).changes).toEqual([])
    await remove(faqItem, _id, STAGED_QUERY)
    expect((await save(faqItem, _id, mine, STAGED_QUERY)).status).toBe(409)
    expect((await loadRelease()).changes).toMatchObject([{ action: 'delete' }])
    await discard()
  })

  it('never answers a form of the live record with success while a draft keeps other text', async () => {
    const { add, save } = getClient()
    const { _id } = await add(faqItem, 1)
    const mine = { ...buildRecordValues(faqItem, 1), accodingTitle: 'Mine' }
    await save(faqItem, _id, { ...mine, accodingTitle: 'Drafted' }, STAGED_QUERY)
    await save(faqItem, _id, mine)
    expect((await save(faqItem, _id, { ...mine, _version: 1, _opened: 'live' }, STAGED_QUERY)).status).toBe(409)
    await discard()
  })

  it('publishes all or nothing when another process saves at the same time', async () => {
    const { add, save, listPublic } = getClient()
    const records = [await add(faqItem, 1), await add(faqItem, 2)]
    for (let round = 0; round < 6; round++) {
      const before = await listPublic(faqItem)
      for (const { _id } of records) await save(faqItem, _id, buildRecordValues(faqItem, 100 + round), STAGED_QUERY)
      const live = buildRecordValues(faqItem, 200 + round)
      const [publishReply, saveReply] = await Promise.all([
        publish(),
        createContentClient(other).save(faqItem, records[1]?._id ?? '', { ...live, _version: before.at(-1)?._version }),
      ])
      const after = (await listPublic(faqItem)).slice(-2)
      const stagedValues = buildRecordValues(faqItem, 100 + round)
      // The first one wins, and the other one gets a 409.
      if (publishReply.status === 200) {
        expect([saveReply.status, after]).toMatchObject([409, [stagedValues, stagedValues]])
      } else {
        expect([publishReply.status, saveReply.status]).toEqual([409, 200])
        expect(after).toMatchObject([before.at(-2), live])
      }
      await discard()
    }
  })

  it('is published once by two processes at the same time', async () => {
    const { add, save, listHistory } = getClient()
    const { _id } = await add(faqItem, 1)
    await save(faqItem, _id, buildRecordValues(faqItem, 2), STAGED_QUERY)
    const replies = await Promise.all(
      [site, other, site, other].map((one) => createContentClient(one).call('POST', '/draft/publish')),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(replies.map(({ body }) => (body as unknown as { changes: number }).changes).sort()).toEqual([0, 0, 0, 1])
    expect((await listHistory(faqItem, _id)).length).toBe(2)
  })
})
