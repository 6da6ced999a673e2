import { businessOf } from '../../../../contract/content/business.ts'
import { footerAddress } from '../../../../contract/content/kinds/footer-address.ts'
import type { Call } from '../../../../contract/grammar/endpoint.ts'
import { listPageFacts, type OwnFacts } from '../../../../contract/grammar/page-facts.ts'
import { publicPages } from '../../../../contract/grammar/public-pages.ts'
import { readFirst } from '../../../content.ts'
import type { Values } from '../../../forms/form-action.ts'

/** Whose site it is, and what its pages say of themselves. */
export type SearchData = { business: string; pages: readonly OwnFacts[] }

export async function loadSearchData(call: Call): Promise<SearchData> {
  const [address, pages] = await Promise.all([readFirst(call, footerAddress), call(listPageFacts, {})])
  return { business: businessOf(address).name, pages }
}

/** How a page is listed with these values; an empty one leaves it to the page. */
export type Listing = { page: { name: string; path: string }; title: string; description: string; shareImage: string }

/** Undefined where the values name no page yet. */
export function listingOf({ pages }: SearchData, values: Values): Listing | undefined {
  const page = publicPages.find(({ name }) => name === values.page)
  const itself = pages.find((one) => one.page === page?.name)
  if (!page || !itself) return undefined
  return {
    page,
    title: values.pageTitle?.trim() || itself.title,
    description: values.pageDescription?.trim() || (itself.description ?? ''),
    shareImage: values.shareImage?.trim() || (itself.shareImage ?? ''),
  }
}

/** The page of a record, whose own words are in its editor. */
export function recordListing({ page: path, title, description = '', shareImage = '' }: OwnFacts): Listing {
  return { page: { name: path, path }, title, description, shareImage }
}

/** The address as search engines write it: `example.com › service`. */
export function breadcrumbOf(origin: string, { path }: Listing['page']): string {
  return [URL.parse(origin)?.host ?? '', ...path.split('/').filter(Boolean)].join(' › ')
}
