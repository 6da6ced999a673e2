import { performance } from 'node:perf_hooks'

export type RequestScheduler = {
  /** Runs work that is answered from memory in well under 1 ms. */
  runQuick: (work: () => void) => void
  /** Runs work that is routed and may render a page. */
  runRouted: (work: () => void) => void
  /** The server calls this for each accepted connection. */
  recordConnection: () => void
}

/**
 * How long one turn of the event loop may begin routed requests before it accepts more connections, in ms. Writes that
 * begin together share a commit: with 5 ms, orders took a fifth longer.
 */
const MAX_ROUTED_TIME = 20
/** The same for quick requests. */
const MAX_QUICK_TIME = 10
/** How long work waits at most while new connections keep arriving, in ms. */
const MAX_ACCEPT_DELAY = 20
/** How many routed requests one turn may start. */
const MAX_ROUTED_PER_TURN = 64

/**
 * Starts work at once if nothing waits, and otherwise in order in the next turns of the event loop, quick work first. Node
 * accepts one connection per turn. If each turn answered every open connection, new visitors would wait for seconds. So
 * turns are short, and work waits briefly while connections arrive.
 */
export function createRequestScheduler(): RequestScheduler {
  const quickQueue: (() => void)[] = []
  const routedQueue: (() => void)[] = []
  let turnStartedAt: number | undefined
  let isScheduled = false
  let hasAccepted = false
  let acceptingSince: number | undefined

  function isTimeUsedUp(limit: number): boolean {
    if (turnStartedAt !== undefined) return performance.now() - turnStartedAt >= limit
    turnStartedAt = performance.now()
    setImmediate(endTurn)
    return false
  }

  function endTurn(): void {
    turnStartedAt = undefined
  }

  function runOrQueue(queue: (() => void)[], limit: number, work: () => void): void {
    if (!isScheduled && !isTimeUsedUp(limit)) work()
    else {
      queue.push(work)
      schedule()
    }
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(runTurn)
  }

  function runTurn(): void {
    if (isAccepting()) {
      setImmediate(runTurn)
      return
    }
    const start = performance.now()
    while (quickQueue.length > 0 && performance.now() - start < MAX_QUICK_TIME) quickQueue.shift()?.()
    // One immediate for each, so that the promise callbacks of one request run before the next and count in its time.
    for (let steps = Math.min(routedQueue.length, MAX_ROUTED_PER_TURN); steps > 0; steps--) setImmediate(runNextRouted)
    setImmediate(finishTurn)
  }

  function runNextRouted(): void {
    if (!isTimeUsedUp(MAX_ROUTED_TIME)) routedQueue.shift()?.()
  }

  function finishTurn(): void {
    isScheduled = false
    if (quickQueue.length + routedQueue.length > 0) schedule()
  }

  function isAccepting(): boolean {
    const isStillAccepting =
      hasAccepted && (acceptingSince === undefined || performance.now() - acceptingSince < MAX_ACCEPT_DELAY)
    acceptingSince = isStillAccepting ? (acceptingSince ?? performance.now()) : undefined
    hasAccepted = false
    return isStillAccepting
  }

  return {
    runQuick: (work) => runOrQueue(quickQueue, MAX_QUICK_TIME, work),
    runRouted: (work) => runOrQueue(routedQueue, MAX_ROUTED_TIME, work),
    recordConnection() {
      hasAccepted = true
    },
  }
}
