import type { ReviewFlagAction, ReviewFlagKind } from '../../../../contract/sales/payment-enums.ts'
import type { ReviewFlag } from '../../../../contract/sales/payment-evidence.ts'

/** An action that an admin can choose to close a flag. */
export type FlagClosingAction = Exclude<ReviewFlagAction, 'over'>

type FlagCopy = {
  name: string
  /** What happened, and what to do about it. */
  sentence: string
  /** The most common action comes first. */
  closingActions: readonly [FlagClosingAction, ...FlagClosingAction[]]
}

const dismissOnly = ['dismissed'] as const
const refundOrDismiss = ['refundNoted', 'dismissed'] as const

/** The type makes a missing kind a compile error. */
export const reviewFlagCopy: Readonly<Record<ReviewFlagKind, FlagCopy>> = {
  pending: {
    name: 'Payment on its way',
    sentence:
      'The provider has announced a payment that has not arrived, such as an e-check. Wait: it settles or fails by itself.',
    closingActions: dismissOnly,
  },
  failed: {
    name: 'Payment failed',
    sentence: 'The provider says that the payment failed. The customer can pay again; write to them if they do not.',
    closingActions: dismissOnly,
  },
  paidAfterCancel: {
    name: 'Paid after cancel',
    sentence:
      'The customer cancelled this order, and the money arrived all the same. Ask them whether they want the work or the money back.',
    closingActions: refundOrDismiss,
  },
  partiallyRefunded: {
    name: 'Partly refunded',
    sentence: 'A part of the money went back to the customer. The order is still paid; check that the amount is what you agreed.',
    closingActions: dismissOnly,
  },
  refunded: {
    name: 'Refunded',
    sentence: 'All of the money went back to the customer, so the order counts as cancelled. Stop the work if it has begun.',
    closingActions: dismissOnly,
  },
  reversed: {
    name: 'Reversed',
    sentence:
      'The provider took the money back, mostly because the customer disputes the payment. Answer the dispute at the provider.',
    closingActions: dismissOnly,
  },
  doublePaid: {
    name: 'Paid twice',
    sentence: 'The same order was paid more than once. Send one payment back at the provider, then note it here.',
    closingActions: refundOrDismiss,
  },
  dispute: {
    name: 'Disputed',
    sentence:
      'The customer disputes the payment. Answer in the provider’s resolution center before the deadline, or refund the customer.',
    closingActions: dismissOnly,
  },
  review: {
    name: 'Amount doesn’t match',
    sentence:
      'A payment differs from what was asked for. It does not count, and the customer cannot pay again, until you accept it, send it back or dismiss it.',
    closingActions: ['accepted', 'refundNoted', 'dismissed'],
  },
  refused: {
    name: 'Payment refused',
    sentence: 'The provider refused a customer’s payment. No money moved.',
    closingActions: dismissOnly,
  },
  notCaptured: {
    name: 'Approved, not taken',
    sentence:
      'The customer approved a payment at the provider, and we didn’t take it. No money moved. Talk to the customer if they expect it.',
    closingActions: dismissOnly,
  },
  refundUnclear: {
    name: 'Refund not confirmed',
    sentence:
      'The provider never said whether it made a refund. Look for the refund there. If it was made, we hear of it. If not, say so on the order’s page, and refund again.',
    closingActions: dismissOnly,
  },
  orphan: {
    name: 'Order unknown',
    sentence: 'A payment arrived that names no order of ours. Attach it to the order that it is for, or send it back.',
    closingActions: ['attached', 'refundNoted', 'dismissed'],
  },
  forged: {
    name: 'Not from the provider',
    sentence: 'A notice claimed to come from the provider, which denies having sent it. It was not counted, and no money moved.',
    closingActions: dismissOnly,
  },
  unverified: {
    name: 'Not confirmed',
    sentence:
      'A notice has waited for days because the provider does not answer whether it is its own. Look for the payment there.',
    closingActions: refundOrDismiss,
  },
  unreadable: {
    name: 'Not understood',
    sentence: 'The provider sent a notice that could not be read, so it was not counted. Look for the payment at the provider.',
    closingActions: refundOrDismiss,
  },
}

/** `choice` labels an action in the form, and `done` describes it in a closed flag. */
export const flagClosingActionLabels: Readonly<Record<FlagClosingAction, { choice: string; done: string }>> = {
  attached: { choice: 'Attach it to an order', done: 'Attached to an order' },
  accepted: { choice: 'Accept it as payment', done: 'Accepted as payment' },
  refundNoted: { choice: 'The money was sent back', done: 'Refund noted' },
  dismissed: { choice: 'Nothing has to be done', done: 'Dismissed' },
}

/** Describes how a flag ended. Returns undefined while it is open. */
export function describeClosing({
  closedAt,
  closedBy,
  action,
}: Pick<ReviewFlag, 'closedAt' | 'closedBy' | 'action'>): string | undefined {
  if (closedAt === null) return undefined
  if (action === null || action === 'over') return 'No longer needed'
  return closedBy === null ? flagClosingActionLabels[action].done : `${flagClosingActionLabels[action].done} by ${closedBy}`
}
