import { type ContentKind, isKindShownOnPage } from '../../../../contract/core/content-kind.ts'
import { detailPages, type PublicPageName, publicPages } from '../../../../contract/core/public-pages.ts'

/**
 * Lists the public pages that show a record with these values, in the order of their declaration. One name stands for all
 * pages of a kind's records. The pages of the record's own kind are left out, because they show only its name.
 */
export function listPagesShowingRecord(contentKind: ContentKind, values: Readonly<Record<string, string>>): PublicPageName[] {
  const { kind, pageField } = contentKind
  const otherDetailPages = detailPages.filter((page) => page.kind !== kind)
  const names = [...publicPages, ...otherDetailPages].map(({ name }) => name)
  const ownPages = names.filter((name) => pageField !== undefined && values[pageField] === name)
  return ownPages.length > 0 ? ownPages : names.filter((name) => isKindShownOnPage(contentKind, name))
}
