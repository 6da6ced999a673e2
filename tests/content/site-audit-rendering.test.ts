import { beforeEach, describe, expect, it } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { redirect } from '#contract/content/kinds/redirect.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { publicPages } from '#contract/core/public-pages.ts'
import type { ImageDetailsAndFileSizes } from '#server/content/media/media.ts'
import type { StoredRecord } from '#server/content/records/record-row.ts'
import { createSiteAuditModule, type SiteAuditModule } from '#server/content/site-audit/site-audit.ts'
import { loadPageRenderer } from '#server/site/pages/load-page-renderer.ts'
import { createRedirectFollower } from '#server/site/pages/redirect-chain.ts'
import { listDemoValues } from '../support/demo-content.ts'

const IMAGE_ID = '0123456789abcdef0123456789abcdef'
const IMAGE_URL = `/media/${IMAGE_ID}.jpg`
const renderer = await loadPageRenderer()

describe('the site audit', () => {
  let siteAudit: SiteAuditModule
  let records: Map<string, StoredRecord[]>
  let stagedRecords: Map<string, StoredRecord[]>
  let version: number
  let alt: string
  let failingPath: string | undefined
  let renderedPages: string[]
  beforeEach(async () => {
    ;[version, alt, failingPath, renderedPages] = [1, 'A street', undefined, []]
    records = new Map(contentKinds.map((contentKind) => [contentKind.kind, listDemoValues(contentKind).map(demoRecord)]))
    stagedRecords = records
    siteAudit = createSiteAuditModule({
      createRedirectFollower,
      ...renderer,
      render: async (request, visit) => {
        const { pathname } = new URL(request.url)
        renderedPages.push(pathname)
        const rendered = await renderer.render(request, visit)
        return pathname === failingPath ? Object.assign(rendered, { status: 500 }) : rendered
      },
      content: { list: async ({ kind }) => records.get(kind) ?? [] },
      releases: { list: async ({ kind }) => stagedRecords.get(kind) ?? [] },
      media: { listImageDetailsAndSizes: async (ids) => ids.map(buildImage) },
      businessFacts: { listChangedBusinessFacts: async () => [] },
      contentVersion: { current: () => version, refresh: async () => version, currentThisTurn: () => version },
      visitorCall: (async () => ({ form: 'a-form' })) as never,
      origin: 'https://shop.test',
    })
    await siteAudit.auditSite({ withDraft: false })
    expect(renderedPages).toEqual(publicPages.map(({ path }) => path))
  })

  function demoRecord(values: StoredRecord['values'], nth: number): StoredRecord {
    return { id: `record-${nth}`, version: 1, sampleFields: null, isHidden: false, values }
  }

  function buildImage(id: string): ImageDetailsAndFileSizes {
    const details = { url: `/media/${id}.jpg`, width: 300, height: 200, alt, focusX: 50, focusY: 50 }
    return { id, details, alt, isDeleted: false, bytes: 9_000, variants: [] }
  }

  const listRecords = ({ kind }: ContentKind) => records.get(kind) ?? []
  function change(contentKind: ContentKind, newRecords: StoredRecord[]): void {
    records = new Map([...records, [contentKind.kind, newRecords]])
    stagedRecords = records
    version++
  }
  async function listRenderedPages(action: () => Promise<unknown>): Promise<string[]> {
    renderedPages = []
    await action()
    return renderedPages.toSorted()
  }
  const auditHiding = (contentKind: ContentKind, { id }: StoredRecord) => siteAudit.auditChange(contentKind, { id, hidden: true })

  it('renders the pages that show a hidden record once', async () => {
    const [first, second, ...rest] = listRecords(faqItem) as [StoredRecord, StoredRecord, ...StoredRecord[]]
    expect(await listRenderedPages(() => auditHiding(faqItem, first))).toEqual(['/', '/pricing/'])
    expect(await listRenderedPages(() => auditHiding(faqItem, first))).toEqual([])
    change(faqItem, [second, ...rest])
    expect(await listRenderedPages(() => siteAudit.auditSite({ withDraft: false }))).toEqual([])
    expect(await listRenderedPages(() => auditHiding(faqItem, second))).toEqual(['/', '/pricing/'])
  })

  it('renders the pages of a reordered kind, and none if no page shows the kind', async () => {
    const ids = listRecords(faqItem).map(({ id }) => id)
    expect(await listRenderedPages(() => siteAudit.auditChange(faqItem, { ids: ids.toReversed() }))).toEqual(['/', '/pricing/'])
    const values = { oldPath: '/old', state: 'Moved', newPath: '/pricing/' }
    expect(await listRenderedPages(() => siteAudit.auditChange(redirect, { values }))).toEqual([])
  })

  it('renders a record before its save, and not again afterward', async () => {
    const [live] = listRecords(banner) as [StoredRecord]
    const values = { ...live.values, bannerHeading: 'Another heading' }
    expect(await listRenderedPages(() => siteAudit.auditChange(banner, { id: live.id, values }))).toEqual(['/'])
    change(banner, [{ ...live, version: 2, values }])
    expect(await listRenderedPages(() => siteAudit.auditSite({ withDraft: false }))).toEqual([])
  })

  it('renders every page if all of them show the change', async () => {
    const all = renderedPages.length
    const [live] = listRecords(businessInfo) as [StoredRecord]
    change(businessInfo, [{ ...live, values: { ...live.values, banLocation: '2 Other Street' } }])
    expect(await listRenderedPages(() => siteAudit.auditSite({ withDraft: false }))).toHaveLength(all)
  })

  it('renders only the pages that a release changes', async () => {
    expect(await listRenderedPages(() => siteAudit.auditSite({ withDraft: true, onlyNew: true }))).toEqual([])
    const [first] = listRecords(faqItem) as [StoredRecord]
    stagedRecords = new Map([...records, [faqItem.kind, [{ ...first, values: { ...first.values, accodingTitle: 'Drafted?' } }]]])
    expect(await listRenderedPages(() => siteAudit.auditSite({ withDraft: true, onlyNew: true }))).toEqual(['/', '/pricing/'])
    expect(await listRenderedPages(() => siteAudit.auditSite({ withDraft: true, onlyNew: true }))).toEqual([])
  })

  it('renders the page of an image with a new description', async () => {
    const [live] = listRecords(banner) as [StoredRecord]
    change(banner, [{ ...live, values: { ...live.values, bannerImage: IMAGE_URL } }])
    expect(await listRenderedPages(() => siteAudit.auditSite({ withDraft: false }))).toEqual(['/'])
    alt = 'A street with trees'
    version++
    expect(await listRenderedPages(() => siteAudit.auditSite({ withDraft: false }))).toEqual(['/'])
  })

  it('renders a page again after a failure', async () => {
    const [first] = listRecords(faqItem) as [StoredRecord]
    failingPath = '/pricing/'
    expect(await auditHiding(faqItem, first)).toMatchObject([{ rule: 'page-answers' }])
    failingPath = undefined
    expect(await listRenderedPages(() => auditHiding(faqItem, first))).toEqual(['/pricing/'])
    expect(await auditHiding(faqItem, first)).toEqual([])
  })
})
