/** What a payment provider can tell of a payment. */
export const factKinds = [
  'settled',
  'pending',
  'failed',
  'refundPending',
  'refunded',
  'reversed',
  'reversalCancelled',
  'disputed',
  'disputeWon',
  'disputeLost',
  'disputeClosed',
] as const
export type FactKind = (typeof factKinds)[number]

/** What the owner has to know of a payment, or do something about. */
export const paymentFlags = [
  'pending',
  'failed',
  'paidAfterCancel',
  'partiallyRefunded',
  'refunded',
  'reversed',
  'doublePaid',
  'dispute',
  'review',
  'refused',
  'notCaptured',
  'refundUnclear',
  'orphan',
  'forged',
  'unreadable',
  'unverified',
] as const
export type PaymentFlag = (typeof paymentFlags)[number]

/**
 * How a flag is closed. An admin attaches the payment to an order, accepts it though it doesn't match, notes that it was
 * sent back, or dismisses it. `over`: the program closed the flag, because it no longer holds.
 */
export const flagActions = ['attached', 'accepted', 'refundNoted', 'dismissed', 'over'] as const
export type FlagAction = (typeof flagActions)[number]

/** How the money of an order arrived that an admin marks as paid by hand. */
export const manualPaymentMethods = ['check', 'bank transfer', 'cash', 'other'] as const
export type ManualPaymentMethod = (typeof manualPaymentMethods)[number]
