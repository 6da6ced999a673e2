import * as z from 'zod/mini'
import { MAX_PACKAGE_NAME } from '../content/kinds/pricing-package.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQueryShape } from '../core/paging.ts'
import { optionalEmailSchema, textSchema } from '../core/text-schemas.ts'
import { deliverableStates } from './deliverable-workflow.ts'

/** The groups that hold orders. In `waiting for choice`, the client chooses for a missed part; in `decision due`, the team acts. `message waiting` also has orders that aren't paid. */
const orderGroups = [
  'message waiting',
  'stop requested',
  'waiting for choice',
  'decision due',
  'ready to deliver',
  'ready to start',
  'no start date',
] as const
export type BoardOrderGroup = (typeof orderGroups)[number]

/**
 * The groups that hold deliverables. Each open deliverable of an active order is in exactly one: `late` after its due date,
 * else by its state, and by its date if the team can work on it. `client answered` and `waiting for our answer` hold what
 * would wait for the client, if the client hadn't written last.
 */
const deliverableGroups = [
  'late',
  'due this week',
  'coming up',
  'changes requested',
  'approved',
  'waiting for client',
  'client answered',
  'waiting for approval',
  'waiting for our answer',
] as const
export type BoardDeliverableGroup = (typeof deliverableGroups)[number]

export const workBoardGroups = [...deliverableGroups, ...orderGroups] as const
export type WorkBoardGroupName = (typeof workBoardGroups)[number]

export const workBoardGroupLabels: Readonly<Record<WorkBoardGroupName, string>> = {
  late: 'Late',
  'due this week': 'Due this week',
  'coming up': 'Coming up',
  'changes requested': 'Changes requested',
  approved: 'Approved',
  'waiting for client': 'Waiting for client',
  'client answered': 'Client answered',
  'waiting for approval': 'Waiting for approval',
  'waiting for our answer': 'Question about a draft',
  'message waiting': 'Waiting for our answer',
  'stop requested': 'Client asks to stop',
  'waiting for choice': 'Waiting for the client’s choice',
  'decision due': 'Choice to act on',
  'ready to deliver': 'All parts done',
  'ready to start': 'Ready to start',
  'no start date': 'No answers yet',
}

export function isBoardOrderGroup(group: string): group is BoardOrderGroup {
  return orderGroups.some((one) => one === group)
}

const workRow = z.object({
  /** The id of the deliverable, or of the order. */
  _id: z.string(),
  order: z.object({ _id: z.string(), number: z.number(), customerName: z.string(), packageName: z.string() }),
  /** Null in the groups that hold orders. */
  deliverable: z.nullable(
    z.object({
      _version: z.number(),
      title: z.string(),
      state: z.enum(deliverableStates),
      dueOn: z.nullable(z.string()),
      isAnswered: z.boolean(),
      isLate: z.boolean(),
      needsApproval: z.boolean(),
      /** An admin's email, or empty. */
      assignee: z.string(),
    }),
  ),
  /** The accesses that the team hasn't confirmed. Only the rows of orders have them. */
  missingAccess: z.array(z.string()),
  /** When the order was first paid, in epoch ms. Null before. */
  paidAt: z.nullable(z.number()),
  /** How many opening hours are left to answer the client in time; below 0, how many too late. Only in `message waiting`. */
  hoursToAnswer: z.nullable(z.number()),
})
export type OrderOrDeliverableBoardRow = z.output<typeof workRow>

export const listWorkBoardRowsEndpoint = defineEndpoint('GET /work', 'admin', {
  summary: 'List what the team has to do, the earliest date first',
  query: z.object({
    ...pagingQueryShape,
    /** Without it: `late`, or every open deliverable in `state`. */
    group: z.optional(z.enum(workBoardGroups, `group must be one of: ${workBoardGroups.join(', ')}.`)),
    /** An admin's email. Only the deliverables of this person. */
    assignee: z._default(optionalEmailSchema('assignee'), ''),
    package: z.optional(textSchema('package', { maxLength: MAX_PACKAGE_NAME })),
    state: z.optional(z.enum(deliverableStates)),
  }),
  paged: 'oldestFirst',
  reply: z.array(workRow),
})

/** The same numbers as the totals of the lists. */
export const countWorkBoardGroupsEndpoint = defineEndpoint('GET /work-counts', 'admin', {
  summary: 'Count what the team has to do, by group',
  reply: z.array(z.object({ group: z.enum(workBoardGroups), count: z.number() })),
})
