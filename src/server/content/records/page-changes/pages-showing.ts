import { type ContentKind, isShownOn } from '../../../../contract/grammar/content-kind.ts'
import { itemPages, type PublicPageName, publicPages } from '../../../../contract/grammar/public-pages.ts'

/**
 * The public pages that tell something of a record with these values, in the order of their declaration. Pages of records
 * count together where all of them do; of one that has such a page itself, they show no more than its name.
 */
export function pagesShowing(contentKind: ContentKind, values: Readonly<Record<string, string>>): PublicPageName[] {
  const { kind, pageField } = contentKind
  const ofRecords = itemPages.filter((page) => page.kind !== kind)
  const names = [...publicPages, ...ofRecords].map(({ name }) => name)
  const own = names.filter((name) => pageField !== undefined && values[pageField] === name)
  return own.length > 0 ? own : names.filter((name) => isShownOn(contentKind, name))
}
