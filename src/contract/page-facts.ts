import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

const facts = z.object({
  /** Without the business name, which is added. */
  title: z.string(),
  description: z.optional(z.string()),
  /** A picture that the owner chose; otherwise one is drawn from the title. */
  shareImage: z.optional(z.string()),
})
const factsOfPage = z.extend(facts, { page: z.string() })

/** What a public page says of itself to search engines and link previews. */
export type PageFacts = z.output<typeof facts>

/** The same, and what the page says by itself where the owner says nothing else. */
export type BothFacts = PageFacts & { itself: PageFacts }

/** What a named page says while the owner says nothing else. */
export type OwnFacts = z.output<typeof factsOfPage>

export const listPageFacts = defineEndpoint({
  method: 'GET',
  path: '/page-facts',
  access: 'admin',
  tag: 'search-listing',
  summary: 'What every public page says of itself while its search result says nothing else',
  reply: z.array(factsOfPage),
  status: 200,
})
