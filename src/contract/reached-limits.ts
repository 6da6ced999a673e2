import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { periods } from './limits.ts'

const reachedLimit = z.object({
  /** What was counted, such as "messages". */
  of: z.string(),
  /** Where an admin sees what came in. */
  page: z.string(),
  period: z.enum(periods),
  /** How many are taken in that period. */
  most: z.number(),
  /** Epoch ms. */
  reachedAt: z.number(),
})
export type ReachedLimit = z.infer<typeof reachedLimit>

/** What visitors together sent so much of in the last day that more was refused. */
export const listReachedLimits = defineEndpoint({
  method: 'GET',
  path: '/reached-limits',
  access: 'admin',
  summary: 'The ceilings of what visitors may send that were reached in the last day',
  tag: 'operations',
  reply: z.array(reachedLimit),
  status: 200,
})
