import * as z from 'zod/mini'
import { buildMessageAndRecordSchema, idParamsSchema, orderIdParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { linkSchema, optionalEmailSchema, textSchema, usdAmountSchema } from '../core/text-schemas.ts'
import { deliverableChoiceSchema, deliverableChoices } from './deliverable-choice.ts'
import { deliverableStates } from './deliverable-workflow.ts'

/** In characters. */
export const MAX_DELIVERABLE_TITLE = 200
const MAX_NOTE = 5000
/** The largest weight that a template can give to a deliverable. */
const MAX_WEIGHT = 1_000_000
const WEIGHT_ERROR = `Part of the price must be a whole number from 0 to ${MAX_WEIGHT}.`

/** A day of the business's time zone, such as 2026-11-23. */
export function daySchema(label: string) {
  return z.iso
    .date(`${label} must be a day such as 2026-11-23.`)
    .check(z.refine((day) => day >= '2000' && day < '2100', `${label} must be between 2000 and 2099.`))
}

/** What the client can open: a draft before the approval, and the proof of a delivery. */
const proof = z.object({
  url: z.optional(z.string()),
  /** A file of the order. */
  file: z.optional(z.object({ id: z.string(), name: z.string() })),
  note: z.optional(z.string()),
})
export type DeliverableProofData = z.output<typeof proof>

/** What a client can answer to a draft. */
export const draftAnswers = ['approved', 'changes', 'taken back'] as const

/** How a deliverable ends that the month didn't deliver. */
export const deliverableOutcomeKinds = ['carried', 'refunded'] as const

const orderReference = z.object({ _id: z.string(), number: z.number() })

/** One step of a deliverable. `comment` is the reason, what the team waits for, or what the client wrote. */
const historyEntry = z.object({
  /** Epoch ms. */
  at: z.number(),
  state: z.enum(deliverableStates),
  by: z.enum(['team', 'customer']),
  /** The person's email. Only admins' replies have it. */
  actor: z.optional(z.string()),
  comment: z.string(),
  draftNumber: z.number(),
  proof: z.nullable(proof),
})

/** What the client gets instead of something that wasn't delivered. */
const outcome = z.object({
  kind: z.enum(deliverableOutcomeKinds),
  /** Epoch ms. */
  at: z.number(),
  /** The refund, with two decimals, and whether the money moved. */
  refund: z.nullable(z.object({ amount: z.string(), isConfirmed: z.boolean() })),
  /** The order that has it now, free. Null until the customer's next order is paid. */
  nextOrder: z.nullable(orderReference),
})
export type DeliverableOutcome = z.output<typeof outcome>

/** `product`: the client didn’t answer in time. `at` is epoch ms. */
const choiceMade = z.object({ at: z.number(), kind: z.enum(deliverableChoices), by: z.enum(['client', 'product']) })

/** One thing that the package promised. */
export const deliverableSchema = z.object({
  _id: z.string(),
  _version: z.number(),
  title: z.string(),
  details: z.string(),
  state: z.enum(deliverableStates),
  /** Such as 2026-12-10. Null until the month starts. */
  dueOn: z.nullable(z.string()),
  isLate: z.boolean(),
  needsApproval: z.boolean(),
  /** What the team needs from the client, in the state `waiting for client`. */
  waitingFor: z.string(),
  /** It waits for the client, who wrote the last message about the order since. */
  isAnswered: z.boolean(),
  /** Why it was not delivered, canceled, or resumed. */
  reason: z.string(),
  proof: z.nullable(proof),
  /** Counts the drafts that the client got. An answer belongs to one of them. */
  draftNumber: z.number(),
  /** Every step, oldest first. */
  history: z.array(historyEntry),
  /** How it ended if the month didn't deliver it. */
  outcome: z.nullable(outcome),
  /** What the client chooses or chose, once its month is over and it isn't delivered. */
  choice: z.nullable(deliverableChoiceSchema),
  /** Every choice, oldest first. */
  choices: z.array(choiceMade),
  /** The order that carried it over, free. */
  carriedFrom: z.nullable(orderReference),
  /** Whether only what an earlier order carried over is free: the rest is part of this order. */
  isPartlyCarried: z.boolean(),
  /** Its part of the price: its weight, and the amount with two decimals. Only admins' replies have them. */
  weight: z.optional(z.number()),
  share: z.optional(z.string()),
  /** What earlier orders were paid for what joined it. A refund pays that back from those orders. Only admins' replies have it. */
  carriedShares: z.optional(z.array(z.object({ orderNumber: z.number(), amount: z.string() }))),
  /** The admin who does it, or empty. Only admins' replies have it. */
  assignee: z.optional(z.string()),
})
export type Deliverable = z.output<typeof deliverableSchema>

/** Returns whether the team sent a draft with this step that isn't the current one. */
export function isEarlierDraft(
  { state, by, draftNumber }: Deliverable['history'][number],
  deliverable: Pick<Deliverable, 'state' | 'draftNumber'>,
): boolean {
  const isCurrent = draftNumber === deliverable.draftNumber && deliverable.state !== 'delivered'
  return state === 'waiting for approval' && by === 'team' && !isCurrent
}

const title = textSchema('Title', { maxLength: MAX_DELIVERABLE_TITLE })
const details = textSchema('Details', { optional: true, maxLength: MAX_NOTE })
const note = (label: string) => textSchema(label, { optional: true, maxLength: MAX_NOTE })

/** Without a due date, it is due at the end of the month. */
export const addDeliverableEndpoint = defineEndpoint('POST /deliverable/:orderId', 'admin', {
  idempotent: true,
  summary: 'Add a deliverable to an order',
  params: orderIdParamsSchema,
  body: z.strictObject({
    title,
    details: z._default(details, ''),
    dueOn: z.optional(daySchema('The due date')),
    needsApproval: z._default(z.boolean(), false),
  }),
  reply: buildMessageAndRecordSchema(deliverableSchema),
  status: 201,
})

/**
 * Changes the given fields, and takes a step if `state` is given. A new draft has only what is sent with it. The
 * delivery of an approved draft keeps what isn't sent. Answers 409 if the table of steps doesn't allow the step, and for
 * an old version.
 */
export const updateDeliverableEndpoint = defineEndpoint('PUT /deliverable/:id', 'admin', {
  versioned: true,
  summary: 'Change a deliverable, or move it to another state',
  params: idParamsSchema,
  body: z.strictObject({
    title: z.optional(title),
    details: z.optional(details),
    dueOn: z.optional(daySchema('The due date')),
    needsApproval: z.optional(z.boolean()),
    state: z.optional(z.enum(deliverableStates)),
    waitingFor: z.optional(note('What you need')),
    reason: z.optional(note('Reason')),
    proofUrl: z.optional(linkSchema('Link', { optional: true })),
    /** The id of a file of the order, or empty. The step shows it to the client. */
    proofFile: z.optional(z.string().check(z.maxLength(128))),
    proofNote: z.optional(note('Note')),
    assignee: z.optional(optionalEmailSchema('Assignee')),
    /** How much of the price pays for it, compared with the others. */
    weight: z.optional(z.int(WEIGHT_ERROR).check(z.gte(0, WEIGHT_ERROR), z.lte(MAX_WEIGHT, WEIGHT_ERROR))),
  }),
  reply: buildMessageAndRecordSchema(deliverableSchema),
})

export type DeliverableChanges = z.output<NonNullable<(typeof updateDeliverableEndpoint)['body']>>

/** How many deliverables one call changes. */
export const MAX_DELIVERABLES_AT_ONCE = 50

/** A deliverable, and the state after its step if it takes one. */
const deliverableStep = z.object({
  _id: idParamsSchema.shape.id,
  _version: z.number(),
  state: z.optional(z.enum(deliverableStates)),
})

/**
 * Assigns several deliverables, or takes a step with each of them. All change, or none: the answer then names the one
 * that can't, with its status.
 */
export const updateDeliverablesEndpoint = defineEndpoint('PUT /deliverables', 'admin', {
  summary: 'Change several deliverables, or move them to another state',
  body: z.strictObject({
    deliverables: z
      .array(deliverableStep)
      .check(
        z.minLength(1, 'Select at least one deliverable.'),
        z.maxLength(MAX_DELIVERABLES_AT_ONCE, `Select at most ${MAX_DELIVERABLES_AT_ONCE} deliverables.`),
      ),
    assignee: z.optional(optionalEmailSchema('Assignee')),
    /** What the steps show the clients. */
    proofUrl: z.optional(linkSchema('Link', { optional: true })),
    proofNote: z.optional(note('Note')),
  }),
  reply: z.object({ message: z.string() }),
})

/**
 * Answers the current draft, or takes its approval back before the team’s next step. Requires the `_version`, and answers 409
 * if the team changed it since.
 */
export const reviewDeliverableDraftEndpoint = defineEndpoint('PUT /deliverable-approval/:id', 'signedIn', {
  limit: 'draftAnswer',
  versioned: true,
  summary: 'Approve a draft of your own order, ask for changes, or take the approval back',
  params: idParamsSchema,
  body: z.strictObject({ answer: z.enum(draftAnswers), comment: z._default(note('Comment'), '') }),
  reply: buildMessageAndRecordSchema(deliverableSchema),
})

/**
 * Chooses what happens to a part that the month didn't deliver, or changes the choice until the team carries it out.
 * Requires its `_version`.
 */
export const chooseForDeliverableEndpoint = defineEndpoint('PUT /deliverable-choice/:id', 'signedIn', {
  versioned: true,
  summary: 'Choose what happens to a part of your own order that wasn’t delivered in time',
  params: idParamsSchema,
  body: z.strictObject({
    choice: z.enum(deliverableChoices, `choice must be one of: ${deliverableChoices.join(', ')}.`),
    /** The share that the client read. The choice of a refund with another one answers 409. */
    amount: z.optional(usdAmountSchema('Amount')),
  }),
  reply: buildMessageAndRecordSchema(deliverableSchema),
})

/**
 * Decides what the client gets instead of something that the month didn't deliver. An open deliverable becomes `not
 * delivered`. Answers 409 before the month is over, for a second outcome, and for a share that can't be refunded.
 */
export const decideDeliverableOutcomeEndpoint = defineEndpoint('PUT /deliverable-outcome/:id', 'admin', {
  recent: true,
  versioned: true,
  summary: 'Carry a deliverable over to the next order, or refund its share of the price',
  params: idParamsSchema,
  body: z.strictObject({
    outcome: z.enum(deliverableOutcomeKinds),
    /**
     * Required unless the client chose this, or it is `not delivered` with a reason, nothing is chosen and it never had an
     * outcome. The client reads it.
     */
    reason: z._default(textSchema('Reason', { optional: true, maxLength: 5000 }), ''),
    /** The share that the admin read, with what earlier orders were paid for it. Another amount answers 409. */
    amount: z.optional(usdAmountSchema('Amount')),
  }),
  reply: buildMessageAndRecordSchema(deliverableSchema),
})
