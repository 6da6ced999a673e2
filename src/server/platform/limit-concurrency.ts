type ConcurrencyLimits = {
  /** How much may be under way at a time. */
  maxConcurrent: number
  /** How much more may wait for its turn. */
  maxQueued: number
  /** What is thrown where too much waits already. */
  createOverflowError: () => Error
}

/** Runs work in the order in which it comes, so much of it at a time, whatever becomes of each piece. */
export function limitConcurrency({ maxConcurrent, maxQueued, createOverflowError }: ConcurrencyLimits) {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < maxConcurrent) running++
    else if (waiting.length < maxQueued) await new Promise<void>((resolve) => waiting.push(resolve))
    else throw createOverflowError()
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
