import type { LoaderFunctionArgs } from 'react-router'
import type { Call } from '../../contract/endpoint.ts'
import { type PublicPageName, publicPage } from '../../contract/public-pages.ts'
import { searchListing } from '../../contract/sections/search-listing.ts'
import { readAll } from '../content.ts'
import { visitOf } from '../visit.ts'

/** What a public page says of itself to search engines and link previews. */
export type PageFacts = {
  /** Without the business name, which is added. */
  title: string
  description?: string
  /** A picture that the owner chose; otherwise one is drawn from the title. */
  shareImage?: string
}

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
  publicPage(name)
  async function load(call: Call): Promise<PublicData<Content>> {
    const [content, listings] = await Promise.all([read(call), readAll(call, searchListing)])
    const own = listings.find(({ page }) => page === name)
    const said = describe(content)
    const facts = {
      title: own?.pageTitle || said.title,
      description: own?.pageDescription || said.description,
      shareImage: own?.shareImage || said.shareImage,
    }
    return { content, facts }
  }
  return {
    loader: ({ context }: LoaderFunctionArgs) => load(visitOf(context).call),
    facts: async (call: Call) => (await load(call)).facts,
  }
}
