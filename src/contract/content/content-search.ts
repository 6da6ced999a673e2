import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { searchQuerySchema } from '../core/text-schemas.ts'

/** How many places an answer names at most; of more, the words say too little. */
export const MAX_SEARCH_RESULTS = 30

const searchResultSchema = z.object({
  kind: z.string(),
  field: z.string(),
  /** Null where the field itself is called so, or the site says so without a record. */
  record: z.nullable(z.string()),
  /** What stands around the words; empty where the field is called so. */
  excerpt: z.string(),
  /** The page on which it is edited. */
  path: z.string(),
})

export type ContentSearchResult = z.infer<typeof searchResultSchema>

export const searchContent = defineEndpoint({
  method: 'GET',
  path: '/content-search',
  access: 'admin',
  summary: 'Where the content says some words: fields that are called so, then values, in page order',
  tag: 'content',
  query: z.object({
    /** Words that must all be in it. */
    search: searchQuerySchema({ optional: false }),
  }),
  reply: z.object({ places: z.array(searchResultSchema), total: z.int() }),
  status: 200,
})
