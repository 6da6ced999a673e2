import { toBusiness } from '../../../../contract/content/business-facts.ts'
import { footerAddress } from '../../../../contract/content/kinds/footer-address.ts'
import type { ApiCall } from '../../../../contract/core/endpoint.ts'
import { type DefaultPageFacts, listPageFacts } from '../../../../contract/core/page-facts.ts'
import { publicPages } from '../../../../contract/core/public-pages.ts'
import type { Values } from '../../../forms/form-action.ts'
import { loadFirstRecord } from '../../../load-records.ts'

/** Whose site it is, and what its pages say of themselves. */
export type SearchSnippetData = { business: string; pages: readonly DefaultPageFacts[] }

export async function loadSearchSnippetData(call: ApiCall): Promise<SearchSnippetData> {
  const [address, pages] = await Promise.all([loadFirstRecord(call, footerAddress), call(listPageFacts, {})])
  return { business: toBusiness(address).name, pages }
}

/** How a page is listed with these values; an empty one leaves it to the page. */
export type SearchSnippet = { page: { name: string; path: string }; title: string; description: string; shareImage: string }

/** Undefined where the values name no page yet. */
export function buildSearchSnippet({ pages }: SearchSnippetData, values: Values): SearchSnippet | undefined {
  const page = publicPages.find(({ name }) => name === values.page)
  const pageFacts = pages.find((entry) => entry.page === page?.name)
  if (!page || !pageFacts) return undefined
  return {
    page,
    title: values.pageTitle?.trim() || pageFacts.title,
    description: values.pageDescription?.trim() || (pageFacts.description ?? ''),
    shareImage: values.shareImage?.trim() || (pageFacts.shareImage ?? ''),
  }
}

/** The page of a record, whose own words are in its editor. */
export function buildRecordSearchSnippet({
  page: path,
  title,
  description = '',
  shareImage = '',
}: DefaultPageFacts): SearchSnippet {
  return { page: { name: path, path }, title, description, shareImage }
}

/** The address as search engines write it: `example.com › service`. */
export function formatBreadcrumb(origin: string, { path }: SearchSnippet['page']): string {
  return [URL.parse(origin)?.host ?? '', ...path.split('/').filter(Boolean)].join(' › ')
}
