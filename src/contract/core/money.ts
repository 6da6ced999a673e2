/**
 * US dollars: whole cents in code, numeric strings such as `499` or `499.50` in JSON (P-15, P-85). Parsed digit by digit,
 * because floats lose cents.
 */
const AMOUNT = /^(\d{1,9})(?:\.(\d{1,2}))?$/

/** Returns whole cents, or undefined if the text isn't an amount. */
export function parseCents(amount: string): number | undefined {
  const [, dollars, fraction = ''] = AMOUNT.exec(amount) ?? []
  return dollars === undefined ? undefined : Number(dollars) * 100 + Number(fraction.padEnd(2, '0'))
}

/** Returns dollars with two decimals, such as `499.00`, as payment providers expect them. */
export function formatDecimalAmount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/**
 * Returns an amount of at most 15 digits before the point as `$1,899.00`. Returns other text unchanged. Doesn't use
 * `Intl.NumberFormat`, because the first formatter takes 6 MB (decision 32).
 */
export function formatDollars(amount: string): string {
  const [, sign, dollars, fraction = ''] = /^(-?)(\d{1,15})(?:\.(\d\d?))?$/.exec(amount) ?? []
  if (dollars === undefined) return amount
  const digits = String(Number(dollars))
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return `${sign}$${groups.join(',')}.${fraction.padEnd(2, '0')}`
}

/** Formats US dollars as everywhere, and other currencies with their code. */
export function formatAmountWithCurrency(amount: string, currency: string | null): string {
  return currency === null || currency === 'USD' ? formatDollars(amount) : `${amount} ${currency}`
}
