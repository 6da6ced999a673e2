import type { ReviewFlagClosingAction, ReviewFlagKind } from '#contract/sales/payment-kinds.ts'
import type { ReviewFlag } from '#contract/sales/payment-review-flags.ts'

/** An action that an admin can choose to close a flag. */
export type FlagClosingAction = Exclude<ReviewFlagClosingAction, 'over'>

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
    sentence: 'A payment is on its way, such as an e-check. Nothing to do: it will arrive or fail.',
    closingActions: dismissOnly,
  },
  failed: {
    name: 'Payment failed',
    sentence: 'The payment failed. The customer can pay again. Write to them if they don’t.',
    closingActions: dismissOnly,
  },
  paidAfterCancel: {
    name: 'Paid after cancel',
    sentence: 'The customer canceled this order, but the payment arrived. Ask whether they want the work or a refund.',
    closingActions: refundOrDismiss,
  },
  partiallyRefunded: {
    name: 'Partly refunded',
    sentence: 'Part of the money was refunded. The order is still paid. Check that the amount is what you agreed.',
    closingActions: dismissOnly,
  },
  refunded: {
    name: 'Refunded',
    sentence:
      'The payment was refunded in full, so the order is canceled. Stop the work, and cancel its open deliverables on its work page.',
    closingActions: dismissOnly,
  },
  reversed: {
    name: 'Reversed',
    sentence:
      'The provider took the money back, usually because the customer disputed the payment. Answer the dispute at the provider.',
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
      'The payment isn’t what we asked for. It doesn’t count, and the customer can’t pay again, until you accept it, send it back or dismiss it.',
    closingActions: ['accepted', 'refundNoted', 'dismissed'],
  },
  unaccounted: {
    name: 'Money not in your totals',
    sentence:
      'The provider moved money, or must have: a fee, an adjustment or a lost dispute. Your totals don’t include it. Look at the transaction there.',
    closingActions: refundOrDismiss,
  },
  refused: {
    name: 'Payment refused',
    sentence: 'The provider refused a customer’s payment. No money moved.',
    closingActions: dismissOnly,
  },
  notCaptured: {
    name: 'Approved, not charged',
    sentence:
      'The customer approved a payment at the provider, but wasn’t charged. No money moved. If the customer thinks they paid, tell them.',
    closingActions: dismissOnly,
  },
  refundUnclear: {
    name: 'Refund not confirmed',
    sentence:
      'The provider didn’t confirm a refund. Look for it there. If it was made, we’ll hear about it. If not, say so on the order’s page and refund again.',
    closingActions: dismissOnly,
  },
  orphan: {
    name: 'Unknown order',
    sentence: 'This payment doesn’t name an order. Attach it to its order, or send it back.',
    closingActions: ['attached', 'refundNoted', 'dismissed'],
  },
  forged: {
    name: 'Not from the provider',
    sentence: 'Someone sent a fake payment notice. We didn’t count it, and no money moved.',
    closingActions: dismissOnly,
  },
  unverified: {
    name: 'Not confirmed',
    sentence: 'The provider hasn’t confirmed a payment notice for days. Look for the payment there.',
    closingActions: refundOrDismiss,
  },
  unreadable: {
    name: 'Unreadable notice',
    sentence: 'We couldn’t read a notice from the provider, so we didn’t count it. Look for the payment there.',
    closingActions: refundOrDismiss,
  },
}

/** `choice` labels an action in the form, and `done` describes it in a closed flag. */
export const flagClosingActionLabels: Readonly<Record<FlagClosingAction, { choice: string; done: string }>> = {
  attached: { choice: 'Attach it to an order', done: 'Attached to an order' },
  accepted: { choice: 'Accept it as payment', done: 'Accepted as payment' },
  refundNoted: { choice: 'The money was sent back', done: 'Refund noted' },
  dismissed: { choice: 'No action needed', done: 'Dismissed' },
}

/** Describes how a flag ended. Returns undefined while it is open. */
export function describeFlagClosure({
  closedAt,
  closedBy,
  action,
}: Pick<ReviewFlag, 'closedAt' | 'closedBy' | 'action'>): string | undefined {
  if (closedAt === null) return undefined
  if (action === null || action === 'over') return 'No longer needed'
  return closedBy === null ? flagClosingActionLabels[action].done : `${flagClosingActionLabels[action].done} by ${closedBy}`
}
