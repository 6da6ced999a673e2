import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'

/** How many records a kind of content has, and how many of them are samples that the owner should replace. */
const tally = z.object({ kind: z.string(), count: z.number(), samples: z.number() })
export type Tally = z.infer<typeof tally>

/** What the menu of editors shows of every kind; one without records is left out. */
export const listContentTallies = defineEndpoint({
  method: 'GET',
  path: '/content-tallies',
  access: 'admin',
  summary: 'How many records each kind of content has',
  tag: 'content',
  reply: z.array(tally),
  status: 200,
})
