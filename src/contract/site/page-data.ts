import * as z from 'zod/mini'
import { booleanQuerySchema } from '../content/content-records.ts'
import { defineEndpoint } from '../core/endpoint.ts'

const ADDRESS_ERROR = 'address must be the path of a page of the admin area, with its query.'

const pageDataReply = z.object({
  /** What each part of the page loads, by the name of its route. */
  data: z.record(z.string(), z.unknown()),
  /** Where the page sends whoever asks instead. */
  redirect: z.optional(z.string()),
})
export type PageData = z.output<typeof pageDataReply>

/**
 * All that a page of the admin area is made of, in one answer, for a browser in which the area is open already. Whoever
 * asks sees what the page itself would show them.
 */
export const loadPageData = defineEndpoint({
  method: 'GET',
  path: '/page-data',
  access: 'anyone',
  summary: 'What a page of the admin area shows, in one answer; with frame=1 what stands around it too',
  tag: 'pages',
  query: z.object({
    address: z.string(ADDRESS_ERROR).check(z.regex(/^\/(?!\/)/, ADDRESS_ERROR), z.maxLength(4_000, ADDRESS_ERROR)),
    frame: booleanQuerySchema('frame'),
  }),
  reply: pageDataReply,
  status: 200,
})
