import { describe, expect, it } from 'vitest'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { buildSiteAuditFixture } from '#tests/support/site-audit-fixture.ts'
import type { AuditedSiteWithContent } from '../audited-site.ts'
import { parsePageHtml } from '../parse-page-html.ts'
import { orphanPageRule, thinPageRule } from './page-rules.ts'

const buildText = (word: string, count: number) => `<p>${Array(count).fill(word).join(' ')}</p>`
const buildMain = (html: string) => `<h1>a</h1><main>${html}</main>`
const listPages = (problems: { pages: readonly string[] }[]) => problems.flatMap(({ pages }) => pages)

describe('the rule about thin pages', () => {
  it('counts the words that a page does not share with two others', () => {
    const shared = buildText('shared', 300)
    const site = buildSiteAuditFixture({
      pages: {
        Home: buildMain(buildText('home', 200)),
        Services: buildMain(`${shared}${buildText('service', 150)}<form>${buildText('field', 100)}</form>`),
        Pricing: buildMain(shared + buildText('price', 250)),
        Contact: buildMain(shared),
        'Sample report': buildMain(buildText('both', 210)),
        'Sample audit': buildMain(buildText('both', 210)),
      },
    })
    expect(thinPageRule(site)).toMatchObject([
      { says: 'This page has 150 words of its own. Aim for 200 or more.', pages: ['Services'] },
    ])
  })

  it('leads to the record of the page', () => {
    const site = buildSiteAuditFixture({ records: [[serviceItem, { id: 's1', values: { serviceType: 'NotMain' } }]] })
    const [home] = site.pages
    if (!home) throw new Error('The fixture has no page.')
    const page = { ...home, name: '/service/idx', page: 'Service pages', path: '/service/idx', recordId: 's1' } as const
    expect(thinPageRule({ ...site, pages: [page] })).toMatchObject([{ place: { path: expect.stringContaining('/s1') } }])
  })
})

describe('the rule about orphans', () => {
  const buildSite = (homeHtml: string, metadata = {}): AuditedSiteWithContent => {
    const site = buildSiteAuditFixture({ metadata })
    const links = parsePageHtml(homeHtml)
    return { ...site, pages: site.pages.map((page) => (page.path === '/' ? { ...page, html: links } : page)) }
  }

  it('finds a page that only links itself', () => {
    const linked = ['/service', '/pricing/?from=home#top', 'https://shop.test/contact', '/sample-report', '/privacy', '/terms']
    const site = buildSite(linked.map((href) => `<a href="${href}">a</a>`).join(''))
    const pages = site.pages.map((page) =>
      page.path === '/sample-audit' ? { ...page, html: parsePageHtml('<a href="/sample-audit">Top</a>') } : page,
    )
    expect(orphanPageRule({ ...site, pages })).toMatchObject([
      { says: 'No other page links to this page, so visitors can’t find it.', pages: ['Sample audit'] },
    ])
  })

  it('skips pages that the owner keeps out of search results', () => {
    expect(listPages(orphanPageRule(buildSite('', { Terms: { isHiddenFromSearch: true } })))).not.toContain('Terms')
  })
})
