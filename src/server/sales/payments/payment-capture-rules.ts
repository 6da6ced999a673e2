import { ORDER_REVIEW_STATE_CODES, type StoredOrder } from '../orders/orders.ts'
import { isPayeeOfAttempt } from './ledger/payment-fact.ts'
import type { PaymentApproval } from './payment-gateway.ts'
import type { StoredPaymentAttempt } from './store.ts'

type CaptureContext = {
  order: Pick<StoredOrder, 'payment_status' | 'under_review'>
  /** All checkout attempts of the order, oldest first. */
  attempts: readonly StoredPaymentAttempt[]
  attempt: StoredPaymentAttempt
  approval: PaymentApproval
}

/** The owner's text for each reason not to capture an approved payment. Stored flags contain the keys. */
export const PAYMENT_CAPTURE_OBSTACLES = {
  paid: 'The order was already paid.',
  cancelled: 'The customer canceled the order.',
  onItsWay: 'Another payment for the order is on its way.',
  inReview: 'Another payment for the order is waiting for your decision.',
  olderHandOff: 'The customer has started to pay again since then.',
  amount: 'The amount at PayPal isn’t the amount that we asked for.',
  currency: 'The currency at PayPal isn’t the one that we asked for.',
  payee: 'The payee at PayPal isn’t the account that we asked to pay.',
} as const

export type CaptureObstacle = keyof typeof PAYMENT_CAPTURE_OBSTACLES

/** Returns the first reason not to capture an approved payment; undefined if there is none. */
export function findCaptureObstacle({ order, attempts, attempt, approval }: CaptureContext): CaptureObstacle | undefined {
  if (order.payment_status === 'Paid') return 'paid'
  if (order.payment_status === 'Cancelled') return 'cancelled'
  if (order.under_review === ORDER_REVIEW_STATE_CODES.pending) return 'onItsWay'
  if (order.under_review === ORDER_REVIEW_STATE_CODES.mismatch) return 'inReview'
  if (attempts.at(-1)?.id !== attempt.id) return 'olderHandOff'
  if (approval.cents !== attempt.cents) return 'amount'
  if (approval.currency !== attempt.currency) return 'currency'
  return isPayeeOfAttempt(approval.payees, attempt) ? undefined : 'payee'
}
