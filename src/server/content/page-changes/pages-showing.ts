import { type PublicPageName, publicPages } from '../../../contract/public-pages.ts'
import { isShownOn, type Section } from '../../../contract/section.ts'

/** The public pages that tell something of a record with these values, in the order of their declaration. */
export function pagesShowing(section: Section, values: Readonly<Record<string, string>>): PublicPageName[] {
  const { pageField } = section
  const names = publicPages.map(({ name }) => name)
  const own = names.filter((name) => pageField !== undefined && values[pageField] === name)
  return own.length > 0 ? own : names.filter((name) => isShownOn(section, name))
}
