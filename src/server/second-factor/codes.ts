import { randomInt } from 'node:crypto'

/** Without letters and digits that are easily taken for one another on paper. */
const SIGNS = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const HALF = 5
const COUNT = 10

/** A code of an app as it is compared: people type the gap that the app shows. */
export function appCodeOf(typed: string): string {
  return typed.replace(/[\s-]/g, '')
}

/** Ten recovery codes of 49 random bits each, such as `K7QWM-2RXTA`. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => `${half()}-${half()}`)
}

/** A recovery code as it was made, however it was typed: small letters, spaces, the dash left out. */
export function recoveryCodeOf(typed: string): string {
  const signs = typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return `${signs.slice(0, HALF)}-${signs.slice(HALF)}`
}

function half(): string {
  return Array.from({ length: HALF }, () => SIGNS[randomInt(SIGNS.length)]).join('')
}
