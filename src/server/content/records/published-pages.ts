import { contentKinds } from '../../../contract/content-kinds.ts'
import { detailPages, getPublicPage, type PublishedPage, publicPages } from '../../../contract/core/public-pages.ts'
import type { DatabaseReader } from '../../platform/db/tables.ts'
import { listOldPaths, listRecordPages, type OldRecordPath } from './record-slugs.ts'
import { listKindRecords, toStoredRecord } from './store.ts'
import { listTrashedRows } from './trash/store.ts'

const kindsWithDetailPages = detailPages.map((page) => {
  const contentKind = contentKinds.find(({ kind }) => kind === page.kind)
  if (!contentKind) throw new Error(`public-pages.ts declares pages of the kind ${page.kind}, which is no content kind.`)
  return { page, contentKind }
})

/** Lists every public page: first the fixed ones, then the pages of records in their order. */
export async function listPublishedPages(db: DatabaseReader): Promise<PublishedPage[]> {
  const detailPageLists = kindsWithDetailPages.map(async ({ contentKind }) =>
    listRecordPages(contentKind, await listKindRecords(db, contentKind)),
  )
  const fixedPages = publicPages.map(({ name, path }) => ({ name, path, title: name }))
  return [...fixedPages, ...(await Promise.all(detailPageLists)).flat()]
}

/** Lists the paths of records that changed their slug, were hidden or were deleted. */
export async function listOldRecordPaths(db: DatabaseReader): Promise<OldRecordPath[]> {
  const pathLists = kindsWithDetailPages.map(async ({ contentKind, page }) => {
    const [records, trash] = await Promise.all([
      listKindRecords(db, contentKind, { withHidden: true }),
      listTrashedRows(db, contentKind.kind),
    ])
    return listOldPaths(contentKind, getPublicPage(page.parentPage).path, records, trash.map(toStoredRecord))
  })
  return (await Promise.all(pathLists)).flat()
}
