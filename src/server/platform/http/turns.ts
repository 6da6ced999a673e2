import { performance } from 'node:perf_hooks'

/** Queues the work of requests. `quick`: answered from memory in well under 1 ms. `long`: routed, and may render a page. */
export type Turns = {
  quick: (work: () => void) => void
  long: (work: () => void) => void
  /** The server calls this for each accepted connection. */
  noteConnection: () => void
}

/**
 * How long one turn of the event loop may begin routed requests before it accepts more connections, in ms. Writes that
 * begin together share a commit: with 5 ms, orders took a fifth longer.
 */
const LONG_TURN = 20
/** The same for quick requests. */
const QUICK_TURN = 10
/** How long work waits at most while new connections keep arriving, in ms. */
const ACCEPTING = 20
/** The most routed requests that one turn may begin. */
const MAX_STEPS = 64

/**
 * Begins work at once if nothing waits, and otherwise in order in the next turns of the event loop, quick work first. Node
 * accepts one connection per turn. If each turn answered every open connection, new visitors would wait for seconds. So
 * turns are short, and work waits briefly while connections arrive.
 */
export function createTurns(): Turns {
  const quick: (() => void)[] = []
  const long: (() => void)[] = []
  let began: number | undefined
  let isScheduled = false
  let hasAccepted = false
  let acceptingSince: number | undefined

  function isOver(limit: number): boolean {
    if (began !== undefined) return performance.now() - began >= limit
    began = performance.now()
    setImmediate(end)
    return false
  }

  function end(): void {
    began = undefined
  }

  function run(queue: (() => void)[], limit: number, work: () => void): void {
    if (!isScheduled && !isOver(limit)) work()
    else {
      queue.push(work)
      schedule()
    }
  }

  function schedule(): void {
    if (isScheduled) return
    isScheduled = true
    setImmediate(turn)
  }

  function turn(): void {
    if (isAccepting()) {
      setImmediate(turn)
      return
    }
    const start = performance.now()
    while (quick.length > 0 && performance.now() - start < QUICK_TURN) quick.shift()?.()
    // One immediate for each, so that the promise callbacks of one request run before the next and count in its time.
    for (let steps = Math.min(long.length, MAX_STEPS); steps > 0; steps--) setImmediate(step)
    setImmediate(finish)
  }

  function step(): void {
    if (!isOver(LONG_TURN)) long.shift()?.()
  }

  function finish(): void {
    isScheduled = false
    if (quick.length + long.length > 0) schedule()
  }

  function isAccepting(): boolean {
    const goesOn = hasAccepted && (acceptingSince === undefined || performance.now() - acceptingSince < ACCEPTING)
    acceptingSince = goesOn ? (acceptingSince ?? performance.now()) : undefined
    hasAccepted = false
    return goesOn
  }

  return {
    quick: (work) => run(quick, QUICK_TURN, work),
    long: (work) => run(long, LONG_TURN, work),
    noteConnection() {
      hasAccepted = true
    },
  }
}
