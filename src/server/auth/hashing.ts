import { Refusal } from '../../contract/refusal.ts'

/** Each keeps one of the process's four background threads busy for some 50 ms; the others are for files and names of hosts. */
const AT_ONCE = 2
/** How many more may wait: 2 to 3 s at that pace. */
const MOST_WAITING = 100

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
  const waiting: (() => void)[] = []
  let running = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running < AT_ONCE) running++
    else if (waiting.length < MOST_WAITING) await new Promise<void>((begin) => waiting.push(begin))
    else throw busy()
    try {
      return await work()
    } finally {
      // Whoever comes next takes this place as it is.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password)),
    verify: (given) => inTurn(() => verify(given)),
  }
}

function busy(): Refusal {
  return new Refusal(503, 'Too many people are logging in right now. Please try again in a moment.')
}
