import * as z from 'zod/mini'
import { parseCents } from '#contract/core/money.ts'
import type { PaymentFactKind } from '#contract/sales/payment-kinds.ts'
import type { PaymentFact } from '../ledger/payment-fact.ts'
import { UnreadableNoticeError } from '../payment-gateway.ts'
import { parsePayPalTime } from '../paypal-fields.ts'

/** A case in a dispute webhook (Customer Disputes v1, "Dispute"). */
const dispute = z.object({
  dispute_id: z.string(),
  status: z.optional(z.string()),
  create_time: z.optional(z.string()),
  update_time: z.optional(z.string()),
  seller_response_due_date: z.optional(z.string()),
  dispute_amount: z.optional(z.object({ currency_code: z.string(), value: z.string() })),
  dispute_outcome: z.optional(z.object({ outcome_code: z.optional(z.string()) })),
  disputed_transactions: z._default(
    z.array(z.object({ seller_transaction_id: z.optional(z.string()), custom: z.optional(z.string()) })),
    [],
  ),
})

/** Fact kinds by `outcome_code`. Any other outcome only closes the case. */
const OUTCOME_KINDS: Readonly<Record<string, PaymentFactKind>> = {
  RESOLVED_SELLER_FAVOUR: 'disputeWon',
  RESOLVED_WITH_PAYOUT: 'disputeWon',
  CANCELED_BY_BUYER: 'disputeWon',
  RESOLVED_BUYER_FAVOUR: 'disputeLost',
  ACCEPTED: 'disputeLost',
}

/** Matches `CUSTOMER.DISPUTE.CREATED`, `.UPDATED` and `.RESOLVED`, and the older `RISK.DISPUTE.CREATED`. */
export function isDisputeEvent(type: string): boolean {
  return /^(CUSTOMER|RISK)\.DISPUTE\./.test(type)
}

/** Returns one fact for each disputed payment. Throws an `UnreadableNoticeError`. */
export function parseDisputeFacts(type: string, resource: unknown, live: boolean): PaymentFact[] {
  const { data } = dispute.safeParse(resource)
  if (!data) throw new UnreadableNoticeError('It lacks part of the dispute’s data.')
  const { dispute_id: caseId, status, seller_response_due_date: responseDueDate, disputed_transactions: transactions } = data
  const { dispute_amount: amount } = data
  const isResolved = type === 'CUSTOMER.DISPUTE.RESOLVED' || status === 'RESOLVED'
  const kind = isResolved ? (OUTCOME_KINDS[data.dispute_outcome?.outcome_code ?? ''] ?? 'disputeClosed') : 'disputed'
  const dueAt = kind === 'disputed' ? parsePayPalTime(responseDueDate) : undefined
  const payments = transactions.flatMap(({ seller_transaction_id: id }) => id ?? [])
  if (payments.length === 0) throw new UnreadableNoticeError(`Dispute ${caseId} doesn’t name a payment.`)
  return payments.map((payment) => ({
    kind,
    // A new deadline is a new fact.
    transactionId: [caseId, payment, ...(dueAt === undefined ? [] : [new Date(dueAt).toISOString()])].join(' '),
    parentTransactionId: payment,
    // With several payments, their shares are unknown.
    cents: (payments.length === 1 && parseCents(amount?.value ?? '')) || 0,
    currency: amount?.currency_code ?? '',
    payees: [],
    live,
    dispute: { caseId, ...(dueAt !== undefined && { dueAt }) },
    at: parsePayPalTime(data.update_time ?? data.create_time) ?? Date.now(),
  }))
}
