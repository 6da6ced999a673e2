import { type PublicPageName, publicPages } from '../../../contract/public-pages.ts'
import type { Section } from '../../../contract/section.ts'
import { legalClause } from '../../../contract/sections/legal-clause.ts'
import { searchListing } from '../../../contract/sections/search-listing.ts'

/** Sections whose records are on one page each: the field that names it. */
const PAGE_FIELDS: Readonly<Record<string, string>> = { [legalClause.kind]: 'legalPage', [searchListing.kind]: 'page' }

/** The public pages that tell something of a record with these values, in the order of their declaration. */
export function pagesShowing({ kind, shownOn }: Section, values: Readonly<Record<string, string>>): PublicPageName[] {
  const field = PAGE_FIELDS[kind]
  const places = field === undefined ? shownOn : [values[field]]
  const names = publicPages.map(({ name }) => name)
  return places.includes('Every page') ? names : names.filter((name) => places.includes(name))
}
