import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faqItem } from '../../src/contract/content/kinds/faq-item.ts'
import { footerAddress } from '../../src/contract/content/kinds/footer-address.ts'
import { logo } from '../../src/contract/content/kinds/logo.ts'
import { pricingPackage } from '../../src/contract/content/kinds/pricing-package.ts'
import { searchListing } from '../../src/contract/content/kinds/search-listing.ts'
import { serviceItem } from '../../src/contract/content/kinds/service-item.ts'
import type { ContentKind } from '../../src/contract/core/content-kind.ts'
import { publicPages } from '../../src/contract/core/public-pages.ts'
import { type StructuredData, structuredDataSchema } from '../../src/server/content/site-audit/structured-data-schema.ts'
import { startApp, type TestApp } from '../support/test-app.ts'
import { buildRecordValues } from '../support/test-content.ts'
import { describeOnEachDatabase } from '../support/test-databases.ts'

type Node = StructuredData['@graph'][number]

const ORIGIN = 'http://localhost:3000'
/** 200 characters that try to leave the element, the text and the attribute they stand in. */
const HOSTILE = `</script><script>alert(1)</script><!-- "'\\&lt;\u2028 ${'Long '.repeat(40)}`.slice(0, 199).concat('g')

const expectedTypes: Record<string, string[]> = {
  '/': ['WebSite', 'ProfessionalService'],
  '/service/': ['BreadcrumbList', 'Service'],
  '/pricing/': ['BreadcrumbList', 'Offer', 'FAQPage'],
  '/contact': ['BreadcrumbList', 'ContactPage', 'ProfessionalService'],
  '/sample-report': ['BreadcrumbList'],
  '/sample-audit': ['BreadcrumbList'],
  '/privacy': ['BreadcrumbList'],
  '/terms': ['BreadcrumbList'],
}
const withoutRecords = (type: string) => !['FAQPage', 'Service', 'Offer'].includes(type)

