import type { LoaderFunctionArgs } from 'react-router'
import { searchListing } from '../../contract/content/kinds/search-listing.ts'
import { parseVerificationCode, searchSettings } from '../../contract/content/kinds/search-settings.ts'
import type { ContentKind, ContentRecord } from '../../contract/core/content-kind.ts'
import type { ApiCall } from '../../contract/core/endpoint.ts'
import type { PageFacts, PageFactsWithDefaults } from '../../contract/core/page-rendering.ts'
import { buildDetailPagePath, type DetailPageName, getPublicPage, type PublicPageName } from '../../contract/core/public-pages.ts'
import { HIDDEN_FROM_SEARCH, type seoFields } from '../../contract/core/seo-fields.ts'
import { getRecords, isPagePublished, loadPageContent, type PageContent } from '../load-page-content.ts'
import { createNotFoundError } from '../route-guards.ts'
import { getVisit } from '../visit-context.ts'
import { listPageKinds } from './sections/public-sections.tsx'

/** The data of a public page: its content, and its facts with the owner's values applied. */
export type PublicPageData = { content: PageContent; facts: PageFacts }

/**
 * Creates the loader of a public page, and a function that returns only its facts (for share images).
 * The loader throws a 404 while the page lacks its required record.
 * `buildDefaultFacts` returns the facts that apply unless the owner sets others.
 */
export function createPublicPageLoader(name: PublicPageName, buildDefaultFacts: (content: PageContent) => PageFacts) {
  async function load(call: ApiCall): Promise<PublicPageData & { defaultFacts: PageFacts }> {
    const content = await loadPageContent(call, [
      ...listPageKinds(name),
      searchListing,
      ...(name === 'Home' ? [searchSettings] : []),
    ])
    const ownerFacts = getRecords(content, searchListing).find(({ page }) => page === name)
    const defaultFacts = buildDefaultFacts(content)
    const facts = { ...mergeOwnerFacts(ownerFacts, defaultFacts), ...(name === 'Home' && readVerification(content)) }
    return { content, facts, defaultFacts }
  }
  return {
    async loader({ context }: LoaderFunctionArgs): Promise<PublicPageData> {
      const data = await load(getVisit(context).call)
      if (!isPagePublished(name, data.content)) throw createNotFoundError()
      return data
    },
    async facts(call: ApiCall): Promise<PageFactsWithDefaults> {
      const { facts, defaultFacts } = await load(call)
      return { ...facts, defaults: defaultFacts }
    },
  }
}

/**
 * Creates the same functions for the page of a record, whose own fields hold the owner's facts (`seoFields`).
 * `content` holds the record as the first of its kind. The loader throws a 404 if no record has this path.
 */
export function createDetailPageLoader<S extends ContentKind>(
  name: DetailPageName,
  contentKind: S,
  buildDefaultFacts: (item: ContentRecord<S>, content: PageContent) => PageFacts,
) {
  async function load(call: ApiCall, path: string): Promise<PublicPageData & { defaultFacts: PageFacts }> {
    const content = await loadPageContent(call, listPageKinds(name))
    const records = getRecords(content, contentKind)
    const item = records.find(({ _path }) => _path === path)
    if (!item) throw createNotFoundError()
    const defaultFacts = buildDefaultFacts(item, content)
    const sortedContent = { ...content, [contentKind.kind]: [item, ...records.filter((record) => record !== item)] }
    return { content: sortedContent, facts: mergeOwnerFacts(item as OwnerFacts, defaultFacts), defaultFacts }
  }
  return {
    loader: ({ context, params }: LoaderFunctionArgs) =>
      load(getVisit(context).call, buildDetailPagePath(getPublicPage(name), params.slug ?? '')),
    async facts(call: ApiCall, path: string): Promise<PageFactsWithDefaults> {
      const { facts, defaultFacts } = await load(call, path)
      return { ...facts, defaults: defaultFacts }
    },
  }
}

type OwnerFacts = Partial<Record<keyof typeof seoFields, string>>

/** Returns the owner's facts, completed by the page's defaults. */
function mergeOwnerFacts(ownerFacts: OwnerFacts | undefined, defaultFacts: PageFacts): PageFacts {
  return {
    title: ownerFacts?.pageTitle || defaultFacts.title,
    description: ownerFacts?.pageDescription || defaultFacts.description,
    shareImage: ownerFacts?.shareImage || defaultFacts.shareImage,
    shareImageAlt: ownerFacts?.shareImageAlt || defaultFacts.shareImageAlt,
    socialTitle: ownerFacts?.socialTitle || defaultFacts.socialTitle,
    socialText: ownerFacts?.socialText || defaultFacts.socialText,
    canonicalUrl: ownerFacts?.canonicalUrl || defaultFacts.canonicalUrl,
    ...(ownerFacts?.searchVisibility === HIDDEN_FROM_SEARCH && { isHiddenFromSearch: true as const }),
  }
}

/** Search engines read the codes on the home page only. */
function readVerification(content: PageContent): Pick<PageFacts, 'verification'> {
  const [settings] = getRecords(content, searchSettings)
  const google = parseVerificationCode(settings?.googleCode ?? '')
  const bing = parseVerificationCode(settings?.bingCode ?? '')
  return { verification: { ...(google && { google }), ...(bing && { bing }) } }
}
