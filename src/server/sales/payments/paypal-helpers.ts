/** PayPal's limit for the name of what is sold, in characters (both interfaces). */
const MAX_TITLE = 127

/** Shortens what is sold to what both of PayPal's interfaces accept. */
export function truncatePayPalTitle(title: string): string {
  return [...title].slice(0, MAX_TITLE).join('')
}

/** Returns where PayPal sends the browser after the payment, and after a cancel. */
export function buildReturnUrls(origin: string, orderId: string): { paid: string; cancelled: string } {
  return { paid: `${origin}/received-payment/${orderId}`, cancelled: `${origin}/order-cancelled/${orderId}` }
}

/** Returns the page of a payment at PayPal, for the owner. */
export function buildPayPalPaymentUrl(payPalOrigin: string, transactionId: string): string {
  return `${payPalOrigin}/activity/payment/${encodeURIComponent(transactionId)}`
}

/** Reads a time in epoch ms; undefined without a valid one. */
export function parsePayPalTime(text = ''): number | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
