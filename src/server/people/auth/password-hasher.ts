import { UserError } from '../../../contract/core/user-error.ts'
import { limitConcurrency } from '../../platform/limit-concurrency.ts'

/** Each keeps one of the process's four background threads busy for some 50 ms; the others are for files and names of hosts. */
const MAX_CONCURRENT_HASHES = 2
/** How many more may wait: 2 to 3 s at that pace. */
const MAX_QUEUED_HASHES = 100

type HashedPassword = { hash: string; password: string }

export type PasswordHasher = {
  hash: (password: string) => Promise<string>
  verify: (hashedPassword: HashedPassword) => Promise<boolean>
}
export type HashPassword = PasswordHasher['hash']

const betterAuthHasher: PasswordHasher = {
  hash: async (password) => (await import('better-auth/crypto')).hashPassword(password),
  verify: async (hashedPassword) => (await import('better-auth/crypto')).verifyPassword(hashedPassword),
}

/**
 * The password functions of the authentication library, at most two at a time: a rush of sign-ins must
 * not stop everything else that needs a background thread. Throws a 503 where too many wait.
 */
export function createPasswordHasher({ hash, verify } = betterAuthHasher): PasswordHasher {
  const runLimited = limitConcurrency({
    maxConcurrent: MAX_CONCURRENT_HASHES,
    maxQueued: MAX_QUEUED_HASHES,
    createOverflowError: () => new UserError(503, 'Too many people are logging in right now. Please try again in a moment.'),
  })
  return {
    hash: (password) => runLimited(() => hash(password)),
    verify: (hashedPassword) => runLimited(() => verify(hashedPassword)),
  }
}
