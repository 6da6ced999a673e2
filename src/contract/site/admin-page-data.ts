import * as z from 'zod/mini'
import { booleanQuerySchema } from '../content/content-record-endpoints.ts'
import { defineEndpoint } from '../core/endpoint.ts'

const ADDRESS_ERROR = 'address must be the path of a page of the admin area, with its query.'

const pageDataReply = z.object({
  /** What each part of the page loads, by route id. */
  data: z.record(z.string(), z.unknown()),
  redirect: z.optional(z.string()),
})
export type AdminPageData = z.output<typeof pageDataReply>

/**
 * Returns everything that an admin page loads, for a browser that already runs the admin app. The page's own access rule
 * applies.
 */
export const loadAdminPageDataEndpoint = defineEndpoint('GET /page-data', 'anyone', {
  summary: 'Load the data of an admin page; with frame=1, also the data of the frame around it',
  query: z.object({
    address: z.string(ADDRESS_ERROR).check(z.regex(/^\/(?!\/)/, ADDRESS_ERROR), z.maxLength(4_000, ADDRESS_ERROR)),
    frame: booleanQuerySchema('frame'),
  }),
  reply: pageDataReply,
})
