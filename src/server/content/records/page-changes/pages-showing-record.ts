import { type ContentKind, isShownOnPage } from '../../../../contract/core/content-kind.ts'
import { detailPages, type PublicPageName, publicPages } from '../../../../contract/core/public-pages.ts'

/**
 * The public pages that tell something of a record with these values, in the order of their declaration. Pages of records
 * count together where all of them do; of one that has such a page itself, they show no more than its name.
 */
export function listPagesShowingRecord(contentKind: ContentKind, values: Readonly<Record<string, string>>): PublicPageName[] {
  const { kind, pageField } = contentKind
  const otherDetailPages = detailPages.filter((page) => page.kind !== kind)
  const names = [...publicPages, ...otherDetailPages].map(({ name }) => name)
  const ownPages = names.filter((name) => pageField !== undefined && values[pageField] === name)
  return ownPages.length > 0 ? ownPages : names.filter((name) => isShownOnPage(contentKind, name))
}
