import { createHash } from 'node:crypto'
import { UserError } from '#contract/core/user-error.ts'

/** Product names are likely guesses at this site, beside the common passwords. */
const PRODUCT_NAMES = ['rankstead']

const COMMON_PASSWORD_MESSAGE = 'This password is too easy to guess. Please choose another one, such as three unrelated words.'

/** The length of each stored hash prefix. About one uncommon password in ten million matches by chance. */
const HASH_PREFIX_LENGTH = 6

/**
 * Throws a 400 at `field` for a common password, the product name or the person's email, in any case. Registration
 * skips this check: it accepts every password that meets P-46 (docs/decisions/0012).
 */
export async function assertUncommonPassword(password: string, email: string, field: string): Promise<void> {
  if (await isCommonPassword(password, email)) throw new UserError(400, COMMON_PASSWORD_MESSAGE, field)
}

export async function isCommonPassword(password: string, email: string): Promise<boolean> {
  const lowerCasePassword = password.toLowerCase()
  const lowerCaseEmail = email.toLowerCase()
  if ([...PRODUCT_NAMES, lowerCaseEmail, lowerCaseEmail.split('@', 1)[0]].includes(lowerCasePassword)) return true
  return (await loadCommonPasswordHashes()).has(
    createHash('sha256').update(lowerCasePassword).digest('base64url').slice(0, HASH_PREFIX_LENGTH),
  )
}

/** Loads the list on first use, because most processes never need it. */
export async function loadCommonPasswordHashes(): Promise<ReadonlySet<string>> {
  const { COMMON_PASSWORD_HASHES } = await import('./common-password-hashes.ts')
  return new Set(
    Array.from({ length: COMMON_PASSWORD_HASHES.length / HASH_PREFIX_LENGTH }, (_, index) =>
      COMMON_PASSWORD_HASHES.slice(index * HASH_PREFIX_LENGTH, (index + 1) * HASH_PREFIX_LENGTH),
    ),
  )
}
