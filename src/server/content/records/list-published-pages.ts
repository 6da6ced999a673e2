import { pageSearchListing } from '#contract/content/kinds/page-search-listing.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import {
  detailPages,
  getPublicPage,
  hasRecordRequiredByPage,
  type PublicPage,
  type PublishedPage,
  publicPages,
} from '#contract/core/public-pages.ts'
import { isLeftOutOfSitemap } from '#contract/core/seo-fields.ts'
import type { DatabaseReader } from '#platform/db/tables.ts'
import { listOldRecordPathsOfKind, listPagesOfVisibleRecords, type OldRecordPath } from './record-page-paths.ts'
import { parseRecordRow, type StoredRecord } from './record-row.ts'
import { listKindRecords } from './store.ts'
import { listTrashedRows } from './trash/store.ts'

const kindsWithDetailPages = detailPages.map((page) => {
  const contentKind = contentKinds.find(({ kind }) => kind === page.kind)
  if (!contentKind) throw new Error(`public-pages.ts declares pages of the kind ${page.kind}, which is no content kind.`)
  return { page, contentKind }
})

const requiredKinds = publicPages.flatMap((page: PublicPage) => page.requires?.kind ?? [])
const kindsThatMakePages = [...new Set([...requiredKinds, pageSearchListing.kind, ...detailPages.map(({ kind }) => kind)])]

/** Lists the public pages that exist: first the fixed ones, then the pages of records in their order. */
export async function listPublishedPages(db: DatabaseReader): Promise<PublishedPage[]> {
  const records = contentKinds
    .filter(({ kind }) => kindsThatMakePages.includes(kind))
    .map(async (contentKind) => [contentKind.kind, await listKindRecords(db, contentKind)] as const)
  return buildPublishedPages(new Map(await Promise.all(records)))
}

/** Builds the same list from the visible records of each kind. */
export function buildPublishedPages(records: ReadonlyMap<string, readonly StoredRecord[]>): PublishedPage[] {
  const listRecordValues = (kind: string) => (records.get(kind) ?? []).map(({ values }) => values)
  const listings = listRecordValues(pageSearchListing.kind)
  const fixedPages = publicPages
    .filter((page) => hasRecordRequiredByPage(page, listRecordValues))
    .map(({ name, path }): PublishedPage => {
      const isUnlisted = listings.some((values) => values.page === name && isLeftOutOfSitemap(values))
      return { name, path, title: name, ...(isUnlisted && { isUnlisted }) }
    })
  const recordPages = kindsWithDetailPages.flatMap(({ contentKind }) =>
    listPagesOfVisibleRecords(contentKind, records.get(contentKind.kind) ?? []),
  )
  return [...fixedPages, ...recordPages]
}

/** Lists the paths of records that changed their slug, were hidden or were deleted. */
export async function listOldRecordPaths(db: DatabaseReader): Promise<OldRecordPath[]> {
  const pathLists = kindsWithDetailPages.map(async ({ contentKind, page }) => {
    const [records, trash] = await Promise.all([
      listKindRecords(db, contentKind, { withHidden: true }),
      listTrashedRows(db, contentKind.kind),
    ])
    return listOldRecordPathsOfKind(contentKind, getPublicPage(page.parentPage).path, records, trash.map(parseRecordRow))
  })
  return (await Promise.all(pathLists)).flat()
}

/** Lists the former paths of visible records, with their current ones. */
export function buildMovedRecordPaths(records: ReadonlyMap<string, readonly StoredRecord[]>): OldRecordPath[] {
  return kindsWithDetailPages.flatMap(({ contentKind, page }) =>
    listOldRecordPathsOfKind(contentKind, getPublicPage(page.parentPage).path, records.get(contentKind.kind) ?? [], []),
  )
}
