import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createRequestScheduler } from './request-scheduler.ts'

/** How long one piece of work takes, in ms. A turn may take 20. */
const WORK = 6

function busyFor(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('starts work in order, and limits the time per turn of the event loop', async () => {
  const scheduler = createRequestScheduler()
  const done: number[] = []
  const works = Array.from({ length: 20 }, (_, nth) => () => {
    busyFor(WORK)
    done.push(nth)
  })
  for (const work of works) scheduler.runRouted(work)
  const perTurn = [done.length]
  while (done.length < works.length) {
    const before = done.length
    await nextTurn()
    perTurn.push(done.length - before)
  }
  expect(done).toEqual(works.map((_, nth) => nth))
  // The end of one turn and the start of the next may fall together.
  expect(Math.max(...perTurn)).toBeLessThanOrEqual(8)
})

it('starts work immediately if nothing waits', () => {
  const scheduler = createRequestScheduler()
  const done: string[] = []
  scheduler.runRouted(() => done.push('long'))
  scheduler.runQuick(() => done.push('quick'))
  expect(done).toEqual(['long', 'quick'])
})

it('runs quick work before waiting long work', async () => {
  const scheduler = createRequestScheduler()
  const done: string[] = []
  for (let nth = 0; nth < 30; nth++)
    scheduler.runRouted(() => {
      done.push('long')
      busyFor(WORK)
    })
  scheduler.runQuick(() => done.push('quick'))
  await expect.poll(() => done.length).toBe(31)
  expect(done.indexOf('quick')).toBeLessThan(10)
})

it('delays work while connections arrive, but not for long', async () => {
  const scheduler = createRequestScheduler()
  let done = 0
  for (let nth = 0; nth < 10; nth++) scheduler.runRouted(() => ++done && busyFor(WORK))
  const begun = done
  const started = performance.now()
  // A connection arrives in each turn, for much longer than work may wait.
  while (done === begun && performance.now() - started < 5_000) {
    scheduler.recordConnection()
    await nextTurn()
  }
  expect(performance.now() - started).toBeGreaterThanOrEqual(15)
  expect(done).toBeGreaterThan(begun)
})
