import { Refusal } from '../../../contract/grammar/refusal.ts'
import { limitConcurrency } from '../../platform/concurrency.ts'

/** Each keeps one of the process's four background threads busy for some 50 ms; the others are for files and names of hosts. */
const CONCURRENT = 2
/** How many more may wait: 2 to 3 s at that pace. */
const MAX_QUEUED = 100

type Password = { hash: string; password: string }

export type Hashing = {
  hash: (password: string) => Promise<string>
  verify: (given: Password) => Promise<boolean>
}
export type Hash = Hashing['hash']

const library: Hashing = {
  hash: async (password) => (await import('better-auth/crypto')).hashPassword(password),
  verify: async (given) => (await import('better-auth/crypto')).verifyPassword(given),
}

/**
 * The password functions of the authentication library, at most two at a time: a rush of sign-ins must
 * not stop everything else that needs a background thread. Throws a 503 where too many wait.
 */
export function createHashing({ hash, verify } = library): Hashing {
  const inTurn = limitConcurrency({
    concurrent: CONCURRENT,
    queued: MAX_QUEUED,
    tooMany: () => new Refusal(503, 'Too many people are logging in right now. Please try again in a moment.'),
  })
  return {
    hash: (password) => inTurn(() => hash(password)),
    verify: (given) => inTurn(() => verify(given)),
  }
}
