import { randomInt } from 'node:crypto'

/** Leaves out characters that look alike on paper. */
const CODE_ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'
const HALF_LENGTH = 5
const RECOVERY_CODE_COUNT = 10

/** Removes spaces and dashes. People type the gap that the app shows. */
export function normalizeAppCode(input: string): string {
  return input.replace(/[\s-]/g, '')
}

/** Generates ten codes such as `K7QWM-2RXTA`, with 49 random bits each. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODE_COUNT }, () => `${generateHalf()}-${generateHalf()}`)
}

/** Restores upper case and the dash of a typed code. */
export function normalizeRecoveryCode(input: string): string {
  const characters = input.toUpperCase().replace(/[^A-Z0-9]/g, '')
  return `${characters.slice(0, HALF_LENGTH)}-${characters.slice(HALF_LENGTH)}`
}

function generateHalf(): string {
  return Array.from({ length: HALF_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('')
}
