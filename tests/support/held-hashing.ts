import type { PasswordHasher } from '#server/people/auth/password-hasher.ts'
import { cachedHashing } from './cached-hashing.ts'

/** `isWaiting` resolves once a password check waits. `release` lets it continue. */
type HeldCheck = { isWaiting: Promise<void>; release: () => void }

/** Password functions that can hold a check, as a full queue does. */
export function createHeldHashing(): { hashing: PasswordHasher; holdNextCheck: () => HeldCheck } {
  let next: { arrive: () => void; released: Promise<void> } | undefined

  return {
    hashing: {
      hash: cachedHashing.hash,
      async verify(input) {
        const held = next
        next = undefined
        held?.arrive()
        await held?.released
        return cachedHashing.verify(input)
      },
    },
    holdNextCheck() {
      const waiting = Promise.withResolvers<void>()
      const released = Promise.withResolvers<void>()
      next = { arrive: waiting.resolve, released: released.promise }
      return { isWaiting: waiting.promise, release: released.resolve }
    },
  }
}
