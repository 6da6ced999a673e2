import { createPasswordHasher, type PasswordHasher } from '#server/people/auth/password-hasher.ts'

const { hash, verify } = createPasswordHasher()
const hashes = new Map<string, Promise<string>>()
const verdicts = new Map<string, Promise<boolean>>()

/**
 * The real password functions with a cache.
 * Most test accounts share one password, and each hash takes 100 ms of processor time.
 */
export const cachedHashing: PasswordHasher = {
  hash: (password) => memoize(hashes, password, () => hash(password)),
  verify: (input) => memoize(verdicts, `${input.hash} ${input.password}`, () => verify(input)),
}

/** Caches results, but not rejections. */
function memoize<T>(cache: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const cached = cache.get(key)
  if (cached) return cached
  const pending = work()
  cache.set(key, pending)
  pending.catch(() => cache.delete(key))
  return pending
}
