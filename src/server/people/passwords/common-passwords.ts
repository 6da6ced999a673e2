import { createHash } from 'node:crypto'
import { UserError } from '../../../contract/core/user-error.ts'

/** The names of the product: what somebody who guesses at this site tries beside the common ones. */
const PRODUCT_NAMES = ['rankstead']

const COMMON_PASSWORD_MESSAGE =
  'This password is one of the first that others would try. Please choose another: three unrelated words, for example.'

/** How many characters of a hash are kept of each: one other password in ten million is taken for one of them. */
const HASH_PREFIX_LENGTH = 6

/**
 * Refuses a new password that is among the most common, the product's name, or the person's own address, in whatever
 * capitals; throws a 400 with the sentence at `field`. Not asked at registration, whose rule is P-46
 * (docs/decisions/0012).
 */
export async function assertUncommonPassword(password: string, email: string, field: string): Promise<void> {
  if (await isCommonPassword(password, email))
    throw new UserError(400, COMMON_PASSWORD_MESSAGE, { [field]: COMMON_PASSWORD_MESSAGE })
}

export async function isCommonPassword(password: string, email: string): Promise<boolean> {
  const lowerCasePassword = password.toLowerCase()
  const lowerCaseEmail = email.toLowerCase()
  if ([...PRODUCT_NAMES, lowerCaseEmail, lowerCaseEmail.split('@', 1)[0]].includes(lowerCasePassword)) return true
  return (await loadCommonPasswordHashes()).has(
    createHash('sha256').update(lowerCasePassword).digest('base64url').slice(0, HASH_PREFIX_LENGTH),
  )
}

/** Read when somebody chooses a password: most processes never need it. */
export async function loadCommonPasswordHashes(): Promise<ReadonlySet<string>> {
  const { COMMON_PASSWORD_HASHES: COMMON_PASSWORDS } = await import('./common-password-hashes.ts')
  return new Set(
    Array.from({ length: COMMON_PASSWORDS.length / HASH_PREFIX_LENGTH }, (_, nth) =>
      COMMON_PASSWORDS.slice(nth * HASH_PREFIX_LENGTH, (nth + 1) * HASH_PREFIX_LENGTH),
    ),
  )
}
