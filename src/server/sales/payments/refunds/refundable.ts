import { COMES_BACK, type Fact } from '../ledger/fact.ts'
import type { StoredFact } from '../store.ts'
import type { RefundRequest } from './store.ts'

/** A payment of which something can still go back, and how much; in cents. */
export type Refundable = { payment: StoredFact; left: number }

const OPEN: ReadonlySet<RefundRequest['state']> = new Set(['asked', 'expected'])

/** The payments that a refund can be made of: less what went back, and what is on its way back. */
export function refundableOf(counted: readonly StoredFact[], requests: readonly RefundRequest[]): Refundable[] {
  const back = (payment: Fact) =>
    counted
      .filter(({ kind, parentTransactionId }) => COMES_BACK.has(kind) && parentTransactionId === payment.transactionId)
      .reduce((cents, fact) => cents + (fact.kind === 'reversalCancelled' ? -fact.cents : fact.cents), 0)
  const open = ({ transactionId }: Fact) =>
    requests
      .filter(({ state, payment_transaction_id }) => OPEN.has(state) && payment_transaction_id === transactionId)
      .reduce((cents, request) => cents + request.cents, 0)
  return counted
    .filter(({ kind }) => kind === 'settled')
    .map((payment) => ({ payment, left: payment.cents - back(payment) - open(payment) }))
    .filter(({ left }) => left > 0)
}
