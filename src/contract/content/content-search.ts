import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { searchQuerySchema } from '../core/text-schemas.ts'

/** The most results in a reply. */
export const MAX_CONTENT_SEARCH_RESULTS = 30

const searchResultSchema = z.object({
  kind: z.string(),
  field: z.string(),
  /** Null if the match is the field's name or a text outside of records. */
  record: z.nullable(z.string()),
  /** The text around the match. Empty if the match is the field's name. */
  excerpt: z.string(),
  path: z.string(),
})

export type ContentSearchResult = z.infer<typeof searchResultSchema>

export const searchContentEndpoint = defineEndpoint('GET /content-search', 'admin', {
  summary: 'Search the content: first fields by name, then values, in page order',
  query: z.object({
    /** Words that must all match. */
    search: searchQuerySchema({ optional: false }),
  }),
  reply: z.object({ places: z.array(searchResultSchema), total: z.int() }),
})
