import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

/** In ms, each of a turn that may take 20. */
const WORK = 6

it('begins work in its order, and no more in a turn of the event loop than there is time for', async () => {
  const inTurn = createTurns()
  const done: number[] = []
  const works = Array.from({ length: 20 }, (_, nth) => () => {
    const until = performance.now() + WORK
    while (performance.now() < until);
    done.push(nth)
  })
  for (const work of works) inTurn(work)
  const perTurn = [done.length]
  while (done.length < works.length) {
    const before = done.length
    await nextTurn()
    perTurn.push(done.length - before)
  }
  expect(done).toEqual(works.map((_, nth) => nth))
  // The rest of one turn and the beginning of the next may stand together.
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(8)
})

it('begins what comes while nothing waits at once', () => {
  const inTurn = createTurns()
  let isDone = false
  inTurn(() => {
    isDone = true
  })
  expect(isDone).toBe(true)
})
