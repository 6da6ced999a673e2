import { toBusiness } from '../../../../contract/content/business-facts.ts'
import { footerAddress } from '../../../../contract/content/kinds/footer-address.ts'
import type { ApiCall } from '../../../../contract/core/endpoint.ts'
import { type DefaultPageFacts, listPageFactsEndpoint } from '../../../../contract/core/page-facts.ts'
import { publicPages } from '../../../../contract/core/public-pages.ts'
import type { Values } from '../../../forms/form-action.ts'
import { loadFirstRecord } from '../../../load-records.ts'

/** The business's name, and the default title and description of each page. */
export type SearchSnippetData = { business: string; pages: readonly DefaultPageFacts[] }

export async function loadSearchSnippetData(call: ApiCall): Promise<SearchSnippetData> {
  const [address, pages] = await Promise.all([loadFirstRecord(call, footerAddress), call(listPageFactsEndpoint, {})])
  return { business: toBusiness(address).name, pages }
}

/** A page's search result. `shareImage` is empty if the server renders the image. */
export type SearchSnippet = { page: { name: string; path: string }; title: string; description: string; shareImage: string }

/** Returns undefined if the values don't name a page yet. */
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

/** Returns the snippet of a record's own page, whose texts come from the record. */
export function buildRecordSearchSnippet({
  page: path,
  title,
  description = '',
  shareImage = '',
}: DefaultPageFacts): SearchSnippet {
  return { page: { name: path, path }, title, description, shareImage }
}

/** Formats a URL as search engines do: `example.com › service`. */
export function formatBreadcrumb(origin: string, { path }: SearchSnippet['page']): string {
  return [URL.parse(origin)?.host ?? '', ...path.split('/').filter(Boolean)].join(' › ')
}
