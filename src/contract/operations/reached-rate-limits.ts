import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { rateCeilingPeriods } from '../core/rate-limits.ts'

const reachedLimit = z.object({
  /** The counted things, such as "messages". */
  of: z.string(),
  /** The admin page that lists what arrived. */
  page: z.string(),
  period: z.enum(rateCeilingPeriods),
  /** How many the site accepts in that period. */
  most: z.number(),
  /** Epoch ms. */
  reachedAt: z.number(),
})
export type ReachedRateCeiling = z.infer<typeof reachedLimit>

/** Lists the ceilings that visitors together reached in the last day. */
export const listReachedRateLimitsEndpoint = defineEndpoint({
  method: 'GET',
  path: '/reached-limits',
  access: 'admin',
  summary: 'List the shared limits that visitors reached in the last day',
  tag: 'operations',
  reply: z.array(reachedLimit),
  status: 200,
})
