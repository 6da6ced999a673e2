/** A site that others can reach: payments in it are more than a rehearsal. */
export function publicSite(origin: string) {
  return { ORIGIN: origin, PAYMENTS: 'paypal-standard', PAYPAL_MODE: 'sandbox' }
}
