import type { ContentKind } from '../../../../contract/core/content-kind.ts'
import { detailPages, type PublicPageName, publicPages } from '../../../../contract/core/public-pages.ts'

/**
 * Lists the public pages that show a record with these values as their own content, in the order of their declaration. One
 * name stands for all pages of a kind's records. The pages of the record's own kind are left out, because they show only its
 * name. So is every page that shows the record only in its header or footer.
 */
export function listPagesShowingRecord(contentKind: ContentKind, values: Readonly<Record<string, string>>): PublicPageName[] {
  const { kind, pageField } = contentKind
  const otherDetailPages = detailPages.filter((page) => page.kind !== kind)
  const names = [...publicPages, ...otherDetailPages].map(({ name }) => name)
  const ownPages = names.filter((name) => pageField !== undefined && values[pageField] === name)
  return ownPages.length > 0 ? ownPages : names.filter((name) => contentKind.shownOn.includes(name))
}
