import type { ContentKind } from '../../src/contract/grammar/content-kind.ts'
import { type PublicPageName, publicPages } from '../../src/contract/grammar/public-pages.ts'
import type { PageFacts } from '../../src/contract/grammar/rendering.ts'
import type { StoredRecord } from '../../src/server/content/records/records.ts'
import { createPageFinder } from '../../src/server/content/site-checks/page-at.ts'
import { readPage } from '../../src/server/content/site-checks/read-page.ts'
import { type CheckedPage, type Site, withLocate } from '../../src/server/content/site-checks/site.ts'

type Example = Partial<Pick<Site, 'origin' | 'pictures'>> & {
  /** What stands in the body of a page. */
  pages?: Partial<Record<PublicPageName, string>>
  /** What each page says of itself. */
  facts?: Partial<Record<PublicPageName, Partial<PageFacts>>>
  records?: readonly (readonly [ContentKind, ...Partial<StoredRecord>[]])[]
}

/** A site for tests on which nothing is wrong but what the test puts there. */
export function exampleSite({
  pages = {},
  facts = {},
  records = [],
  origin = 'https://shop.test',
  pictures,
}: Example = {}): Site {
  return withLocate({
    origin,
    pages: publicPages.map((page) => pageOf(page, pages[page.name], facts[page.name])),
    records: new Map(records.map(([{ kind }, ...all]) => [kind, all.map((one, nth) => recordOf(one, nth + 1))])),
    pictures: pictures ?? new Map(),
    files: new Map([
      ['/art/mark.svg', 800],
      ['/assets/site.css', 9_000],
    ]),
    pageAt: createPageFinder([
      ...publicPages.map(({ path }) => ({ path, access: 'anyone' as const })),
      { path: '/order-now/:id', access: 'signedIn' },
      { path: '/setting', access: 'admin' },
    ]),
  })
}

function pageOf(
  { name, path }: (typeof publicPages)[number],
  body: string | undefined,
  said: Partial<PageFacts> = {},
): CheckedPage {
  const itself = { title: `What ${name} is about`, description: `What a visitor finds on ${name}, in a sentence.` }
  return {
    name,
    page: name,
    path,
    status: 200,
    headers: new Headers(),
    html: readPage(body ?? '<h1>A heading</h1>'),
    facts: { ...itself, ...said, itself },
  }
}

function recordOf(record: Partial<StoredRecord>, nth: number): StoredRecord {
  return { id: String(nth), version: 1, sampleFields: null, isHidden: false, values: {}, ...record }
}
