import { redirect } from '#contract/content/kinds/redirect.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import type { PageMetadata } from '#contract/core/page-rendering-interface.ts'
import { type PublicPageName, publicPages } from '#contract/core/public-pages.ts'
import type { StoredRecord } from '#server/content/records/records.ts'
import type { AuditedSitePage, AuditedSiteWithContent } from '#server/content/site-audit/audited-site.ts'
import { addLocatorToAuditedSite } from '#server/content/site-audit/fix-places.ts'
import { createPathToPageMatcher } from '#server/content/site-audit/match-path-to-page.ts'
import { parsePageHtml } from '#server/content/site-audit/parse-page-html.ts'
import { createRedirectFollower } from '#server/site/pages/redirect-chain.ts'

type SiteAuditFixture = Partial<Pick<AuditedSiteWithContent, 'origin' | 'pictures' | 'changedFacts'>> & {
  /** The body of each page. */
  pages?: Partial<Record<PublicPageName, string>>
  /** The metadata that each page states. */
  metadata?: Partial<Record<PublicPageName, Partial<PageMetadata>>>
  records?: readonly (readonly [ContentKind, ...Partial<StoredRecord>[]])[]
}

/** Builds a site whose only findings are the test's own. */
export function buildSiteAuditFixture({
  pages = {},
  metadata = {},
  records = [],
  origin = 'https://shop.test',
  pictures,
  changedFacts = [],
}: SiteAuditFixture = {}): AuditedSiteWithContent {
  const redirects = records.flatMap(([{ kind }, ...all]) => (kind === redirect.kind ? all.map(({ values = {} }) => values) : []))
  const pagePaths = publicPages.map(({ path }) => path)
  return addLocatorToAuditedSite({
    origin,
    followRedirects: createRedirectFollower(redirects, pagePaths, origin),
    pages: publicPages.map((page) => buildPage(page, pages[page.name], metadata[page.name])),
    records: new Map(records.map(([{ kind }, ...all]) => [kind, all.map((one, nth) => buildRecord(one, nth + 1))])),
    pictures: pictures ?? new Map(),
    changedFacts,
    files: new Map([
      ['/art/mark.svg', 800],
      ['/assets/site.css', 9_000],
    ]),
    findPage: createPathToPageMatcher([
      ...publicPages.map(({ path }) => ({ path, access: 'anyone' as const })),
      { path: '/order-now/:id', access: 'signedIn' },
      { path: '/setting', access: 'admin' },
    ]),
  })
}

function buildPage(
  { name, path }: (typeof publicPages)[number],
  body: string | undefined,
  pageMetadata: Partial<PageMetadata> = {},
): AuditedSitePage {
  const ownMetadata = { title: `What ${name} is about`, description: `What a visitor finds on ${name}, in a sentence.` }
  return {
    name,
    page: name,
    path,
    status: 200,
    headers: new Headers(),
    html: parsePageHtml(body ?? '<h1>A heading</h1>'),
    metadata: { ...ownMetadata, ...pageMetadata, defaults: ownMetadata },
  }
}

function buildRecord(record: Partial<StoredRecord>, nth: number): StoredRecord {
  return { id: String(nth), version: 1, sampleFields: null, isHidden: false, values: {}, ...record }
}
