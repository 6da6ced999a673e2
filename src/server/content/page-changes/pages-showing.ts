import { itemPages, type PublicPageName, publicPages } from '../../../contract/public-pages.ts'
import { isShownOn, type Section } from '../../../contract/section.ts'

/**
 * The public pages that tell something of a record with these values, in the order of their declaration. Pages of records
 * count together where all of them do; of one that has such a page itself, they show no more than its name.
 */
export function pagesShowing(section: Section, values: Readonly<Record<string, string>>): PublicPageName[] {
  const { kind, pageField } = section
  const isTold = (page: PublicPageName) => (pageField ? values[pageField] === page : isShownOn(section, page))
  const ofRecords = itemPages.filter((page) => page.kind !== kind)
  return [...publicPages, ...ofRecords].map(({ name }) => name).filter(isTold)
}
