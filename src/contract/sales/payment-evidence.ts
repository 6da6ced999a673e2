import * as z from 'zod/mini'
import { idParamsSchema } from '../core/common-schemas.ts'
import { defineEndpoint } from '../core/endpoint.ts'
import { creditNoteSchema } from './customer-payment.ts'
import { paymentStatusSchema } from './order-statuses.ts'
import { manualPaymentMethods, paymentFactKinds } from './payment-kinds.ts'
import { reviewFlagSchema } from './payment-review-flags.ts'
import { orderRefundSchema, refundablePaymentSchema } from './refunds.ts'

/** A difference between the checkout attempt (`asked`) and the provider's report (`told`). */
const difference = z.object({ what: z.enum(['payee', 'amount', 'currency', 'account']), asked: z.string(), told: z.string() })

const fact = z.object({
  transactionId: z.string(),
  kind: z.enum(paymentFactKinds),
  amount: z.string(),
  currency: z.string(),
  /** Epoch ms, by the provider's clock. */
  at: z.number(),
  isCounted: z.boolean(),
  differences: z.array(difference),
})
export type PaymentFactInEvidence = z.infer<typeof fact>

const notice = z.object({
  _id: z.string(),
  receivedAt: z.number(),
  /** How many copies arrived. */
  copies: z.number(),
  /** `waiting` until the provider has verified the notice. `unreadable`: verified, but it can't be parsed. */
  state: z.enum(['waiting', 'authentic', 'forged', 'unreadable']),
  /** Why it still waits or can't be read. */
  reason: z.nullable(z.string()),
  /** The notice as received, in its own character set. */
  raw: z.string(),
  facts: z.array(fact),
})
export type EvidenceNotice = z.infer<typeof notice>

/** One line of the timeline. `subject` is the id of the checkout attempt or the transaction. */
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
    'mismatchAcceptedTakenBack',
    'delivered',
    'reopened',
  ]),
  subject: z.nullable(z.string()),
  /** What the provider reported, for a step of kind `fact`. A transaction can have several: pending, then settled. */
  factKind: z.nullable(z.enum(paymentFactKinds)),
  /** The person who did it. Null for a provider or the program. */
  actor: z.nullable(z.string()),
  /** The person's reason, if given. */
  reason: z.nullable(z.string()),
  /** How a payment marked by hand arrived, its reference, and the day (YYYY-MM-DD), if the admin gave them. */
  method: z.nullable(z.enum(manualPaymentMethods)),
  reference: z.nullable(z.string()),
  paidOn: z.nullable(z.string()),
  /** The payment status after this step, if the step changed it. */
  leadsTo: z.nullable(paymentStatusSchema),
})
export type EvidenceTimelineStep = z.infer<typeof step>

const evidence = z.object({
  /** Two decimals each. `notCounted` is money that arrived but doesn't match. */
  settled: z.string(),
  returned: z.string(),
  notCounted: z.string(),
  net: z.string(),
  isRehearsal: z.boolean(),
  /** Whether the site can query the provider. */
  canAsk: z.boolean(),
  /** Whether a mark by hand counts and can be undone. */
  canTakeBack: z.boolean(),
  /** All steps, oldest first. */
  steps: z.array(step),
  /** The checkout attempts, oldest first. */
  attempts: z.array(z.object({ _id: z.string(), gateway: z.string() })),
  notices: z.array(notice),
  /** Facts without a notice: entered by an admin, or reported by the provider in a query. */
  otherFacts: z.array(fact),
  flags: z.array(reviewFlagSchema),
  invoiceNumber: z.nullable(z.string()),
  /** Oldest first. */
  creditNotes: z.array(creditNoteSchema),
  /** The refunds that admins requested, oldest first. */
  refunds: z.array(orderRefundSchema),
  refundable: z.array(refundablePaymentSchema),
})
export type PaymentEvidenceReply = z.infer<typeof evidence>

export const getPaymentEvidenceEndpoint = defineEndpoint('GET /payment-evidence/:id', 'admin', {
  summary: "Get everything known about an order's payments",
  params: idParamsSchema,
  reply: evidence,
})

export const refreshPaymentFactsEndpoint = defineEndpoint('POST /payment-check/:id', 'admin', {
  summary: "Ask the payment provider about an order's payments",
  params: idParamsSchema,
  reply: z.object({ message: z.string() }),
})