describeOnEachDatabase('what the pages tell search engines', (database) => {
  let demo: TestApp
  let empty: TestApp
  let hostile: TestApp
  const sites = () => [demo, empty, hostile]

  beforeAll(async () => {
    demo = await startApp({ ...(await database.environment()), ORIGIN, SEED: 'demo' })
    empty = await startApp({ ...(await database.environment()), ORIGIN })
    hostile = await startApp({ ...(await database.environment()), ORIGIN })
    await add(footerAddress, { businessName: HOSTILE, banLocation: HOSTILE, streetAddress: HOSTILE, addressCountry: ' ' })
    await add(logo, { logo: 'mailto:owner@example.com' })
    await add(faqItem, { accodingTitle: HOSTILE, accodingText: HOSTILE })
    await add(serviceItem, { serviceTitle: HOSTILE, serviceDetails: HOSTILE })
    await add(pricingPackage, { packagePrice: '123456789.5', packagePointOne: HOSTILE })
    for (const { name: page } of publicPages) {
      await add(searchListing, { page, pageTitle: HOSTILE, pageDescription: HOSTILE, shareImage: 'tel:+1234567' })
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
      for (const site of sites()) {
        const html = await open(site, path)
        const graph = parseStructuredData(html)
        const types = new Set(graph.map((node) => node['@type']))
        const wanted = expectedTypes[path] ?? []
        // Without a record there is no address, and a place without one is none.
        const due = site === empty ? wanted.filter(withoutRecords).map(toOrganizationType) : wanted
        expect([path, [...types].sort()]).toEqual([path, [...due].sort()])
        expect(JSON.stringify(graph)).not.toMatch(/:(""|null|\[\]|\{\})/)
        expect(html).not.toContain('<script>alert')
      }
    })

    it('names the business of the record, exactly as it is written', async () => {
      for (const [site, name] of [
        [demo, 'Rankstead'],
        [hostile, HOSTILE],
      ] as const) {
        const text = JSON.stringify(parseStructuredData(await open(site, path)))
        if (text.includes('/#business')) expect(text).toContain(`"name":${JSON.stringify(name)}`)
      }
    })

    it('speaks of this page at its one address, in full', async () => {
      for (const site of sites()) {
        const html = await open(site, path)
        const address = ORIGIN + path
        expect(html).toContain(`<link rel="canonical" href="${address}"/>`)
        expect(getMetaContent(html, 'og:url')).toBe(address)
        const breadcrumbs = parseStructuredData(html).find((node) => node['@type'] === 'BreadcrumbList')
        expect(breadcrumbs?.itemListElement.at(-1)?.item).toBe(path === '/' ? undefined : address)
      }
    })

    it('gives link previews a title, a sentence and a picture, each of them once and short enough', async () => {
      for (const site of sites()) {
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

    it('says nothing of questions, services and prices that people cannot see there', async () => {
      for (const site of sites()) {
        const html = await open(site, path)
        const shown = toPlainText(html.replace(/<script\b.*?<\/script>/gs, ''))
        for (const node of parseStructuredData(html)) {
          for (const words of listVisibleTexts(node)) expect(shown).toContain(words.replace(/\s+/g, ' ').trim())
          if (node['@type'] === 'Offer') expect(node.url).toBe(`${ORIGIN}/pricing/`)
        }
      }
    })
  })

  it('calls the business by its own name on every page, also for customers and where there is no page', async () => {
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

  it('gives every page a title and a description of its own', async () => {
    const pages = await Promise.all(publicPages.map(({ path }) => open(demo, path)))
    for (const name of ['og:title', 'og:description', 'og:image']) {
      const metaContents = pages.map((html) => getMetaContent(html, name))
      expect(metaContents).not.toContain(undefined)
      expect(new Set(metaContents).size).toBe(publicPages.length)
    }
  })

  it('takes the owner’s own share image, by its whole address and without a size that nobody knows', async () => {
    const body = { ...buildRecordValues(searchListing), page: 'Home', shareImage: '/art/street.svg' }
    expect((await demo.request('POST', '/api/add-search-listing', { as: 'admin', body })).status).toBe(201)
    const html = await open(demo, '/')
    expect(getMetaContent(html, 'og:image')).toBe(`${ORIGIN}/art/street.svg`)
    expect(getMetaContent(html, 'twitter:image')).toBe(`${ORIGIN}/art/street.svg`)
    expect(getMetaContent(html, 'og:image:width')).toBeUndefined()
  })
})

const toOrganizationType = (type: string) => (type === 'ProfessionalService' ? 'Organization' : type)

/** The page's one block of structured data, held against the rules. */
function parseStructuredData(html: string): Node[] {
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
  expect(blocks).toHaveLength(1)
  return structuredDataSchema.parse(JSON.parse(blocks[0]?.[1] ?? ''))['@graph']
}

/** What a node says that must stand on the page too. */
function listVisibleTexts(node: Node): string[] {
  if (node['@type'] === 'FAQPage') return node.mainEntity.flatMap(({ name, acceptedAnswer }) => [name, acceptedAnswer.text])
  if (node['@type'] === 'Service') return [node.name, node.description ?? '']
  return []
}

/** The content of a meta element; undefined where there is none, and a failure where there are two. */
function getMetaContent(html: string, name: string): string | undefined {
  const metaElements = [...html.matchAll(new RegExp(`<meta (?:name|property)="${name}" content="(.*?)"/>`, 'gs'))]
  expect(metaElements.length).toBeLessThanOrEqual(1)
  return metaElements[0] && toPlainText(metaElements[0][1] ?? '')
}

/** What people read: no elements, and the characters that HTML writes as names. */
function toPlainText(html: string): string {
  const names: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' }
  const text = html.replace(/<[^>]*>/g, ' ').replace(/&(?:lt|gt|quot|#x27|amp);/g, (name) => names[name] ?? name)
  return text.replace(/\s+/g, ' ').trim()
}
