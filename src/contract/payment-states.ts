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
  'orphan',
  'forged',
  'unreadable',
  'unverified',
] as const
export type PaymentFlag = (typeof paymentFlags)[number]

/**
 * How a flag is closed: the payment was put to an order, was accepted though it does not match, was sent back, or needs
 * nothing; or it no longer holds.
 */
export const flagActions = ['attached', 'accepted', 'refundNoted', 'dismissed', 'over'] as const
export type FlagAction = (typeof flagActions)[number]

/** How a payment came that an admin marks as paid by hand. */
export const handMethods = ['check', 'bank transfer', 'cash', 'other'] as const
export type HandMethod = (typeof handMethods)[number]
