import type { LoaderFunctionArgs } from 'react-router'
import { searchListing } from '../../contract/content/kinds/search-listing.ts'
import type { ContentKind, ContentRecord } from '../../contract/core/content-kind.ts'
import type { ApiCall } from '../../contract/core/endpoint.ts'
import type { PageFacts, PageFactsWithDefaults } from '../../contract/core/page-rendering.ts'
import { buildDetailPath, type DetailPageName, getPublicPage, type PublicPageName } from '../../contract/core/public-pages.ts'
import type { seoFields } from '../../contract/core/seo-fields.ts'
import { getRecords, loadPageContent, type PageContent } from '../page-content.ts'
import { createNotFoundError } from '../route-guards.ts'
import { getVisit } from '../visit-context.ts'
import { getPageKinds } from './sections/public-sections.tsx'

/** What the loader of a public page gives: its content, and its facts with the owner's own words laid over. */
export type PublicPageData = { content: PageContent; facts: PageFacts }

/**
 * The loader of a public page, and its facts alone for whoever needs no more (share images).
 * `describe` says what holds where the owner has not said anything else.
 */
export function createPublicPageLoader(name: PublicPageName, buildDefaultFacts: (content: PageContent) => PageFacts) {
  async function load(call: ApiCall): Promise<PublicPageData & { defaultFacts: PageFacts }> {
    const content = await loadPageContent(call, [...getPageKinds(name), searchListing])
    const own = getRecords(content, searchListing).find(({ page }) => page === name)
    const defaultFacts = buildDefaultFacts(content)
    return { content, facts: mergeOwnerFacts(own, defaultFacts), defaultFacts }
  }
  return {
    loader: ({ context }: LoaderFunctionArgs) => load(getVisit(context).call),
    async facts(call: ApiCall): Promise<PageFactsWithDefaults> {
      const { facts, defaultFacts } = await load(call)
      return { ...facts, defaults: defaultFacts }
    },
  }
}

/**
 * The same of the page of a record, whose fields say it to search engines (`searchFields`). The record is the first of its kind
 * in `content`. Throws a 404 where no record has this page.
 */
export function createItemPageLoader<S extends ContentKind>(
  name: DetailPageName,
  contentKind: S,
  buildDefaultFacts: (item: ContentRecord<S>, content: PageContent) => PageFacts,
) {
  async function load(call: ApiCall, path: string): Promise<PublicPageData & { defaultFacts: PageFacts }> {
    const content = await loadPageContent(call, getPageKinds(name))
    const all = getRecords(content, contentKind)
    const item = all.find(({ _path }) => _path === path)
    if (!item) throw createNotFoundError()
    const defaultFacts = buildDefaultFacts(item, content)
    const itemFirst = { ...content, [contentKind.kind]: [item, ...all.filter((one) => one !== item)] }
    return { content: itemFirst, facts: mergeOwnerFacts(item as OwnerFacts, defaultFacts), defaultFacts }
  }
  return {
    loader: ({ context, params }: LoaderFunctionArgs) =>
      load(getVisit(context).call, buildDetailPath(getPublicPage(name), params.slug ?? '')),
    async facts(call: ApiCall, path: string): Promise<PageFactsWithDefaults> {
      const { facts, defaultFacts } = await load(call, path)
      return { ...facts, defaults: defaultFacts }
    },
  }
}

type OwnerFacts = Partial<Record<keyof typeof seoFields, string>>

/** The owner's own words, and where they say nothing those of the page. */
function mergeOwnerFacts(own: OwnerFacts | undefined, defaultFacts: PageFacts): PageFacts {
  return {
    title: own?.pageTitle || defaultFacts.title,
    description: own?.pageDescription || defaultFacts.description,
    shareImage: own?.shareImage || defaultFacts.shareImage,
  }
}
