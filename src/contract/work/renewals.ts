import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQueryShape } from '../core/paging.ts'

/** How many days before the end of a month, and after it, a client without a next order is listed. */
export const RENEWAL_DAYS = { before: 7, after: 14 }

const renewal = z.object({
  /** The order's id. */
  _id: z.string(),
  number: z.number(),
  customerName: z.string(),
  customerEmail: z.string(),
  packageName: z.string(),
  /** The last day of the month of work, such as 2026-12-22. */
  endsOn: z.string(),
})
export type Renewal = z.output<typeof renewal>

/** Leaves out clients with a later order. */
export const listRenewalsEndpoint = defineEndpoint('GET /renewals', 'admin', {
  summary: 'List the paid months that end soon or ended lately without a next order, the first end first',
  query: z.object(pagingQueryShape),
  paged: true,
  reply: z.array(renewal),
})
