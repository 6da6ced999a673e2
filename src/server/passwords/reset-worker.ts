/** How long a request waits at least and at most, and how often is looked for those of a process that ended, in ms. */
const SHORTEST = 50
const LONGEST = 500
const POLL = 5_000

type Parts = {
  /** The ids of requests that wait, some at a time. */
  waiting: () => Promise<string[]>
  carryOut: (ids: readonly string[]) => Promise<void>
  problem: (error: unknown, sentence: string) => void
}

/** Carries out stored requests for a new password, after a random pause: so it cannot be seen in the next answer either. */
export function createResetWorker({ waiting, carryOut, problem }: Parts) {
  let isClosed = false
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  function lookAfter(pause: number): void {
    clearTimeout(timer)
    if (!isClosed) timer = setTimeout(look, pause).unref()
  }

  function look(): void {
    running = carryOutAll()
      .catch((error: unknown) => problem(error, 'requests for a new password wait: they cannot be carried out'))
      .then(() => {
        running = undefined
        lookAfter(POLL)
      })
  }

  async function carryOutAll(): Promise<void> {
    for (;;) {
      const ids = await waiting()
      if (ids.length === 0 || isClosed) return
      await carryOut(ids)
    }
  }

  return {
    start: look,

    /** There is a request that was stored just now. */
    wake(): void {
      if (!running) lookAfter(SHORTEST + Math.random() * (LONGEST - SHORTEST))
    },

    /** What waits is carried out after the next start. */
    async close(): Promise<void> {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
