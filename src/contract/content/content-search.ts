import * as z from 'zod/mini'
import { defineEndpoint } from '../grammar/endpoint.ts'
import { searchWords } from '../grammar/text.ts'

/** How many places an answer names at most; of more, the words say too little. */
export const MOST_PLACES = 30

const place = z.object({
  kind: z.string(),
  field: z.string(),
  /** Null where the field itself is called so, or the site says so without a record. */
  record: z.nullable(z.string()),
  /** What stands around the words; empty where the field is called so. */
  excerpt: z.string(),
  /** The page on which it is edited. */
  path: z.string(),
})

export type ContentPlace = z.infer<typeof place>

export const searchContent = defineEndpoint({
  method: 'GET',
  path: '/content-search',
  access: 'admin',
  summary: 'Where the content says some words: fields that are called so, then values, in page order',
  tag: 'content',
  query: z.object({
    /** Words that must all be in it. */
    search: searchWords({ optional: false }),
  }),
  reply: z.object({ places: z.array(place), total: z.int() }),
  status: 200,
})
