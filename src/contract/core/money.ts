/**
 * Amounts of US dollars: whole cents wherever we count, numeric strings such as `499` or `499.50` on the wire
 * (P-15, P-85). Read digit by digit: a fraction in binary is no amount.
 */
const AMOUNT = /^(\d{1,9})(?:\.(\d{1,2}))?$/

/** The cents of an amount; undefined where the text is none. */
export function parseCents(amount: string): number | undefined {
  const [, dollars, fraction = ''] = AMOUNT.exec(amount) ?? []
  return dollars === undefined ? undefined : Number(dollars) * 100 + Number(fraction.padEnd(2, '0'))
}

/** Two decimals, as payment providers and totals have it: `499.00`. */
export function formatAmount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

// Made once: a formatter costs far more to make than to use.
const dollarFormat = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** An amount on the wire as people read it: `$1,899.00`. Whatever is no amount is shown as it is. */
export function formatDollars(amount: string): string {
  return /^-?\d+(\.\d\d?)?$/.test(amount) ? dollarFormat.format(Number(amount)) : amount
}
