import { expect, it } from 'vitest'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { createContentClient } from '../support/content-client.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

const STAGED_QUERY = '?draft=1'

describeOnEachDatabase('an undone release', (database) => {
  const site = startAppForSuite(database)

  const getClient = () => createContentClient(site)

  /** Publishes the drafts, takes the release back and discards the drafts. */
  async function publishAndUndo() {
    const { call } = getClient()
    const { published } = (await call('POST', '/draft/publish')).body as unknown as { published: unknown[] }
    expect((await call('POST', '/draft/undo-publish', { published })).status).toBe(200)
    await call('POST', '/draft/discard', {})
  }

  it('leaves a package that it hid or showed orderable, and refuses a second one with its name', async () => {
    const { add, hide, post, call } = getClient()
    const { _id, packageName, packagePrice } = await add(pricingPackage, 1)
    for (const hidden of [true, false]) {
      await hide(pricingPackage, _id, !hidden)
      await hide(pricingPackage, _id, hidden, STAGED_QUERY)
      await publishAndUndo()
      expect((await post(pricingPackage, buildRecordValues(pricingPackage, 1))).status).toBe(409)
    }
    await hide(pricingPackage, _id, false)
    const order = { packageName, packagePrice, customerName: 'Jo', customerAddress: '1 Main St', customerCountry: 'US' }
    expect((await call('POST', '/new-order', order)).status).toBe(201)
  })

  it('restores the text and the visibility of a package that it changed and hid', async () => {
    const { add, save, hide, post, listPublic } = getClient()
    const { _id } = await add(pricingPackage, 2)
    await save(pricingPackage, _id, buildRecordValues(pricingPackage, 3), STAGED_QUERY)
    await hide(pricingPackage, _id, true, STAGED_QUERY)
    await publishAndUndo()
    expect((await listPublic(pricingPackage)).find((one) => one._id === _id)).toMatchObject(buildRecordValues(pricingPackage, 2))
    expect((await post(pricingPackage, buildRecordValues(pricingPackage, 2))).status).toBe(409)
  })

  it('keeps a record hidden that an admin hid while its draft waited', async () => {
    const { add, save, hide, get, listForEditors } = getClient()
    const { _id } = await add(faqItem, 1)
    await hide(faqItem, _id, true, STAGED_QUERY)
    await hide(faqItem, _id, true)
    await save(faqItem, _id, buildRecordValues(faqItem, 2), STAGED_QUERY)
    const { changes } = await get<{ changes: object[] }>('/draft')
    expect(changes).toEqual([expect.not.objectContaining({ hidden: true })])
    await publishAndUndo()
    const hidden = await get<object[]>(`/content/${faqItem.kind}?hidden=1`)
    expect(hidden).toEqual([expect.objectContaining({ ...buildRecordValues(faqItem, 1), _id, _hidden: true })])
    expect(await listForEditors(faqItem)).toEqual([])
  })
})
