/** What a payment provider can tell of a payment. */
export const factKinds = ['settled', 'pending', 'failed', 'refunded', 'reversed', 'reversalCancelled'] as const
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
  'review',
  'orphan',
  'forged',
  'unreadable',
  'unverified',
] as const
export type PaymentFlag = (typeof paymentFlags)[number]

/** How a flag is closed: the payment was put to an order, was sent back, or needs nothing; or it no longer holds. */
export const flagActions = ['attached', 'refundNoted', 'dismissed', 'over'] as const
export type FlagAction = (typeof flagActions)[number]
