import * as z from 'zod/mini'
import type { FactKind } from '../../../../contract/sales/payment-states.ts'
import { UnreadableNotice } from '../gateway.ts'
import type { Fact } from '../ledger/fact.ts'
import { payPalTime } from '../paypal.ts'

/** What a dispute webhook says of a case (Customer Disputes v1, "Dispute"). */
const dispute = z.object({
  dispute_id: z.string(),
  status: z.optional(z.string()),
  create_time: z.optional(z.string()),
  update_time: z.optional(z.string()),
  seller_response_due_date: z.optional(z.string()),
  dispute_outcome: z.optional(z.object({ outcome_code: z.optional(z.string()) })),
  disputed_transactions: z._default(
    z.array(z.object({ seller_transaction_id: z.optional(z.string()), custom: z.optional(z.string()) })),
    [],
  ),
})

/** Who keeps the money (outcome_code). Of any other outcome only the end of the case is known. */
const OUTCOMES: Readonly<Record<string, FactKind>> = {
  RESOLVED_SELLER_FAVOUR: 'disputeWon',
  RESOLVED_WITH_PAYOUT: 'disputeWon',
  CANCELED_BY_BUYER: 'disputeWon',
  RESOLVED_BUYER_FAVOUR: 'disputeLost',
  ACCEPTED: 'disputeLost',
}

/** Whether an event is about a dispute: `CUSTOMER.DISPUTE.CREATED`, `.UPDATED` and `.RESOLVED`. */
export function isDisputeEvent(type: string): boolean {
  return type.startsWith('CUSTOMER.DISPUTE.')
}

/** One fact for each payment that the case is about. Throws an `UnreadableNotice`. */
export function disputeFacts(type: string, resource: unknown, live: boolean): Fact[] {
  const { data } = dispute.safeParse(resource)
  if (!data) throw new UnreadableNotice('It says of a dispute less than PayPal promises.')
  const { dispute_id: caseId, status, seller_response_due_date: due, disputed_transactions: transactions } = data
  const isOver = type === 'CUSTOMER.DISPUTE.RESOLVED' || status === 'RESOLVED'
  const kind = isOver ? (OUTCOMES[data.dispute_outcome?.outcome_code ?? ''] ?? 'disputeClosed') : 'disputed'
  const dueAt = kind === 'disputed' ? payPalTime(due) : undefined
  const payments = transactions.flatMap(({ seller_transaction_id: id }) => id ?? [])
  if (payments.length === 0) throw new UnreadableNotice(`Dispute ${caseId} names no payment.`)
  return payments.map((payment) => ({
    kind,
    // A new deadline is a new fact.
    transactionId: [caseId, payment, ...(dueAt === undefined ? [] : [new Date(dueAt).toISOString()])].join(' '),
    parentTransactionId: payment,
    cents: 0,
    currency: '',
    payees: [],
    live,
    dispute: { caseId, ...(dueAt !== undefined && { dueAt }) },
    at: payPalTime(data.update_time ?? data.create_time) ?? Date.now(),
  }))
}
