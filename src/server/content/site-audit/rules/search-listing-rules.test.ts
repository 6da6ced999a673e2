import { describe, expect, it } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import { pageSearchListing } from '#contract/content/kinds/page-search-listing.ts'
import { buildSiteAuditFixture } from '#tests/support/site-audit-fixture.ts'
import { emptyLinkTextRule, mainHeadingRule, skippedLevelAndEmptyHeadingRule } from './page-rules.ts'
import {
  descriptionLengthRule,
  duplicateDescriptionRule,
  duplicateTitleRule,
  similarTitleRule,
  titleLengthRule,
} from './search-listing-rules.ts'

const says = (problems: { says: string }[]) => problems.map((one) => one.says)
const buildBannerRecord = (bannerHeading: string) => [[banner, { id: 'b1', values: { bannerHeading } }]] as const

describe('the rules about text', () => {
  it('require one main heading with text, and lead to the field that holds it', () => {
    expect(mainHeadingRule(buildSiteAuditFixture())).toEqual([])
    expect(says(mainHeadingRule(buildSiteAuditFixture({ pages: { Home: '<h2>Below</h2>' } })))).toEqual([
      'This page has no main heading.',
    ])
    expect(says(mainHeadingRule(buildSiteAuditFixture({ pages: { Home: '<h1>\u200b</h1>' } })))).toEqual([
      'The main heading on this page is empty.',
    ])
    const twice = buildSiteAuditFixture({ pages: { Home: '<h1>Ours</h1><h1>Again</h1>' }, records: buildBannerRecord('Ours') })
    expect(mainHeadingRule(twice)).toMatchObject([
      {
        says: 'This page has 2 main headings. It should have one.',
        pages: ['Home'],
        place: { name: 'Banner: Heading', path: '/banner/b1#edit-banner-bannerHeading' },
      },
    ])
  })

  it('let headings go one level deeper at a time, and back any number of levels', () => {
    expect(
      skippedLevelAndEmptyHeadingRule(buildSiteAuditFixture({ pages: { Home: '<h1>a</h1><h2>b</h2><h3>c</h3><h2>d</h2>' } })),
    ).toEqual([])
    expect(
      says(skippedLevelAndEmptyHeadingRule(buildSiteAuditFixture({ pages: { Home: '<h1>a</h1><h3>c</h3><h2> </h2>' } }))),
    ).toEqual(['The heading “c” skips a level after “a”.', 'A heading on this page is empty.'])
  })

  it('require text in every link', () => {
    expect(emptyLinkTextRule(buildSiteAuditFixture({ pages: { Home: '<h1>a</h1><a href="/contact">Write</a>' } }))).toEqual([])
    const silent = buildSiteAuditFixture({ pages: { Home: '<h1>a</h1><a href="/contact"><img alt=""></a>' } })
    expect(says(emptyLinkTextRule(silent))).toEqual(['The link to /contact has no text.'])
  })

  it('measure text that the owner wrote, and ignore text that a page shortens', () => {
    const long = 'Words of this length '.repeat(9).trim()
    const ideal = { title: 'A title of a good length here', description: 'What this page answers, '.repeat(6).trim() }
    const listing = (values: Record<string, string>) =>
      [[pageSearchListing, { id: 's1', values: { page: 'Home', ...values } }]] as const
    const own = { pageTitle: ideal.title, pageDescription: ideal.description }
    expect(titleLengthRule(buildSiteAuditFixture({ metadata: { Home: ideal }, records: listing(own) }))).toEqual([])
    expect(descriptionLengthRule(buildSiteAuditFixture({ metadata: { Home: ideal }, records: listing(own) }))).toEqual([])
    expect(descriptionLengthRule(buildSiteAuditFixture({ metadata: { Home: { description: long } } }))).toEqual([])
    const tooLong = buildSiteAuditFixture({
      metadata: { Home: { description: long } },
      records: listing({ pageDescription: long }),
    })
    expect(descriptionLengthRule(tooLong)).toMatchObject([
      {
        says: 'The description for search results has 188 characters, and search engines cut it off after about 155.',
        place: { name: 'Search result “Home”: Description', path: '/edit-search/s1#edit-search-listing-pageDescription' },
      },
    ])
    const short = buildSiteAuditFixture({ metadata: { Home: { title: 'Ours' } }, records: listing({ pageTitle: 'Ours' }) })
    expect(says(titleLengthRule(short))).toEqual(['The title for search results has 4 characters. Aim for 20 or more.'])
  })

  it('find a missing title or description, and lead to its editor', () => {
    expect(titleLengthRule(buildSiteAuditFixture({ metadata: { Terms: { title: ' ' } } }))).toMatchObject([
      {
        says: 'This page has no title for search results.',
        place: {
          name: 'Search result of Terms: Title',
          path: '/edit-search?page=Terms#add-search-listing-pageTitle',
        },
      },
    ])
    const none = buildSiteAuditFixture({ metadata: { Home: { description: '' } } })
    expect(says(descriptionLengthRule(none))).toEqual(['This page has no description for search results.'])
  })

  it('find two titles with mostly the same words, unless one page is kept out of search results', () => {
    const metadata = { Home: { title: 'SEO for real estate brokers' }, Pricing: { title: 'Real estate SEO' } }
    expect(similarTitleRule(buildSiteAuditFixture({ metadata }))).toMatchObject([
      {
        says: '“SEO for real estate brokers” and “Real estate SEO” say nearly the same thing, so these two pages compete in search results.',
        pages: ['Home', 'Pricing'],
        place: { path: '/edit-search?page=Pricing#add-search-listing-pageTitle' },
      },
    ])
    const hidden = { ...metadata, Pricing: { ...metadata.Pricing, isHiddenFromSearch: true as const } }
    expect(similarTitleRule(buildSiteAuditFixture({ metadata: hidden }))).toEqual([])
    expect(similarTitleRule(buildSiteAuditFixture({ metadata: { Home: { title: 'SEO for brokers' } } }))).toEqual([])
  })

  it('report pages with the same title or description as one finding', () => {
    expect([...duplicateTitleRule(buildSiteAuditFixture()), ...duplicateDescriptionRule(buildSiteAuditFixture())]).toEqual([])
    const same = { title: 'The same', description: 'The same, too.' }
    const site = buildSiteAuditFixture({ metadata: { Home: same, Pricing: { ...same, title: 'the  SAME' }, Terms: same } })
    expect(duplicateTitleRule(site)).toMatchObject([{ pages: ['Home', 'Pricing', 'Terms'] }])
    expect(says(duplicateDescriptionRule(site))).toEqual([
      'Home, Pricing, and Terms have the same description for search results.',
    ])
  })
})
