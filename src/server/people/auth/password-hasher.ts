import { UserError } from '#contract/core/user-error.ts'
import { limitConcurrency } from '#platform/limit-concurrency.ts'

/** A hash keeps one of Node's four background threads busy for about 50 ms. Files and DNS need the other two. */
const MAX_CONCURRENT_HASHES = 2
/** A full queue takes 2 to 3 seconds. */
const MAX_QUEUED_HASHES = 100
/** How many checks of one stored hash may run or wait, so that one account can't fill the queue. */
const MAX_CHECKS_PER_HASH = 6

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
 * Limits the library's password functions to two at a time, so that many sign-ins don't block other work. Throws a 503
 * if the queue is full, or one account takes too much of it.
 */
export function createPasswordHasher({ hash, verify } = betterAuthHasher): PasswordHasher {
  const createOverflowError = () => new UserError(503, 'Too many people are logging in right now. Please try again in a moment.')
  const runLimited = limitConcurrency({
    maxConcurrent: MAX_CONCURRENT_HASHES,
    maxQueued: MAX_QUEUED_HASHES,
    createOverflowError,
  })
  /** The number of running and waiting checks by stored hash. Each account has its own salt. */
  const checks = new Map<string, number>()

  async function verifyLimited(hashedPassword: HashedPassword): Promise<boolean> {
    const { hash: key } = hashedPassword
    const count = checks.get(key) ?? 0
    if (count >= MAX_CHECKS_PER_HASH) throw createOverflowError()
    checks.set(key, count + 1)
    try {
      return await runLimited(() => verify(hashedPassword))
    } finally {
      const remaining = (checks.get(key) ?? 1) - 1
      if (remaining > 0) checks.set(key, remaining)
      else checks.delete(key)
    }
  }

  return { hash: (password) => runLimited(() => hash(password)), verify: verifyLimited }
}
