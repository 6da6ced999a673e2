import * as z from 'zod/mini'
import { defineEndpoint } from '../core/endpoint.ts'
import { pagingQuery } from '../core/paging.ts'
import { buildWriteReplySchema, idParamsSchema } from '../core/reply-schemas.ts'
import { textSchema } from '../core/text-schemas.ts'
import { paymentStatus } from './order-enums.ts'
import { manualPaymentMethods, paymentFactKinds, reviewFlagActions, reviewFlagKinds } from './payment-enums.ts'
import { creditNote } from './payments.ts'
import { refundablePayment, refundRecord } from './refunds.ts'

const shared = { access: 'admin', tag: 'payments' } as const

/** What a person can do about a flag. */
const closingActions = reviewFlagActions.filter((action) => action !== 'over')

const flag = z.object({
  _id: z.string(),
  kind: z.enum(reviewFlagKinds),
  /** What happened exactly, in a sentence, where the kind does not say it all. */
  detail: z.nullable(z.string()),
  raisedAt: z.number(),
  /** Null while it is open, with whoever closed it, how, and why. */
  closedAt: z.nullable(z.number()),
  closedBy: z.nullable(z.string()),
  action: z.nullable(z.enum(reviewFlagActions)),
  note: z.nullable(z.string()),
  /** Null where nobody knows whose payment it is. */
  order: z.nullable(z.object({ _id: z.string(), number: z.number() })),
  /** What it is about, where that is one payment: the provider's name for it, and how much, two decimals. */
  transactionId: z.nullable(z.string()),
  amount: z.nullable(z.string()),
  currency: z.nullable(z.string()),
  /** The provider's deadline for an answer to a dispute, epoch ms; null if it named none. */
  dueAt: z.nullable(z.number()),
  /** Whether the owner can accept this payment, which doesn't match. */
  canAccept: z.boolean(),
})
export type ReviewFlag = z.infer<typeof flag>

/** Where a fact differs from its hand-off: what we asked for, and what the provider reported. */
const difference = z.object({ what: z.enum(['payee', 'amount', 'currency', 'account']), asked: z.string(), told: z.string() })

const fact = z.object({
  transactionId: z.string(),
  kind: z.enum(paymentFactKinds),
  amount: z.string(),
  currency: z.string(),
  /** By the provider's clock; epoch ms. */
  at: z.number(),
  isCounted: z.boolean(),
  differences: z.array(difference),
})
export type EvidenceFact = z.infer<typeof fact>

const notice = z.object({
  _id: z.string(),
  receivedAt: z.number(),
  /** How often it came. */
  copies: z.number(),
  /** `waiting` until the provider has said whether it is its own; `unreadable`: its own, and not to be understood. */
  state: z.enum(['waiting', 'authentic', 'forged', 'unreadable']),
  /** Why it still waits, or is unreadable. */
  reason: z.nullable(z.string()),
  /** As it came, in whatever character set. */
  raw: z.string(),
  facts: z.array(fact),
})
export type EvidenceNotice = z.infer<typeof notice>

/** One line of the timeline. `subject`: the id of the hand-off or of the transaction that it is about. */
const step = z.object({
  at: z.number(),
  kind: z.enum([
    'placed',
    'handedOver',
    'cancelled',
    'fact',
    'paidByHand',
    'paidByHandTakenBack',
    'mismatchAccepted',
    'delivered',
    'reopened',
  ]),
  subject: z.nullable(z.string()),
  /** Who did it, where that was a person. */
  actor: z.nullable(z.string()),
  /** Why, where somebody said so. */
  reason: z.nullable(z.string()),
  /** How a payment marked by hand arrived, its reference, and the day (YYYY-MM-DD), if the admin gave them. */
  method: z.nullable(z.enum(manualPaymentMethods)),
  reference: z.nullable(z.string()),
  paidOn: z.nullable(z.string()),
  /** How the payment stood from here on, where this changed it. */
  leadsTo: z.nullable(paymentStatus),
})
export type EvidenceTimelineStep = z.infer<typeof step>

const evidence = z.object({
  /** Two decimals each: what came, what went back, what came and was not what was asked for, and what is left. */
  settled: z.string(),
  returned: z.string(),
  notCounted: z.string(),
  net: z.string(),
  isRehearsal: z.boolean(),
  /** Whether the provider can be asked how the payment stands. */
  canAsk: z.boolean(),
  /** Whether a mark by hand counts and can be taken back. */
  canTakeBack: z.boolean(),
  /** Oldest first, all of them. */
  steps: z.array(step),
  /** The hand-offs, oldest first. */
  attempts: z.array(z.object({ _id: z.string(), gateway: z.string() })),
  notices: z.array(notice),
  /** Told without a notice: by a person, or by the provider when it was asked. */
  otherFacts: z.array(fact),
  flags: z.array(flag),
  invoiceNumber: z.nullable(z.string()),
  /** Oldest first. */
  creditNotes: z.array(creditNote),
  /** The refunds that admins asked for, oldest first. */
  refunds: z.array(refundRecord),
  refundable: z.array(refundablePayment),
})
export type PaymentEvidence = z.infer<typeof evidence>

/** All that is known of the payments of one order. */
export const getPaymentEvidence = defineEndpoint({
  ...shared,
  method: 'GET',
  path: '/payment-evidence/:id',
  summary: 'All that is known of the payments of an order',
  params: idParamsSchema,
  reply: evidence,
  status: 200,
})

export const refreshPaymentFacts = defineEndpoint({
  ...shared,
  method: 'POST',
  path: '/payment-check/:id',
  summary: 'Ask the payment provider how the payments of an order stand',
  params: idParamsSchema,
  reply: z.object({ message: z.string() }),
  status: 200,
})

/** What needs a person: oldest first among the open ones, newest first among all. */
export const listReviewFlags = defineEndpoint({
  ...shared,
  method: 'GET',
  path: '/payment-flags',
  summary: 'Payments that somebody has to look at',
  query: z.object({ ...pagingQuery, open: z.optional(z.literal('1', 'open must be 1, or left out.')) }),
  paged: true,
  reply: z.array(flag),
  status: 200,
})

/** `attached` gives a payment to the order with that number; all of them want a word of why. */
export const closeReviewFlag = defineEndpoint({
  ...shared,
  method: 'PUT',
  path: '/payment-flags/:id',
  summary: 'Close a flag of a payment',
  params: idParamsSchema,
  body: z.strictObject({
    action: z.enum(closingActions, `action must be one of: ${closingActions.join(', ')}.`),
    note: textSchema('Note'),
    orderNumber: z.optional(z.int('Order must be a number, such as 1001.')),
  }),
  reply: buildWriteReplySchema(flag),
  status: 200,
})
