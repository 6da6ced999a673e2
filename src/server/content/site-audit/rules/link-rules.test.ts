import { describe, expect, it } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { redirect } from '#contract/content/kinds/redirect.ts'
import { buildSiteAuditFixture } from '#tests/support/site-audit-fixture.ts'
import { bareDomainLinkRule, brokenLinkRule } from './link-rules.ts'

const ID = '00000000-0000-4000-8000-000000000000'

/** Returns a page with a link from the banner. */
function buildSiteWithLink(href: string) {
  return buildSiteAuditFixture({
    pages: { Home: `<h1 id="top">a</h1><a href="${href}">Go</a>`, Services: '<h1 id="there">b</h1>' },
    records: [
      [banner, { id: 'b1', values: { buttonOneLink: href } }],
      [
        redirect,
        { values: { oldPath: '/old', state: 'Moved', newPath: '/contact' } },
        { values: { oldPath: '/gone', state: 'Gone' } },
      ],
    ],
  })
}

const explainLink = (href: string) =>
  brokenLinkRule(buildSiteWithLink(href)).map(({ says }) => says.replace('The link “Go” ', ''))

describe('the rules about links', () => {
  it.each([
    '/',
    '/service',
    '/service/#there',
    '#top',
    '/contact?from=here',
    'https://shop.test/pricing/',
    `/order-now/${ID}`,
    '/art/mark.svg',
    '/sitemap.xml',
    '/old',
    'https://example.com/page',
    'mailto:me@example.com?subject=Hi',
    'tel:+12025550142',
  ])('let %s pass', (href) => {
    expect([...brokenLinkRule(buildSiteWithLink(href)), ...bareDomainLinkRule(buildSiteWithLink(href))]).toEqual([])
  })

  it.each([
    ['/nowhere', 'leads to /nowhere, which doesn’t exist.'],
    ['/order-now/next', 'leads to /order-now/next, which doesn’t exist.'],
    ['/gone', 'leads to /gone, which you marked as gone.'],
    ['/setting', 'leads to /setting, which visitors can’t open.'],
    ['/service#missing', 'leads to /service#missing, but that page has no part with this name.'],
    ['#missing', 'leads to #missing, but that page has no part with this name.'],
    ['/art/missing.svg', 'leads to /art/missing.svg, which doesn’t exist.'],
    [
      '/media/0123456789abcdef0123456789abcdef.jpg',
      'leads to /media/0123456789abcdef0123456789abcdef.jpg, an image that no longer exists.',
    ],
    ['https://localhost/page', 'leads to https://localhost/page, which isn’t on the public web.'],
    ['https://[bad', 'leads to https://[bad, which isn’t a valid address.'],
    ['mailto:nobody', 'needs a valid email address.'],
    ['tel:+', 'needs a valid phone number.'],
  ])('find what is wrong with %s', (href, sentence) => {
    expect(explainLink(href)).toEqual([sentence])
  })

  it('lead to the formatted text that holds the link', () => {
    const site = buildSiteAuditFixture({
      pages: { Home: '<a href="/nowhere">this</a>' },
      records: [[faqItem, { id: 'f1', values: { accodingTitle: 'Why?', accodingText: 'See [this](/nowhere "title").' } }]],
    })
    expect(brokenLinkRule(site)).toMatchObject([{ place: { name: 'FAQ item “Why?”: Answer' } }])
  })

  it('find a URL without its scheme, and lead to its field', () => {
    for (const href of ['/www.example.com', 'example.com/page', '/example.co']) {
      expect(brokenLinkRule(buildSiteWithLink(href))).toEqual([])
      expect(bareDomainLinkRule(buildSiteWithLink(href))).toMatchObject([
        { pages: ['Home'], place: { name: 'Banner: Button link', path: '/banner/b1#edit-banner-buttonOneLink' } },
      ])
    }
    expect(bareDomainLinkRule(buildSiteWithLink('/brochure.pdf'))).toEqual([])
    expect(explainLink('/brochure.pdf')).toEqual(['leads to /brochure.pdf, which doesn’t exist.'])
  })

  it('ignore links of the design to a part of a page that has no content yet', () => {
    const site = buildSiteAuditFixture({ pages: { Home: '<h1>a</h1><a href="/#work-sec">How it goes</a>' } })
    expect(brokenLinkRule(site)).toEqual([])
  })
})
