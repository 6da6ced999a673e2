import { createHashing, type Hashing } from '../../src/server/people/auth/hashing.ts'

const { hash, verify } = createHashing()
const hashes = new Map<string, Promise<string>>()
const verdicts = new Map<string, Promise<boolean>>()

/**
 * The real password functions, each asked once for the same thing: most accounts of the tests have the same
 * password, and a tenth of a second of a processor for each of them is most of what starting a site would cost.
 */
export const cachedHashing: Hashing = {
  hash: (password) => once(hashes, password, () => hash(password)),
  verify: (given) => once(verdicts, `${given.hash} ${given.password}`, () => verify(given)),
}

/** A refusal is not kept. */
function once<T>(known: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  const found = known.get(key)
  if (found) return found
  const begun = work()
  known.set(key, begun)
  begun.catch(() => known.delete(key))
  return begun
}
