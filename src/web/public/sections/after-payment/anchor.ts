/** The fragment of the pricing page to which package cards link. */
export const AFTER_PAYMENT_ANCHOR = 'after-payment'
