type ConcurrencyLimits = {
  maxConcurrent: number
  maxQueued: number
  /** Creates the error that a task gets if the queue is full. */
  createOverflowError: () => Error
}

/** Runs tasks in order of arrival, up to `maxConcurrent` at a time. A failed task stops no other. */
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
      // The next task takes over this place, so `running` stays the same.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
