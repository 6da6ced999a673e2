import { beforeAll, describe, expect, it } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import { callToAction } from '#contract/content/kinds/call-to-action.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { pageSearchListing } from '#contract/content/kinds/page-search-listing.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { redirect } from '#contract/content/kinds/redirect.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { teamMember } from '#contract/content/kinds/team-member.ts'
import type { SiteAuditFinding, SiteAuditRuleId } from '#contract/content/site-audit.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { createAdminCall, sendAdminForm } from '../support/admin-page-action.ts'
import { type ContentRecordJson, createContentClient } from '../support/content-client.ts'
import { startAppForSuite } from '../support/test-app.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

const UNKNOWN_IMAGE = '/media/0123456789abcdef0123456789abcdef.jpg'

const SEARCH_RULES: SiteAuditRuleId[] = ['similar-title', 'thin-page', 'orphan-page', 'old-name', 'contact-details']

describeOnSqlite('the site audit', (database) => {
  let records: ReturnType<typeof createContentClient>
  let live: ContentRecordJson
  const site = startAppForSuite(database, { SEED: 'demo' })
  beforeAll(async () => {
    records = createContentClient(site)
    ;[live] = (await records.listPublic(banner)) as [ContentRecordJson]
  })

  const auditSite = async (query = '') => (await records.get<{ findings: SiteAuditFinding[] }>(`/site-checks${query}`)).findings
  const postAudit = (contentKind: ContentKind, body: unknown) =>
    site.request('POST', `/api/site-checks/${contentKind.kind}`, { as: 'admin', body })
  const auditChange = async (contentKind: ContentKind, body: object) => {
    const reply = await postAudit(contentKind, body)
    expect(reply.status).toBe(200)
    return (reply.json() as { findings: SiteAuditFinding[] }).findings
  }
  const auditSave = (contentKind: ContentKind, values: object, id?: string) =>
    auditChange(contentKind, { values, ...(id && { id }) })
  const buildValues = (contentKind: ContentKind, record: ContentRecordJson, change: object = {}) => ({
    ...Object.fromEntries(Object.keys(contentKind.fields).map((name) => [name, String(record[name])])),
    ...change,
  })
  const auditBannerChange = (change: object) => auditSave(banner, buildValues(banner, live, change), live._id)

  describe('on the live site', () => {
    it('finds nothing broken on the demo site, only what the owner has not entered', async () => {
      const findings = await auditSite()
      expect(findings.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(findings.filter(({ rule }) => SEARCH_RULES.includes(rule))).toEqual([])
      expect(new Set(findings.map(({ rule }) => rule))).toContain('sample')
      expect(findings.find(({ place }) => place.name.startsWith('Business info'))).toMatchObject({
        says: expect.stringMatching(/^Still sample content: Address, /),
        pages: ['Home', 'Services', 'Pricing', 'Contact', 'Sample report', 'Sample audit', 'Privacy', 'Terms', 'Service pages'],
      })
    })

    it('links each finding to a page with its field', async () => {
      const places = new Set((await auditSite()).map(({ place }) => place.path))
      const missing: string[] = []
      for (const place of places) {
        const [path = '', anchor] = place.split('#')
        const { status, text } = await site.request('GET', path, { as: 'admin' })
        if (status !== 200 || (anchor !== undefined && !text.includes(` id="${anchor}"`))) missing.push(place)
      }
      expect(missing).toEqual([])
      expect(places.size).toBeGreaterThan(10)
    })

    it('runs again after the content has changed', async () => {
      const before = await auditSite()
      const { record } = await records.post(faqItem, { accodingTitle: 'Twice?', accodingText: 'Yes.' })
      await records.post(faqItem, { accodingTitle: 'Twice?', accodingText: 'Yes.' })
      const sameRecordFindings = (await auditSite()).filter(({ rule }) => rule === 'same-record')
      expect(sameRecordFindings).toMatchObject([{ says: 'FAQ item “Twice?” is on your site twice with the same text.' }])
      await records.hide(faqItem, record._id, true)
      expect(await auditSite()).toEqual(before)
    })

    it('audits the pages with the release on request', async () => {
      const broken = buildValues(banner, live, { buttonOneLink: '/drafted-nowhere' })
      await records.save(banner, live._id, broken, '?draft=1')
      const stagedFindings = (await auditSite('?draft=1')).filter(({ rule }) => rule === 'broken-link')
      expect(stagedFindings).toMatchObject([
        { pages: ['Home'], place: { path: `/banner/${live._id}#edit-banner-buttonOneLink` } },
      ])
      expect((await auditSite()).filter(({ rule }) => rule === 'broken-link')).toEqual([])
      expect(await auditSite('?draft=1&new=1')).toEqual(stagedFindings)
      expect(await auditSite('?new=1')).toEqual([])
      await records.call('POST', '/draft/discard', {})
    })
  })

  describe('before a save', () => {
    it('finds nothing if nothing gets worse, and changes nothing', async () => {
      expect(await auditBannerChange({})).toEqual([])
      expect(await auditBannerChange({ bannerHeading: 'Another heading' })).toEqual([])
      expect((await records.listPublic(banner))[0]).toEqual(live)
    })

    it('finds new problems at their field', async () => {
      expect(await auditBannerChange({ buttonOneLink: '/nowhere' })).toMatchObject([
        {
          rule: 'broken-link',
          severity: 'error',
          pages: ['Home'],
          place: { name: 'Banner: Button link', path: `/banner/${live._id}#edit-banner-buttonOneLink` },
        },
      ])
      expect(await auditBannerChange({ bannerImage: UNKNOWN_IMAGE })).toMatchObject([{ rule: 'broken-picture' }])
      expect(await auditBannerChange({ bannerHeading: '\u200b', buttonTwoLink: '\u200b' })).toMatchObject([
        { rule: 'main-heading' },
        { rule: 'title-length' },
      ])
    })

    it('finds the old name of a renamed service and old contact details in other texts', async () => {
      const [question] = (await records.listPublic(faqItem)) as [ContentRecordJson]
      const text = 'See Sample link work, or call +1 202-555-0177.'
      await records.save(faqItem, question._id, buildValues(faqItem, question, { accodingText: text }))
      const demoService = (await records.listPublic(serviceItem)).at(-1) as ContentRecordJson
      const added = buildValues(serviceItem, demoService, { serviceTitle: 'Sample link work', serviceWork: '' })
      const { record: service } = await records.post(serviceItem, added)
      const values = buildValues(serviceItem, service, { serviceTitle: 'Local press' })
      const newFindings = await auditSave(serviceItem, values, service._id)
      expect(newFindings).toMatchObject([
        {
          says: '“Sample link work” is now “Local press”, but this text still has the old words.',
          place: { path: expect.stringContaining(`${question._id}#edit-faq-item-accodingText`) },
        },
      ])
      await records.save(serviceItem, service._id, values)
      const findings = (await auditSite()).filter(({ rule }) => rule === 'old-name' || rule === 'contact-details')
      expect(findings).toMatchObject([newFindings[0], { says: 'This text has +1 202-555-0177, which isn’t in Business info.' }])
      await records.save(faqItem, question._id, buildValues(faqItem, question))
      await records.remove(serviceItem, service._id)
    })

    it('finds problems of a new record at the form that adds it', async () => {
      const long = 'A description that goes on and on, '.repeat(8)
      const values = { page: 'Terms', pageTitle: '', pageDescription: long, shareImage: '' }
      expect(await auditSave(pageSearchListing, values)).toMatchObject([
        { rule: 'description-length', pages: ['Terms'], place: { path: '/edit-search#add-search-listing-pageDescription' } },
      ])
      expect(await auditSave(redirect, { oldPath: '/old', state: 'Moved', newPath: '/contact' })).toEqual([])
    })

    it('takes a new package without an alarm about its order link', async () => {
      const packages = await records.listPublic(pricingPackage)
      const [basic] = packages as [ContentRecordJson]
      await records.remove(pricingPackage, basic._id)
      expect(await auditSave(pricingPackage, buildValues(pricingPackage, basic))).toEqual([])
      await records.undelete(pricingPackage, basic._id)
    })

    it('names the editor of the changed record first', async () => {
      const [action] = (await records.listPublic(callToAction)) as [ContentRecordJson]
      const values = buildValues(callToAction, action, { buttonLink: '/nowhere' })
      const brokenBanner = buildValues(banner, live, { buttonOneLink: '/nowhere', bannerImage: UNKNOWN_IMAGE })
      expect(await auditSave(callToAction, values, action._id)).toMatchObject([
        { place: { name: 'Call to action: Button link' } },
      ])
      expect((await auditSave(banner, brokenBanner, live._id)).map(({ place }) => place.name)).toEqual([
        'Banner: Button link',
        'Banner: Image',
      ])
    })

    it('does not repeat findings that exist already', async () => {
      const broken = buildValues(banner, live, { buttonOneLink: '/nowhere' })
      expect((await records.save(banner, live._id, broken)).status).toBe(200)
      expect(await auditBannerChange({ buttonOneLink: '/nowhere', bannerHeading: 'Another' })).toEqual([])
      expect(await auditBannerChange({ buttonOneLink: '/elsewhere' })).toHaveLength(1)
      expect((await records.save(banner, live._id, buildValues(banner, live))).status).toBe(200)
    })

    it('ignores remaining samples and pages that get their own text', async () => {
      const [member] = (await records.listPublic(teamMember)) as [ContentRecordJson]
      expect(await auditSave(teamMember, buildValues(teamMember, member, { teamMemberName: 'Zoe Real' }), member._id)).toEqual([])
      const values = { page: 'Home', pageTitle: 'A title of our own for it', pageDescription: '', shareImage: '' }
      expect(await auditSave(pageSearchListing, values)).toEqual([])
    })

    it('finds nothing for invalid values or unknown records, and answers 400 to malformed requests', async () => {
      expect(await auditBannerChange({ bannerHeading: '' })).toEqual([])
      expect(await auditSave(banner, buildValues(banner, live), '00000000-0000-4000-8000-000000000000')).toEqual([])
      expect((await postAudit({ ...banner, kind: 'nothing' }, { values: {} })).status).toBe(404)
      for (const body of [
        {},
        { id: 'a' },
        { ids: 'a' },
        { values: 'text' },
        { values: { a: 1 } },
        { values: { a: '\0' } },
        { values: {}, more: 1 },
      ])
        expect((await postAudit(banner, body)).status).toBe(400)
    })
  })

  describe('before hiding, deleting and moving', () => {
    const auditHiding = (contentKind: ContentKind, id: string, hidden = true) => auditChange(contentKind, { id, hidden })

    it('finds nothing if nothing gets worse, and changes nothing', async () => {
      const before = await records.listPublic(faqItem)
      const ids = before.map(({ _id }) => _id)
      expect(await auditHiding(faqItem, ids[0] ?? '')).toEqual([])
      expect(await auditChange(faqItem, { ids: ids.toReversed() })).toEqual([])
      expect(await auditHiding(faqItem, '00000000-0000-4000-8000-000000000000')).toEqual([])
      expect(await records.listPublic(faqItem)).toEqual(before)
    })

    it('finds a link that would break, at its field', async () => {
      const service = (await records.listPublic(serviceItem)).find(({ _path }) => _path)
      const link = { buttonOneLink: String(service?._path) }
      await records.save(banner, live._id, buildValues(banner, live, link))
      expect(await auditHiding(serviceItem, String(service?._id))).toMatchObject([
        { rule: 'broken-link', pages: ['Home'], place: { path: `/banner/${live._id}#edit-banner-buttonOneLink` } },
      ])
      await records.save(banner, live._id, buildValues(banner, live))
    })

    it('finds a section that would lose its last record', async () => {
      const [last, ...others] = (await records.listPublic(faqItem)) as [ContentRecordJson, ...ContentRecordJson[]]
      for (const { _id } of others) await records.hide(faqItem, _id, true)
      expect(await auditHiding(faqItem, last._id)).toMatchObject([{ rule: 'empty-section', pages: ['Home', 'Pricing'] }])
      for (const { _id } of others) await records.hide(faqItem, _id, false)
    })

    it('finds problems of a hidden record that an admin shows again', async () => {
      const [first] = (await records.listPublic(faqItem)) as [ContentRecordJson]
      const { record } = await records.post(faqItem, buildValues(faqItem, first))
      await records.hide(faqItem, record._id, true)
      expect(await auditHiding(faqItem, record._id, false)).toMatchObject([{ rule: 'same-record' }])
      await records.remove(faqItem, record._id)
    })
  })

  it('never runs for plain API calls of the original client (P-42)', async () => {
    const reply = await records.save(banner, live._id, buildValues(banner, live, { buttonOneLink: '/nowhere' }))
    expect([reply.status, reply.body.message]).toEqual([200, 'Banner is Updated'])
    await records.save(banner, live._id, buildValues(banner, live))
  })

  it('asks before a form saves a problem, and saves it on request', async () => {
    const formValues = buildValues(banner, live, { buttonOneLink: '/nowhere', bannerHeading: 'Typed' })
    const send = (more: object) =>
      sendAdminForm(createAdminCall(site), `/banner/${live._id}`, { _form: 'banner', ...formValues, ...more })
    const question = await send({})
    expect(question).toMatchObject({ error: 'This link is broken. Save anyway?', values: { bannerHeading: 'Typed' } })
    expect(JSON.stringify(question)).toContain('leads to /nowhere, which doesn’t exist.')
    expect((await records.listPublic(banner))[0]).toMatchObject({ bannerHeading: live.bannerHeading })
    expect(await send({ _anyway: '1' })).toMatchObject({ notice: 'Banner is Updated' })
    expect((await records.listPublic(banner))[0]).toMatchObject({ buttonOneLink: '/nowhere' })
  })
})
