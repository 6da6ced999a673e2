import { buildBusinessFacts } from '#contract/content/build-business-facts.ts'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { logo } from '#contract/content/kinds/logo.ts'
import { type DefaultPageMetadata, listDefaultPageMetadataEndpoint } from '#contract/core/default-page-metadata-list-endpoint.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { publicPages } from '#contract/core/public-pages.ts'
import type { Values } from '#web/forms/form-action.ts'
import { loadFirstContentRecord } from '#web/load-content-records.ts'

/** The business's name, the URL of its logo or nothing, and the default title and description of each page. */
export type SearchSnippetDefaults = { business: string; logo: string; pages: readonly DefaultPageMetadata[] }

export async function loadSearchSnippetDefaults(call: ApiCallFunction): Promise<SearchSnippetDefaults> {
  const [address, logoRecord, pages] = await Promise.all([
    loadFirstContentRecord(call, businessInfo),
    loadFirstContentRecord(call, logo),
    call(listDefaultPageMetadataEndpoint, {}),
  ])
  return { business: buildBusinessFacts(address).name, logo: logoRecord?.logo.trim() ?? '', pages }
}

/** A page's search result. `shareImage` is empty if the server renders the image. */
export type SearchSnippet = { page: { name: string; path: string }; title: string; description: string; shareImage: string }

/** Returns undefined if the values don't name a page yet. */
export function buildSearchSnippet({ pages }: SearchSnippetDefaults, values: Values): SearchSnippet | undefined {
  const page = publicPages.find(({ name }) => name === values.page)
  const pageMetadata = pages.find((entry) => entry.page === page?.name)
  if (!page || !pageMetadata) return undefined
  return {
    page,
    title: values.pageTitle?.trim() || pageMetadata.title,
    description: values.pageDescription?.trim() || (pageMetadata.description ?? ''),
    shareImage: values.shareImage?.trim() || (pageMetadata.shareImage ?? ''),
  }
}

/** Returns the snippet of a record's own page, whose texts come from the record. */
export function toSearchSnippet({ page: path, title, description = '', shareImage = '' }: DefaultPageMetadata): SearchSnippet {
  return { page: { name: path, path }, title, description, shareImage }
}

/** Formats a URL as search engines do: `example.com › service`. */
export function formatBreadcrumb(origin: string, { path }: SearchSnippet['page']): string {
  return [URL.parse(origin)?.host ?? '', ...path.split('/').filter(Boolean)].join(' › ')
}
