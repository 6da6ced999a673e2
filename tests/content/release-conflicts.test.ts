import { afterAll, beforeAll, expect, it } from 'vitest'
import { banner } from '../../src/contract/content/kinds/banner.ts'
import { faqItem } from '../../src/contract/content/kinds/faq-item.ts'
import { pricingPackage } from '../../src/contract/content/kinds/pricing-package.ts'
import { redirect } from '../../src/contract/content/kinds/redirect.ts'
import type { Release } from '../../src/contract/content/release.ts'
import { createContentClient } from '../support/content-client.ts'
import { openRowCounter } from '../support/row-counter.ts'
import { startApp, type TestApp } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const DRAFT_QUERY = '?draft=1'

describeOnEachDatabase('a release with records that change meanwhile', (database) => {
  let site: TestApp
  let other: TestApp
  let effects: Awaited<ReturnType<typeof openRowCounter>>
  beforeAll(async () => {
    site = await startApp(await database.environment())
    other = await startApp(site.environment)
    effects = await openRowCounter(site.environment)
    await createContentClient(site).add(banner, 31)
  })
  afterAll(() => Promise.all([site.close(), other.close(), effects.close()]))

  const at = () => createContentClient(site)
  const draft = () => at().get<Release>('/draft')
  const publish = () => at().call('POST', '/draft/publish')
  const discard = (ids?: string[]) => at().call('POST', '/draft/discard', { ids })

  it('lists the conflicting changes and publishes none until each is saved again or discarded', async () => {
    const { listPublic: all, add, save, remove } = at()
    const [live] = await all(banner)
    const id = live?._id ?? ''
    const [faq, gone] = [await add(faqItem, 1), await add(faqItem, 2)]
    await save(banner, id, { ...buildRecordValues(banner, 31), bannerHeading: 'Drafted heading' }, DRAFT_QUERY)
    await save(faqItem, faq._id, buildRecordValues(faqItem, 3), DRAFT_QUERY)
    await save(faqItem, gone._id, buildRecordValues(faqItem, 4), DRAFT_QUERY)
    await save(banner, id, { ...buildRecordValues(banner, 31), bannerDetails: 'Saved live' })
    await remove(faqItem, gone._id)

    const { changes } = await draft()
    expect(changes.map(({ conflict }) => conflict)).toEqual([
      expect.stringContaining('Banner was changed on the live site'),
      null,
      expect.stringContaining('FAQ item was deleted from the live site'),
    ])
    const before = await effects.countChanges(async () => {
      const refused = await publish()
      expect([refused.status, refused.body.error]).toEqual([409, 'Nothing was published: 2 changes are in the way.'])
      expect(Object.keys(refused.body.fields ?? {})).toEqual([changes[0]?._id, changes[2]?._id])
    })
    expect(before).toEqual({})

    // What others saved live beside it stays.
    const [drafted] = await at().listForEditors(banner, DRAFT_QUERY)
    expect(drafted).toMatchObject({ bannerHeading: 'Drafted heading', bannerDetails: 'Saved live' })
    expect((await save(banner, id, drafted ?? {}, DRAFT_QUERY)).status).toBe(200)
    expect((await discard([changes[2]?._id ?? ''])).body).toMatchObject({ changes: 1 })
    expect((await publish()).status).toBe(200)
    expect(await all(banner)).toMatchObject([{ bannerHeading: 'Drafted heading', bannerDetails: 'Saved live' }])
    expect(await all(faqItem)).toMatchObject([buildRecordValues(faqItem, 3)])
  })

  it('is not published if another record took a unique key or a rule now forbids it', async () => {
    const { post, add, listPublic: all, remove } = at()
    for (const one of await all(pricingPackage)) await remove(pricingPackage, one._id)
    await post(pricingPackage, buildRecordValues(pricingPackage, 1), DRAFT_QUERY)
    await add(pricingPackage, 1)
    const conflictReply = await publish()
    expect([conflictReply.status, Object.values(conflictReply.body.fields ?? {})]).toEqual([
      409,
      ['There is a record with this package already: change that one instead.'],
    ])
    await discard()
    await post(redirect, { oldPath: '/a', state: 'Moved', newPath: '/b' }, DRAFT_QUERY)
    await post(redirect, { oldPath: '/b', state: 'Moved', newPath: '/a' })
    const circle = await publish()
    expect([circle.status, Object.values(circle.body.fields ?? {})]).toEqual([409, [expect.stringContaining('leads back')]])
    expect((await discard()).body).toMatchObject({ changes: 1 })
    expect((await draft()).changes).toEqual([])
  })

  it('conflicts in the same way if it only hides a record', async () => {
    const { add, save, hide, listForEditors: listed } = at()
    const { _id } = await add(faqItem, 1)
    await save(faqItem, _id, buildRecordValues(faqItem, 2), DRAFT_QUERY)
    await save(faqItem, _id, buildRecordValues(faqItem, 3))
    expect((await hide(faqItem, _id, true, DRAFT_QUERY)).status).toBe(200)
    expect((await draft()).changes).toMatchObject([
      { hidden: true, conflict: expect.any(String), fields: [{ live: expect.any(String) }, {}] },
    ])
    expect((await publish()).status).toBe(409)
    await discard()
    await hide(faqItem, _id, true, DRAFT_QUERY)
    expect((await draft()).changes).toMatchObject([{ action: 'change', hidden: true, fields: [], conflict: null }])
    expect((await publish()).status).toBe(200)
    expect((await listed(faqItem)).map((one) => one._id)).not.toContain(_id)
  })

  it('publishes all or nothing when another process saves at the same time', async () => {
    const { add, save, listPublic: all } = at()
    const records = [await add(faqItem, 1), await add(faqItem, 2)]
    for (let round = 0; round < 6; round++) {
      const before = await all(faqItem)
      for (const { _id } of records) await save(faqItem, _id, buildRecordValues(faqItem, 100 + round), DRAFT_QUERY)
      const live = buildRecordValues(faqItem, 200 + round)
      const [published, saved] = await Promise.all([
        publish(),
        createContentClient(other).save(faqItem, records[1]?._id ?? '', { ...live, _version: before.at(-1)?._version }),
      ])
      const after = (await all(faqItem)).slice(-2)
      const drafted = buildRecordValues(faqItem, 100 + round)
      // Whoever was first has won; the other one was told.
      if (published.status === 200) {
        expect([saved.status, after]).toMatchObject([409, [drafted, drafted]])
      } else {
        expect([published.status, saved.status]).toEqual([409, 200])
        expect(after).toMatchObject([before.at(-2), live])
      }
      await discard()
    }
  })

  it('is published once by two processes at the same time', async () => {
    const { add, save, listHistory: history } = at()
    const { _id } = await add(faqItem, 1)
    await save(faqItem, _id, buildRecordValues(faqItem, 2), DRAFT_QUERY)
    const replies = await Promise.all(
      [site, other, site, other].map((one) => createContentClient(one).call('POST', '/draft/publish')),
    )
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(replies.map(({ body }) => (body as unknown as { changes: number }).changes).sort()).toEqual([0, 0, 0, 1])
    expect((await history(faqItem, _id)).length).toBe(2)
  })
})
