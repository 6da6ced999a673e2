/** The part of the pricing page to which the cards of the packages lead. */
export const AFTER_PAYMENT_ANCHOR = 'after-payment'
