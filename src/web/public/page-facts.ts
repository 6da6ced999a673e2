import type { LoaderFunctionArgs } from 'react-router'
import type { Call } from '../../contract/endpoint.ts'
import type { PublicPageName } from '../../contract/public-pages.ts'
import type { BothFacts, PageFacts } from '../../contract/rendering.ts'
import { searchListing } from '../../contract/sections/search-listing.ts'
import { readAll } from '../content.ts'
import { visitOf } from '../visit.ts'

/** What the loader of a public page gives: its content, and its facts with the owner's own words laid over. */
export type PublicData<Content> = { content: Content; facts: PageFacts }

/**
 * The loader of a public page, and its facts alone for whoever needs no more (share images).
 * `describe` says what holds where the owner has not said anything else.
 */
export function publicData<Content>(
  name: PublicPageName,
  read: (call: Call) => Promise<Content>,
  describe: (content: Content) => PageFacts,
) {
  async function load(call: Call): Promise<PublicData<Content> & { itself: PageFacts }> {
    const [content, listings] = await Promise.all([read(call), readAll(call, searchListing)])
    const own = listings.find(({ page }) => page === name)
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
