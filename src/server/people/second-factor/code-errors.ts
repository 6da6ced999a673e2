import { UserError } from '#contract/core/user-error.ts'

const SIGN_IN_EXPIRED_MESSAGE = 'Your log-in took too long, or you entered too many wrong codes. Please log in again.'
const ACCOUNT_LOCKED_MESSAGE = 'Too many wrong codes for this account. Please try again in 15 minutes.'

export function createWrongCodeError(
  message = 'This code is wrong or was already used. Codes change every 30 seconds. Try the next one.',
): UserError {
  return new UserError(400, message, 'code')
}

export async function toSecondFactorSetupError(response: Response): Promise<UserError> {
  if ((await readErrorCode(response)) === 'TOTP_NOT_ENABLED') return new UserError(409, 'Please start the set-up again.')
  return createWrongCodeError(
    'This code is wrong. Enter the one that your app shows now, and check that your phone’s clock is right.',
  )
}

/** Converts the library's reply to a failed second step. `wrongCodeMessage` is the sentence for a wrong code. */
export async function toSecondFactorError(response: Response, wrongCodeMessage?: string): Promise<UserError> {
  switch (await readErrorCode(response)) {
    case 'INVALID_TWO_FACTOR_COOKIE':
    case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
    case 'TOTP_NOT_ENABLED':
    case 'BACKUP_CODES_NOT_ENABLED':
      return new UserError(401, SIGN_IN_EXPIRED_MESSAGE)
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      return new UserError(429, ACCOUNT_LOCKED_MESSAGE)
    default:
      return createWrongCodeError(wrongCodeMessage)
  }
}

async function readErrorCode(response: Response): Promise<string | undefined> {
  const { code } = (await response.json()) as { code?: string }
  return code
}
