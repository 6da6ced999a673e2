import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

const pageFactsSchema = z.object({
  /** Its name; of a record's page its path. */
  page: z.string(),
  title: z.string(),
  description: z.optional(z.string()),
  shareImage: z.optional(z.string()),
  /** Whose page it is: there the owner's own words are fields of the record, and are among these already. */
  record: z.optional(z.object({ title: z.string(), editor: z.string(), isOwn: z.boolean() })),
})

/** How long what search results show is best, in characters: the title without the business name, and the description. */
export const IDEAL_TITLE_LENGTH = { min: 20, max: 60 }
export const IDEAL_DESCRIPTION_LENGTH = { min: 120, max: 155 }

/** What a public page says of itself to search engines and link previews while the owner says nothing else. */
export type DefaultPageFacts = z.output<typeof pageFactsSchema>

export const listPageFacts = defineEndpoint({
  method: 'GET',
  path: '/page-facts',
  access: 'admin',
  tag: 'search-listing',
  summary: 'What every public page says of itself while its search result says nothing else',
  reply: z.array(pageFactsSchema),
  status: 200,
})
