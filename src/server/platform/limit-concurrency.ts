type ConcurrencyLimits = {
  maxConcurrent: number
  /** How many tasks with the same key may wait. */
  maxQueued: number
  /** Creates the error that a task gets if the queue is full. */
  createOverflowError: () => Error
}

/**
 * Runs up to `maxConcurrent` tasks at a time. The keys take turns, and the tasks of one key run in order of arrival. A failed task
 * stops no other.
 */
export function limitConcurrency({ maxConcurrent, maxQueued, createOverflowError }: ConcurrencyLimits) {
  const queues = new Map<string, (() => void)[]>()
  let running = 0

  function takeNext(): (() => void) | undefined {
    for (const [key, [next, ...others]] of queues) {
      queues.delete(key)
      if (others.length > 0) queues.set(key, others)
      return next
    }
    return undefined
  }

  return async <T>(work: () => Promise<T>, key = ''): Promise<T> => {
    const queue = queues.get(key) ?? []
    if (running < maxConcurrent) running++
    else if (queue.length < maxQueued)
      await new Promise<void>((resolve) => {
        queues.set(key, [...queue, resolve])
      })
    else throw createOverflowError()
    try {
      return await work()
    } finally {
      // The next task takes over this place, so `running` stays the same.
      const next = takeNext()
      if (next) next()
      else running--
    }
  }
}
