import type { ContentKind } from '#contract/core/content-kind.ts'
import { detailPages, EVERY_PAGE, type PublicPageName, publicPages } from '#contract/core/public-pages.ts'

/**
 * Lists the public pages that show a record with these values as their own content, in the order of their declaration. One
 * name stands for all pages of a kind's records. The pages of the record's own kind are left out, because they show only its
 * name. So is every page that shows the record only in its header or footer.
 */
export function listPagesShowingRecordOutsideFrame(
  contentKind: ContentKind,
  values: Readonly<Record<string, string>>,
): PublicPageName[] {
  const { pageField, isOnPage = () => true } = contentKind
  const names = listPageNames(contentKind)
  const ownPages = names.filter((name) => pageField !== undefined && values[pageField] === name)
  return ownPages.length > 0 ? ownPages : names.filter((name) => contentKind.shownOn.includes(name) && isOnPage(values, name))
}

/** Lists the same pages, or all pages for a record in their header or footer. */
export function listPagesShowingRecordAnywhere(
  contentKind: ContentKind,
  values: Readonly<Record<string, string>>,
): PublicPageName[] {
  return contentKind.shownOn.includes(EVERY_PAGE)
    ? listPageNames(contentKind)
    : listPagesShowingRecordOutsideFrame(contentKind, values)
}

function listPageNames({ kind }: ContentKind): PublicPageName[] {
  return [...publicPages, ...detailPages.filter((page) => page.kind !== kind)].map(({ name }) => name)
}
