import { createPasswordHasher, type PasswordHasher } from '../../src/server/people/auth/password-hasher.ts'

const { hash, verify } = createPasswordHasher()
const hashes = new Map<string, Promise<string>>()
const verdicts = new Map<string, Promise<boolean>>()

/**
 * The real password functions, each asked once for the same thing: most accounts of the tests have the same
 * password, and a tenth of a second of a processor for each of them is most of what starting a site would cost.
 */
export const cachedHashing: PasswordHasher = {
  hash: (password) => memoize(hashes, password, () => hash(password)),
  verify: (input) => memoize(verdicts, `${input.hash} ${input.password}`, () => verify(input)),
}

/** A refusal is not kept. */
function memoize<T>(cache: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const cached = cache.get(key)
  if (cached) return cached
  const pending = work()
  cache.set(key, pending)
  pending.catch(() => cache.delete(key))
  return pending
}
