import type { LoaderFunctionArgs } from 'react-router'
import { pageSearchListing } from '../../contract/content/kinds/page-search-listing.ts'
import { parseSiteVerificationCode, searchEngineSettings } from '../../contract/content/kinds/search-engine-settings.ts'
import type { ContentKind, ContentRecord } from '../../contract/core/content-kind.ts'
import type { ApiCallFunction } from '../../contract/core/endpoint.ts'
import { buildDetailPagePath, type DetailPageName, getPublicPage, type PublicPageName } from '../../contract/core/public-pages.ts'
import { HIDE_FROM_SEARCH_CHOICE, type seoFields } from '../../contract/core/seo-fields.ts'
import type { PageMetadata, PageMetadataAndDefaults } from '../../contract/core/server-and-pages-interface.ts'
import { getRecords, isPagePublished, loadPageContent, type PageContent } from '../page-content.ts'
import { getPageRequestContext } from '../page-request-context.ts'
import { createNotFoundError } from '../page-route-and-access-guard.ts'
import { listContentKindsOfPage } from './sections/public-sections.tsx'

/** The data of a public page: its content, and its facts with the owner's values applied. */
export type PublicPageData = { content: PageContent; facts: PageMetadata }

/**
 * Creates the loader of a public page, and a function that returns only its facts (for share images).
 * The loader throws a 404 while the page lacks its required record.
 * `buildDefaultFacts` returns the facts that apply unless the owner sets others.
 */
export function createPublicPageLoader(name: PublicPageName, buildDefaultFacts: (content: PageContent) => PageMetadata) {
  async function load(call: ApiCallFunction): Promise<PublicPageData & { defaultFacts: PageMetadata }> {
    const content = await loadPageContent(call, [
      ...listContentKindsOfPage(name),
      pageSearchListing,
      ...(name === 'Home' ? [searchEngineSettings] : []),
    ])
    const ownerFacts = getRecords(content, pageSearchListing).find(({ page }) => page === name)
    const defaultFacts = buildDefaultFacts(content)
    const facts = { ...mergeOwnerFacts(ownerFacts, defaultFacts), ...(name === 'Home' && readVerification(content)) }
    return { content, facts, defaultFacts }
  }
  return {
    async loader({ context }: LoaderFunctionArgs): Promise<PublicPageData> {
      const data = await load(getPageRequestContext(context).call)
      if (!isPagePublished(name, data.content)) throw createNotFoundError()
      return data
    },
    async facts(call: ApiCallFunction): Promise<PageMetadataAndDefaults> {
      const { facts, defaultFacts } = await load(call)
      return { ...facts, defaults: defaultFacts }
    },
  }
}

/**
 * Creates the same functions for the page of a record, whose own fields hold the owner's facts (`seoFields`).
 * `content` holds the record as the first of its kind. The loader throws a 404 if no record has this path.
 */
export function createPublicDetailPageLoader<S extends ContentKind>(
  name: DetailPageName,
  contentKind: S,
  buildDefaultFacts: (item: ContentRecord<S>, content: PageContent) => PageMetadata,
) {
  async function load(call: ApiCallFunction, path: string): Promise<PublicPageData & { defaultFacts: PageMetadata }> {
    const content = await loadPageContent(call, listContentKindsOfPage(name))
    const records = getRecords(content, contentKind)
    const item = records.find(({ _path }) => _path === path)
    if (!item) throw createNotFoundError()
    const defaultFacts = buildDefaultFacts(item, content)
    const sortedContent = { ...content, [contentKind.kind]: [item, ...records.filter((record) => record !== item)] }
    return { content: sortedContent, facts: mergeOwnerFacts(item as OwnerFacts, defaultFacts), defaultFacts }
  }
  return {
    loader: ({ context, params }: LoaderFunctionArgs) =>
      load(getPageRequestContext(context).call, buildDetailPagePath(getPublicPage(name), params.slug ?? '')),
    async facts(call: ApiCallFunction, path: string): Promise<PageMetadataAndDefaults> {
      const { facts, defaultFacts } = await load(call, path)
      return { ...facts, defaults: defaultFacts }
    },
  }
}

type OwnerFacts = Partial<Record<keyof typeof seoFields, string>>

/** Returns the owner's facts, completed by the page's defaults. */
function mergeOwnerFacts(ownerFacts: OwnerFacts | undefined, defaultFacts: PageMetadata): PageMetadata {
  return {
    title: ownerFacts?.pageTitle || defaultFacts.title,
    description: ownerFacts?.pageDescription || defaultFacts.description,
    shareImage: ownerFacts?.shareImage || defaultFacts.shareImage,
    shareImageAlt: ownerFacts?.shareImageAlt || defaultFacts.shareImageAlt,
    socialTitle: ownerFacts?.socialTitle || defaultFacts.socialTitle,
    socialText: ownerFacts?.socialText || defaultFacts.socialText,
    canonicalUrl: ownerFacts?.canonicalUrl || defaultFacts.canonicalUrl,
    ...(ownerFacts?.searchVisibility === HIDE_FROM_SEARCH_CHOICE && { isHiddenFromSearch: true as const }),
  }
}

/** Search engines read the codes on the home page only. */
function readVerification(content: PageContent): Pick<PageMetadata, 'verification'> {
  const [settings] = getRecords(content, searchEngineSettings)
  const google = parseSiteVerificationCode(settings?.googleCode ?? '')
  const bing = parseSiteVerificationCode(settings?.bingCode ?? '')
  return { verification: { ...(google && { google }), ...(bing && { bing }) } }
}
