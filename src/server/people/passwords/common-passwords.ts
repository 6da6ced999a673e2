import { createHash } from 'node:crypto'
import { Refusal } from '../../../contract/grammar/refusal.ts'

/** The names of the product: what somebody who guesses at this site tries beside the common ones. */
const OWN_NAMES = ['rankstead']

const SENTENCE =
  'This password is one of the first that others would try. Please choose another: three unrelated words, for example.'

/** How many characters of a hash are kept of each: one other password in ten million is taken for one of them. */
const KEPT = 6

/**
 * Refuses a new password that is among the most common, the product's name, or the person's own address, in whatever
 * capitals; throws a 400 with the sentence at `field`. Not asked at registration, whose rule is the specification's
 * (docs/decisions/0072).
 */
export async function refuseCommonPassword(password: string, email: string, field: string): Promise<void> {
  if (await isCommonPassword(password, email)) throw new Refusal(400, SENTENCE, { [field]: SENTENCE })
}

export async function isCommonPassword(password: string, email: string): Promise<boolean> {
  const typed = password.toLowerCase()
  const address = email.toLowerCase()
  if ([...OWN_NAMES, address, address.split('@', 1)[0]].includes(typed)) return true
  return (await commonHashes()).has(createHash('sha256').update(typed).digest('base64url').slice(0, KEPT))
}

/** Read when somebody chooses a password: most processes never need it. */
export async function commonHashes(): Promise<ReadonlySet<string>> {
  const { COMMON_PASSWORDS } = await import('./common-list.ts')
  return new Set(
    Array.from({ length: COMMON_PASSWORDS.length / KEPT }, (_, nth) => COMMON_PASSWORDS.slice(nth * KEPT, (nth + 1) * KEPT)),
  )
}
