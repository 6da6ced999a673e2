import type { LoaderFunctionArgs } from 'react-router'
import type { Call } from '../../contract/endpoint.ts'
import type { PublicPageName } from '../../contract/public-pages.ts'
import type { BothFacts, PageFacts } from '../../contract/rendering.ts'
import { searchListing } from '../../contract/sections/search-listing.ts'
import { visitOf } from '../visit.ts'
import { type PageContent, readContent, recordsOf } from './page-content.ts'
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
    const facts = {
      title: own?.pageTitle || itself.title,
      description: own?.pageDescription || itself.description,
      shareImage: own?.shareImage || itself.shareImage,
    }
    return { content, facts, itself }
  }
  return {
    loader: ({ context }: LoaderFunctionArgs) => load(visitOf(context).call),
    async facts(call: Call): Promise<BothFacts> {
      const { facts, itself } = await load(call)
      return { ...facts, itself }
    },
  }
}
