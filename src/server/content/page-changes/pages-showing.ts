import { type PublicPageName, publicPages } from '../../../contract/public-pages.ts'
import { isShownOn, type Section } from '../../../contract/section.ts'

/** The public pages that tell something of a record with these values, in the order of their declaration. */
export function pagesShowing(section: Section, values: Readonly<Record<string, string>>): PublicPageName[] {
  const { pageField } = section
  const isTold = (page: PublicPageName) => (pageField ? values[pageField] === page : isShownOn(section, page))
  return publicPages.map(({ name }) => name).filter(isTold)
}
