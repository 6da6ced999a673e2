import { expect, it } from 'vitest'
import { contactCopy } from '#contract/content/kinds/contact-copy.ts'
import { footerCopy } from '#contract/content/kinds/footer-copy.ts'
import { pricingCopy } from '#contract/content/kinds/pricing-copy.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import { getDefaultCopyTexts, isCopyKind } from '#contract/core/define-page-copy-kind.ts'
import { publicPages } from '#contract/core/public-pages.ts'
import { createContentClient } from '../support/content-client.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const copyKinds = contentKinds.filter(isCopyKind)

describeOnSqlite('the copy of the public pages', (database) => {
  const site = startAppForSuite(database, { SEED: 'demo' })

  const open = async (path: string) => (await site.request('GET', path)).text
  /** Loads every public and subscription page, without the form tokens, which differ per load. */
  async function loadPages() {
    const paths = [...publicPages.map(({ path }) => path), '/subscribe', '/unsubscribe?token=x', '/confirm-subscription?token=x']
    const texts = paths.map(async (path) => [path, (await open(path)).replace(/value="\d{13}[^"]*"/g, '')] as const)
    return Object.fromEntries(await Promise.all(texts))
  }

  it('is identical, byte for byte, with the initial records and without records', async () => {
    const { listPublic, remove, undelete } = createContentClient(site)
    const before = await loadPages()
    const removedRecords = []
    for (const kind of copyKinds) {
      const [record] = await listPublic(kind)
      expect(record).toMatchObject(getDefaultCopyTexts(kind))
      expect((await remove(kind, record?._id)).status).toBe(200)
      removedRecords.push({ kind, id: record?._id })
    }
    expect(await loadPages()).toEqual(before)
    for (const { kind, id } of removedRecords) expect((await undelete(kind, id)).status).toBe(200)
  })

  it("shows the owner's text on the next load, and drops an empty line", async () => {
    const { listPublic, save } = createContentClient(site)
    const [record] = await listPublic(pricingCopy)
    const values = {
      ...getDefaultCopyTexts(pricingCopy),
      pageHeading: 'Pick a plan',
      keywords: 'For {count} words',
      once: '',
    }
    const saveReply = await save(pricingCopy, record?._id ?? '', { ...values, standardSuits: 'For most of us' })
    expect([saveReply.status, saveReply.body.message]).toEqual([200, 'Pricing Text is Updated'])
    const pricing = await open('/pricing/')
    expect(pricing).toContain('<h1 class="h1">Pick a plan</h1>')
    expect(pricing).toContain('For 25 words')
    expect(pricing).not.toContain('package-once')
    const standard = (await site.request('GET', '/api/pricings')).json() as { _id: string; packageName: string }[]
    const { _id } = standard.find(({ packageName }) => packageName === 'Standard') ?? {}
    const order = await site.request('GET', `/order-now/${_id}?form=00000000-0000-4000-8000-000000000000`, { as: 'customer' })
    expect(order.text).toContain('For most of us')
  })

  it('has a history and goes through the release', async () => {
    const { listPublic, save, listHistory, call } = createContentClient(site)
    const [record] = await listPublic(footerCopy)
    const id = record?._id ?? ''
    await save(footerCopy, id, { ...getDefaultCopyTexts(footerCopy), topLink: 'Up again' }, '?draft=1')
    expect(await open('/privacy')).toContain('Back to top')
    expect((await call('POST', '/draft/publish')).status).toBe(200)
    expect(await open('/privacy')).not.toContain('Back to top')
    const [latest] = await listHistory(footerCopy, id)
    expect(latest).toMatchObject({ fields: ['topLink'], by: 'owner@example.com' })
  })

  it('labels the form that visitors fill in', async () => {
    const { listPublic, save } = createContentClient(site)
    const [record] = await listPublic(contactCopy)
    const values = {
      ...getDefaultCopyTexts(contactCopy),
      mainHeading: 'Say hello',
      emailLabel: 'Your email',
      sendButton: 'Off it goes',
    }
    expect((await save(contactCopy, record?._id ?? '', values)).status).toBe(200)
    const page = await open('/contact')
    expect(page).toContain('<h1 class="h1">Say hello</h1>')
    expect(page).toMatch(/<label for="email">Your email<\/label>/)
    expect(page).toContain('Off it goes')
    const empty = await save(contactCopy, record?._id ?? '', { ...values, emailLabel: ' ' })
    expect([empty.status, empty.body.fields]).toEqual([400, { emailLabel: 'Field for the email address is required.' }])
  })

  it('has its initial text in fields that an add leaves out', async () => {
    const { listPublic, remove, post } = createContentClient(site)
    const [record] = await listPublic(pricingCopy)
    await remove(pricingCopy, record?._id)
    const addReply = await post(pricingCopy, { recommended: 'Our pick' })
    expect([addReply.status, addReply.record]).toMatchObject([
      201,
      { ...getDefaultCopyTexts(pricingCopy), recommended: 'Our pick' },
    ])
    expect(await open('/')).toContain('>Our pick</p>')
  })
})
