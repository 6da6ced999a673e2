import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { deliverableStates } from './deliverable-workflow.ts'

/** Something that an order waits for from its customer: a choice, the answers, access, a yes to a draft, or what the team needs. */
const waitingItem = z.object({
  order: z.object({ _id: z.string(), number: z.number() }),
  /** The customer chooses what happens to parts that weren't delivered. */
  mustChoose: z.boolean(),
  /** The first day that ends a choice. Null before the email that asks. */
  chooseBy: z.nullable(z.string()),
  /** How many questions have no answer. Null if the order waits for something else. */
  unanswered: z.nullable(z.number()),
  /** The accesses that the client hasn't given yet. Empty if the order waits for something else. */
  access: z.array(z.string()),
  /** Null if the order waits for something else. */
  deliverable: z.nullable(
    z.object({
      _id: z.string(),
      title: z.string(),
      state: z.enum(deliverableStates),
      waitingFor: z.string(),
      draftNumber: z.number(),
    }),
  ),
})
export type CustomerActionItem = z.output<typeof waitingItem>

/** Looks at the caller's newest 20 orders and names at most 10 things. */
export const listCustomerActionItemsEndpoint = defineEndpoint('GET /order-work-waiting', 'signedIn', {
  summary: 'List what your own paid orders need from you, the oldest order first',
  reply: z.array(waitingItem),
})
