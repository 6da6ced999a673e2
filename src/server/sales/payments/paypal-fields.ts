/** PayPal's limit for an item name, in characters, in both of its interfaces. */
const MAX_ITEM_NAME_LENGTH = 127

/** Cuts an item name between characters, never inside one. */
export function truncatePayPalItemName(name: string): string {
  return [...name].slice(0, MAX_ITEM_NAME_LENGTH).join('')
}

/** Returns the pages that the browser opens after a payment and after a cancel. */
export function buildReturnUrls(origin: string, orderId: string): { paid: string; cancelled: string } {
  return { paid: `${origin}/received-payment/${orderId}`, cancelled: `${origin}/order-cancelled/${orderId}` }
}

/** Returns the page of a payment at PayPal, for the owner. */
export function buildPayPalActivityUrl(payPalOrigin: string, transactionId: string): string {
  return `${payPalOrigin}/activity/payment/${encodeURIComponent(transactionId)}`
}

/** Parses a time to epoch ms. Returns undefined for an invalid time. */
export function parsePayPalTime(text = ''): number | undefined {
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time
}
