export const paymentFactKinds = [
  'settled',
  'pending',
  'failed',
  'refundPending',
  'refundFailed',
  'refunded',
  'reversed',
  'reversalCancelled',
  'disputed',
  'disputeWon',
  'disputeLost',
  'disputeClosed',
  'adjusted',
  'takenBack',
] as const
export type PaymentFactKind = (typeof paymentFactKinds)[number]

/** What the owner must know or do about a payment. */
export const reviewFlagKinds = [
  'pending',
  'failed',
  'paidAfterCancel',
  'partiallyRefunded',
  'refunded',
  'reversed',
  'doublePaid',
  'dispute',
  'review',
  'unaccounted',
  'refused',
  'notCaptured',
  'refundUnclear',
  'orphan',
  'forged',
  'unreadable',
  'unverified',
] as const
export type ReviewFlagKind = (typeof reviewFlagKinds)[number]

/**
 * How a flag is closed. An admin attaches the payment to an order, accepts the mismatch, notes a return, or dismisses the
 * flag. `over`: the program closed a flag that no longer applied.
 */
export const reviewFlagClosingActions = ['attached', 'accepted', 'refundNoted', 'dismissed', 'over'] as const
export type ReviewFlagClosingAction = (typeof reviewFlagClosingActions)[number]

/** How the money arrived for an order that an admin marks as paid by hand. */
export const manualPaymentMethods = ['check', 'bank transfer', 'cash', 'other'] as const
export type ManualPaymentMethod = (typeof manualPaymentMethods)[number]
