import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { siteWideLimitPeriods } from '../core/rate-limit.ts'

const reachedSiteWideLimit = z.object({
  /** The counted things, such as "messages". */
  of: z.string(),
  /** The admin page that lists what arrived. */
  page: z.string(),
  period: z.enum(siteWideLimitPeriods),
  /** How many the site accepts in that period. */
  most: z.number(),
  /** Epoch ms. */
  reachedAt: z.number(),
})
export type ReachedSiteWideLimit = z.infer<typeof reachedSiteWideLimit>

/** Lists the site-wide limits that visitors together reached in the last day. */
export const listReachedSiteWideLimitsEndpoint = defineEndpoint('GET /reached-limits', 'admin', {
  summary: 'List the shared limits that visitors reached in the last day',
  reply: z.array(reachedSiteWideLimit),
})
