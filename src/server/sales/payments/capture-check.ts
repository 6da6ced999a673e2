import { REVIEW, type StoredOrder } from '../orders/orders.ts'
import type { Approval } from './gateway.ts'
import { isPayee } from './ledger/fact.ts'
import type { StoredAttempt } from './store.ts'

type Known = {
  order: Pick<StoredOrder, 'payment_status' | 'under_review'>
  /** All hand-offs of the order, oldest first. */
  attempts: readonly StoredAttempt[]
  attempt: StoredAttempt
  approval: Approval
}

/** Why an approved payment is not captured, as the owner reads it. */
export const WHY_NOT_CAPTURED = {
  paid: 'The order was paid already.',
  cancelled: 'The customer had canceled the order.',
  onItsWay: 'Another payment for the order is on its way.',
  inReview: 'Another payment for the order waits for your decision.',
  olderHandOff: 'The customer had started to pay again since.',
  amount: 'The amount at PayPal isn’t the amount that we asked for.',
  currency: 'The currency at PayPal isn’t the one that we asked for.',
  payee: 'The payee at PayPal isn’t the account that we asked to pay.',
} as const

export type WhyNotCaptured = keyof typeof WHY_NOT_CAPTURED

/** The first reason against capturing an approved payment; undefined where it may be captured. */
export function whyNotCaptured({ order, attempts, attempt, approval }: Known): WhyNotCaptured | undefined {
  if (order.payment_status === 'Paid') return 'paid'
  if (order.payment_status === 'Cancelled') return 'cancelled'
  if (order.under_review === REVIEW.pending) return 'onItsWay'
  if (order.under_review === REVIEW.mismatch) return 'inReview'
  if (attempts.at(-1)?.id !== attempt.id) return 'olderHandOff'
  if (approval.cents !== attempt.cents) return 'amount'
  if (approval.currency !== attempt.currency) return 'currency'
  return isPayee(approval.payees, attempt) ? undefined : 'payee'
}
