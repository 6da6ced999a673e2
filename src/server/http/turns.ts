/**
 * For how long requests are begun in one turn of the event loop before others are listened to again, in ms. Writes that are
 * begun together share their commit: with 5 orders took a fifth longer.
 */
const TURN = 20

/**
 * Begins work at once, or in one of the next turns of the event loop where this one has taken long enough; in its order.
 * Node takes in one connection a turn: if each turn answered everybody who is connected, those who connect would wait for
 * seconds, and at a stop for nothing.
 */
export function createTurns(): (work: () => void) => void {
  let began: number | undefined
  let waiting = 0

  function isOver(): boolean {
    if (began !== undefined) return performance.now() - began >= TURN
    began = performance.now()
    setImmediate(end)
    return false
  }

  function end(): void {
    began = undefined
  }

  /** One immediate for each, because what a promise settles then runs before the next, and is part of what it takes. */
  function attempt(work: () => void): void {
    if (isOver()) {
      setImmediate(attempt, work)
      return
    }
    waiting--
    work()
  }

  return (work) => {
    if (waiting === 0 && !isOver()) {
      work()
      return
    }
    waiting++
    setImmediate(attempt, work)
  }
}
