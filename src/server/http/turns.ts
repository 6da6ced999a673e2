import { performance } from 'node:perf_hooks'

/** Work of one request: `quick` is answered from memory in well under 1 ms, `long` is routed, and may render a page. */
export type Turns = {
  quick: (work: () => void) => void
  long: (work: () => void) => void
  /** To be called for each connection that is taken in. */
  noteConnection: () => void
}

/**
 * For how long routed requests are begun in one turn of the event loop before others are listened to again, in ms. Writes
 * that are begun together share their commit: with 5 orders took a fifth longer.
 */
const LONG_TURN = 20
/** The same for requests that are answered from memory. */
const QUICK_TURN = 10
/** For how long work waits while one connection after another comes in, in ms. */
const ACCEPTING = 20
/** How many routed requests one turn may begin. */
const MAX_STEPS = 64

/**
 * Begins work at once where nothing waits, or in one of the next turns of the event loop, in its order; what is quick goes
 * first. Node takes in one connection a turn: if each turn answered everybody who is connected, those who connect would
 * wait for seconds. So turns are short, and while connections come in, work waits for a moment.
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
    // One immediate for each, because what a promise settles then runs before the next, and is part of what it takes.
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
