import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { legalClause } from '#contract/content/kinds/legal-clause.ts'
import { logo } from '#contract/content/kinds/logo.ts'
import { pageSearchListing } from '#contract/content/kinds/page-search-listing.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { samplePageIntro, samplePageNames } from '#contract/content/kinds/sample-page-intro.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { publicPages } from '#contract/core/public-pages.ts'
import { type ParsedStructuredData, pageStructuredDataSchema } from '#server/content/site-audit/page-structured-data-schema.ts'
import { findUnlinkedNodes, findVocabularyErrors } from '../support/schema-org.ts'
import { startApp, type TestApp } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content-module.ts'
import { describeOnSqlite } from '../support/test-databases.ts'

type Node = ParsedStructuredData['@graph'][number]

const ORIGIN = 'http://localhost:3000'
/** 200 characters that try to leave the element, the text and the attribute they stand in. */
const HOSTILE = `</script><script>alert(1)</script><!-- "'\\&lt;\u2028 ${'Long '.repeat(40)}`.slice(0, 199).concat('g')

const EVERY_PAGE_TYPES = ['WebSite', 'LocalBusiness', 'WebPage', 'BreadcrumbList']
const expectedTypes: Record<string, string[]> = {
  '/': ['WebSite', 'LocalBusiness', 'WebPage', 'Offer', 'Service'],
  '/service/': ['WebSite', 'LocalBusiness', 'CollectionPage', 'BreadcrumbList', 'Service'],
  '/pricing/': [...EVERY_PAGE_TYPES, 'Offer', 'Service'],
  '/contact': ['WebSite', 'LocalBusiness', 'ContactPage', 'BreadcrumbList'],
}
const needsNoRecord = (type: string) => !['Service', 'Offer'].includes(type)

