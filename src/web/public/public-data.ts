import type { LoaderFunctionArgs } from 'react-router'
import { searchListing } from '../../contract/content/kinds/search-listing.ts'
import type { ContentKind, RecordOf } from '../../contract/grammar/content-kind.ts'
import type { Call } from '../../contract/grammar/endpoint.ts'
import { type ItemPageName, itemPath, type PublicPageName, publicPage } from '../../contract/grammar/public-pages.ts'
import type { BothFacts, PageFacts } from '../../contract/grammar/rendering.ts'
import type { searchFields } from '../../contract/grammar/search-fields.ts'
import { noSuchPage } from '../guards.ts'
import { type PageContent, readContent, recordsOf } from '../page-content.ts'
import { visitOf } from '../visit.ts'
import { kindsOn } from './sections/all-sections.tsx'

/** What the loader of a public page gives: its content, and its facts with the owner's own words laid over. */
export type PublicData = { content: PageContent; facts: PageFacts }

/**
 * The loader of a public page, and its facts alone for whoever needs no more (share images).
 * `describe` says what holds where the owner has not said anything else.
 */
export function publicData(name: PublicPageName, describe: (content: PageContent) => PageFacts) {
  async function load(call: Call): Promise<PublicData & { itself: PageFacts }> {
    const content = await readContent(call, [...kindsOn(name), searchListing])
    const own = recordsOf(content, searchListing).find(({ page }) => page === name)
    const itself = describe(content)
    return { content, facts: saidOver(own, itself), itself }
  }
  return {
    loader: ({ context }: LoaderFunctionArgs) => load(visitOf(context).call),
    async facts(call: Call): Promise<BothFacts> {
      const { facts, itself } = await load(call)
      return { ...facts, itself }
    },
  }
}

/**
 * The same of the page of a record, whose fields say it to search engines (`searchFields`). The record is the first of its kind
 * in `content`. Throws a 404 where no record has this page.
 */
export function itemData<S extends ContentKind>(
  name: ItemPageName,
  contentKind: S,
  describe: (item: RecordOf<S>, content: PageContent) => PageFacts,
) {
  async function load(call: Call, path: string): Promise<PublicData & { itself: PageFacts }> {
    const content = await readContent(call, kindsOn(name))
    const all = recordsOf(content, contentKind)
    const item = all.find(({ _path }) => _path === path)
    if (!item) throw noSuchPage()
    const itself = describe(item, content)
    const itemFirst = { ...content, [contentKind.kind]: [item, ...all.filter((one) => one !== item)] }
    return { content: itemFirst, facts: saidOver(item as SaidByOwner, itself), itself }
  }
  return {
    loader: ({ context, params }: LoaderFunctionArgs) =>
      load(visitOf(context).call, itemPath(publicPage(name), params.slug ?? '')),
    async facts(call: Call, path: string): Promise<BothFacts> {
      const { facts, itself } = await load(call, path)
      return { ...facts, itself }
    },
  }
}

type SaidByOwner = Partial<Record<keyof typeof searchFields, string>>

/** The owner's own words, and where they say nothing those of the page. */
function saidOver(own: SaidByOwner | undefined, itself: PageFacts): PageFacts {
  return {
    title: own?.pageTitle || itself.title,
    description: own?.pageDescription || itself.description,
    shareImage: own?.shareImage || itself.shareImage,
  }
}
