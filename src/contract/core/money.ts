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

// Creating a formatter is slow.
const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Returns an amount such as `$1,899.00`. Returns other text unchanged. */
export function formatDollars(amount: string): string {
  return /^-?\d+(\.\d\d?)?$/.test(amount) ? dollarFormat.format(Number(amount)) : amount
}