describeOnSqlite('the metadata of the pages', (database) => {
  let demo: TestApp
  let empty: TestApp
  let hostile: TestApp
  const sites = () => [demo, empty, hostile]
  const sitesWithPage = (path: string) =>
    publicPages.some((page) => page.path === path && 'requires' in page) ? [demo, hostile] : sites()

  beforeAll(async () => {
    demo = await startApp({ ...(await database.environment()), ORIGIN, SEED: 'demo' })
    empty = await startApp({ ...(await database.environment()), ORIGIN })
    hostile = await startApp({ ...(await database.environment()), ORIGIN })
    await add(businessInfo, { businessName: HOSTILE, banLocation: HOSTILE, streetAddress: HOSTILE, addressCountry: ' ' })
    await add(logo, { logo: 'mailto:owner@example.com' })
    await add(faqItem, { accodingTitle: HOSTILE, accodingText: HOSTILE })
    await add(serviceItem, { serviceTitle: HOSTILE, serviceDetails: HOSTILE })
    await add(pricingPackage, { packagePrice: '123456789.5', packagePointOne: HOSTILE })
    for (const samplePage of samplePageNames) await add(samplePageIntro, { samplePage, heading: HOSTILE })
    for (const legalPage of ['Privacy', 'Terms']) await add(legalClause, { legalPage, clauseText: HOSTILE })
    for (const { name: page } of publicPages) {
      await add(pageSearchListing, {
        page,
        pageTitle: HOSTILE,
        pageDescription: HOSTILE,
        shareImage: 'tel:+1234567',
        shareImageAlt: '',
      })
    }
  })
  afterAll(() => Promise.all(sites().map((site) => site.close())))

  async function add(contentKind: ContentKind, values: Record<string, string>): Promise<void> {
    const body = { ...buildRecordValues(contentKind), ...values }
    const { status, text } = await hostile.request('POST', `/api${contentKind.api.add}`, { as: 'admin', body })
    expect([contentKind.kind, status, text]).toEqual([contentKind.kind, 201, expect.anything()])
  }

  async function open(site: TestApp, path: string): Promise<string> {
    const { status, text } = await site.request('GET', path)
    expect([path, status]).toEqual([path, 200])
    return text
  }

  describe.each(publicPages)('$path', ({ path }) => {
    it('is valid with the demo content, without any content and with hostile content', async () => {
      for (const site of sitesWithPage(path)) {
        const html = await open(site, path)
        const graph = parseStructuredData(html)
        const types = new Set(graph.map((node) => node['@type']))
        const allTypes = expectedTypes[path] ?? EVERY_PAGE_TYPES
        // Without a record, the business has no address, so its type is Organization.
        const expectedOnSite = site === empty ? allTypes.filter(needsNoRecord).map(toOrganizationType) : allTypes
        expect([path, [...types].sort()]).toEqual([path, [...expectedOnSite].sort()])
        expect(JSON.stringify(graph)).not.toMatch(/:(""|null|\[\]|\{\})/)
        expect(html).not.toContain('<script>alert')
        expect([findVocabularyErrors(graph), findUnlinkedNodes(graph)]).toEqual([[], []])
        const url = ORIGIN + path
        expect([html.includes(`<link rel="canonical" href="${url}"/>`), getMetaContent(html, 'og:url')]).toEqual([true, url])
        const breadcrumbs = graph.find((node) => node['@type'] === 'BreadcrumbList')
        expect(breadcrumbs?.itemListElement.at(-1)?.item).toBe(path === '/' ? undefined : url)
      }
    })

    it('names the business exactly as its record does', async () => {
      for (const [site, name] of [
        [demo, 'Rankstead'],
        [hostile, HOSTILE],
      ] as const) {
        const text = JSON.stringify(parseStructuredData(await open(site, path)))
        if (text.includes('/#business')) expect(text).toContain(`"name":${JSON.stringify(name)}`)
      }
    })

    it('gives link previews one short title, one short description and one image', async () => {
      for (const site of sitesWithPage(path)) {
        const html = await open(site, path)
        const titles = html.match(/<title>.*?<\/title>/gs) ?? []
        expect(titles).toHaveLength(1)
        for (const kind of ['og', 'twitter']) {
          expect(getMetaContent(html, `${kind}:title`)).toBe(toPlainText(titles[0] ?? ''))
          expect(getMetaContent(html, `${kind}:title`)?.length).toBeLessThanOrEqual(123)
          expect((getMetaContent(html, `${kind}:description`) ?? '').length).toBeLessThanOrEqual(160)
          expect(getMetaContent(html, `${kind}:image`)).toMatch(/^http:\/\/localhost:3000\/share\/[a-z-]+\.png\?v=[0-9a-z]{1,7}$/)
        }
        expect(getMetaContent(html, 'og:image:alt')).toBe(getMetaContent(html, 'og:title'))
        expect(getMetaContent(html, 'twitter:card')).toBe('summary_large_image')
      }
    })

    it('mentions only services and prices that the page shows', async () => {
      for (const site of sitesWithPage(path)) {
        const html = await open(site, path)
        const visibleText = toPlainText(html.replace(/<script\b.*?<\/script>/gs, ''))
        for (const node of parseStructuredData(html)) {
          for (const text of listVisibleTexts(node)) expect(visibleText).toContain(text.replace(/\s+/g, ' ').trim())
          if (node['@type'] === 'Offer') expect(node.url).toBe(`${ORIGIN}/pricing/`)
        }
      }
    })
  })

  it('shows the name of the business on every page, even to customers and on a 404', async () => {
    const pages = [
      ...publicPages.map(({ path }) => path),
      '/login',
      '/register',
      '/reset',
      '/thanks',
      '/second-factor',
      '/nothing',
    ]
    for (const [path, role] of [
      ...pages.map((path) => [path, 'anonymous'] as const),
      ...['/', '/dashboard', '/account', '/nothing'].map((path) => [path, 'customer'] as const),
    ]) {
      const { text } = await hostile.request('GET', path, { as: role })
      expect([path, /<title>[^<]* \| [^<]+<\/title>/.test(text)]).toEqual([path, true])
      expect([path, text.includes('Rankstead')]).toEqual([path, false])
      expect(toPlainText(text)).toContain(HOSTILE.replace(/\s+/g, ' '))
    }
  })

  it('uses the owner’s share image with its full URL and without a size', async () => {
    const body = { ...buildRecordValues(pageSearchListing), page: 'Home', shareImage: '/art/street.svg' }
    expect((await demo.request('POST', '/api/add-search-listing', { as: 'admin', body })).status).toBe(201)
    const html = await open(demo, '/')
    expect(getMetaContent(html, 'og:image')).toBe(`${ORIGIN}/art/street.svg`)
    expect(getMetaContent(html, 'twitter:image')).toBe(`${ORIGIN}/art/street.svg`)
    expect(getMetaContent(html, 'og:image:width')).toBeUndefined()
  })
})

const toOrganizationType = (type: string) => (type === 'LocalBusiness' ? 'Organization' : type)

/** Parses and validates the page's only block of structured data. */
function parseStructuredData(html: string): Node[] {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect(blocks).toHaveLength(1)
  return pageStructuredDataSchema.parse(JSON.parse(blocks[0]?.[1] ?? ''))['@graph']
}

/** Lists the texts of a node that the page must show too. */
function listVisibleTexts(node: Node): string[] {
  // The service of a package has a name of its own.
  if (node['@type'] === 'Service' && !node['@id'].endsWith('-service')) return [node.name, node.description ?? '']
  return []
}

/** Returns the content of a meta element, or undefined. Fails if there are two. */
function getMetaContent(html: string, name: string): string | undefined {
  const metaElements = [...html.matchAll(new RegExp(`<meta (?:name|property)="${name}" content="(.*?)"/>`, 'gs'))]
  expect(metaElements.length).toBeLessThanOrEqual(1)
  return metaElements[0] && toPlainText(metaElements[0][1] ?? '')
}

/** Returns the visible text: without elements, with entities decoded. */
function toPlainText(html: string): string {
  const names: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' }
  const text = html.replace(/<[^>]*>/g, ' ').replace(/&(?:lt|gt|quot|#x27|amp);/g, (name) => names[name] ?? name)
  return text.replace(/\s+/g, ' ').trim()
}
