import type { LoaderFunctionArgs } from 'react-router'
import { pageSearchListing } from '#contract/content/kinds/page-search-listing.ts'
import { parseSiteVerificationCode, searchEngineSettings } from '#contract/content/kinds/search-engine-settings.ts'
import type { ContentKind, ContentRecord } from '#contract/core/content-kind.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import type { PageMetadata, PageMetadataAndDefaults } from '#contract/core/page-rendering-interface.ts'
import { buildDetailPagePath, type DetailPageName, getPublicPage, type PublicPageName } from '#contract/core/public-pages.ts'
import { HIDE_FROM_SEARCH_CHOICE, type seoFields } from '#contract/core/seo-fields.ts'
import { getRecords, isPagePublished, loadPageContent, type PageContent } from '../page-content.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { createNotFoundError } from '../page-route.ts'
import { listContentKindsOfPage } from './sections/public-sections.tsx'

/** The data of a public page: its content, and its metadata with the owner's values applied. */
export type PublicPageData = { content: PageContent; metadata: PageMetadata }

/**
 * Creates the loader of a public page, and a function that returns only its metadata (for share images).
 * The loader throws a 404 while the page lacks its required record.
 * `buildDefaultMetadata` returns the metadata that applies unless the owner sets others.
 */
export function createPublicPageLoader(name: PublicPageName, buildDefaultMetadata: (content: PageContent) => PageMetadata) {
  async function load(call: ApiCallFunction): Promise<PublicPageData & { defaultMetadata: PageMetadata }> {
    const content = await loadPageContent(call, [
      ...listContentKindsOfPage(name),
      pageSearchListing,
      ...(name === 'Home' ? [searchEngineSettings] : []),
    ])
    const ownerMetadata = getRecords(content, pageSearchListing).find(({ page }) => page === name)
    const defaultMetadata = buildDefaultMetadata(content)
    const metadata = { ...mergeOwnerMetadata(ownerMetadata, defaultMetadata), ...(name === 'Home' && readVerification(content)) }
    return { content, metadata, defaultMetadata }
  }
  return {
    async loader({ context }: LoaderFunctionArgs): Promise<PublicPageData> {
      const data = await load(getPageRequestContext(context).call)
      if (!isPagePublished(name, data.content)) throw createNotFoundError()
      return data
    },
    async metadata(call: ApiCallFunction): Promise<PageMetadataAndDefaults> {
      const { metadata, defaultMetadata } = await load(call)
      return { ...metadata, defaults: defaultMetadata }
    },
  }
}

/**
 * Creates the same functions for the page of a record, whose own fields hold the owner's metadata (`seoFields`).
 * `content` holds the record as the first of its kind. The loader throws a 404 if no record has this path.
 */
export function createPublicDetailPageLoader<S extends ContentKind>(
  name: DetailPageName,
  contentKind: S,
  buildDefaultMetadata: (item: ContentRecord<S>, content: PageContent) => PageMetadata,
) {
  async function load(call: ApiCallFunction, path: string): Promise<PublicPageData & { defaultMetadata: PageMetadata }> {
    const content = await loadPageContent(call, listContentKindsOfPage(name))
    const records = getRecords(content, contentKind)
    const item = records.find(({ _path }) => _path === path)
    if (!item) throw createNotFoundError()
    const defaultMetadata = buildDefaultMetadata(item, content)
    const sortedContent = { ...content, [contentKind.kind]: [item, ...records.filter((record) => record !== item)] }
    return { content: sortedContent, metadata: mergeOwnerMetadata(item as OwnerMetadata, defaultMetadata), defaultMetadata }
  }
  return {
    loader: ({ context, params }: LoaderFunctionArgs) =>
      load(getPageRequestContext(context).call, buildDetailPagePath(getPublicPage(name), params.slug ?? '')),
    async metadata(call: ApiCallFunction, path: string): Promise<PageMetadataAndDefaults> {
      const { metadata, defaultMetadata } = await load(call, path)
      return { ...metadata, defaults: defaultMetadata }
    },
  }
}

type OwnerMetadata = Partial<Record<keyof typeof seoFields, string>>

/** Returns the owner's metadata, completed by the page's defaults. */
function mergeOwnerMetadata(ownerMetadata: OwnerMetadata | undefined, defaultMetadata: PageMetadata): PageMetadata {
  return {
    title: ownerMetadata?.pageTitle || defaultMetadata.title,
    description: ownerMetadata?.pageDescription || defaultMetadata.description,
    shareImage: ownerMetadata?.shareImage || defaultMetadata.shareImage,
    shareImageAlt: ownerMetadata?.shareImageAlt || defaultMetadata.shareImageAlt,
    socialTitle: ownerMetadata?.socialTitle || defaultMetadata.socialTitle,
    socialText: ownerMetadata?.socialText || defaultMetadata.socialText,
    canonicalUrl: ownerMetadata?.canonicalUrl || defaultMetadata.canonicalUrl,
    ...(ownerMetadata?.searchVisibility === HIDE_FROM_SEARCH_CHOICE && { isHiddenFromSearch: true as const }),
  }
}

/** Search engines read the codes on the home page only. */
function readVerification(content: PageContent): Pick<PageMetadata, 'verification'> {
  const [settings] = getRecords(content, searchEngineSettings)
  const google = parseSiteVerificationCode(settings?.googleCode ?? '')
  const bing = parseSiteVerificationCode(settings?.bingCode ?? '')
  return { verification: { ...(google && { google }), ...(bing && { bing }) } }
}
