type Bounds = {
  /** How much may be under way at a time. */
  concurrent: number
  /** How much more may wait for its turn. */
  queued: number
  /** What is thrown where too much waits already. */
  tooMany: () => Error
}

/** Runs work in the order in which it comes, so much of it at a time, whatever becomes of each piece. */
export function limitConcurrency({ concurrent, queued, tooMany }: Bounds) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < concurrent) running++
    else if (waiting.length < queued) await new Promise<void>((begin) => waiting.push(begin))
    else throw tooMany()
    try {
      return await work()
    } finally {
      // Whoever comes next takes this place as it is.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
