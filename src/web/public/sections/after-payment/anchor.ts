/** The fragment of the pricing page that package cards link. */
export const AFTER_PAYMENT_ANCHOR = 'after-payment'
