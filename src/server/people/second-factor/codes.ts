import { randomInt } from 'node:crypto'
import { Refusal } from '../../../contract/grammar/refusal.ts'

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

const OVER = 'Your log-in took too long, or there were too many wrong codes. Please log in again.'
const LOCKED = 'There were too many wrong codes for this account. Please try again in 15 minutes.'

export function wrongCode(
  sentence = 'This code is not right, or was used before. Codes change every 30 seconds: try the next one.',
): Refusal {
  return new Refusal(400, sentence, { code: sentence })
}

/** Why the authentication library took no code at the end of the set-up. */
export async function confirmRefusal(response: Response): Promise<Refusal> {
  if ((await errorCodeOf(response)) === 'TOTP_NOT_ENABLED') return new Refusal(409, 'Please begin with the set-up again.')
  return wrongCode('This code is not right. Enter the one that your app shows now; the clock of your phone must be right.')
}

/** Why it took no code in the second step of a sign-in; `wrong` says that the code is not right. */
export async function stepRefusal(response: Response, wrong?: string): Promise<Refusal> {
  switch (await errorCodeOf(response)) {
    case 'INVALID_TWO_FACTOR_COOKIE':
    case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
    case 'TOTP_NOT_ENABLED':
    case 'BACKUP_CODES_NOT_ENABLED':
      return new Refusal(401, OVER)
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      return new Refusal(429, LOCKED)
    default:
      return wrongCode(wrong)
  }
}

async function errorCodeOf(response: Response): Promise<string | undefined> {
  const { code } = (await response.json()) as { code?: string }
  return code
}
