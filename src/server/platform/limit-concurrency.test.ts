import { expect, it } from 'vitest'
import { limitConcurrency } from './limit-concurrency.ts'

it('runs a limited number at a time, in order, even after failures, and refuses more', async () => {
  for (const maxConcurrent of [1, 2]) {
    const run = limitConcurrency({
      maxConcurrent,
      maxQueued: 3 - maxConcurrent,
      createOverflowError: () => new Error('too many'),
    })
    const startedWork: string[] = []
    let running = 0
    const work = (name: string) => async () => {
      startedWork.push(name)
      running += 1
      expect(running).toBeLessThanOrEqual(maxConcurrent)
      await new Promise(setImmediate)
      running -= 1
      if (name === 'second') throw new Error(name)
      return name
    }
    const results = await Promise.allSettled(['first', 'second', 'third', 'fourth'].map((name) => run(work(name))))
    expect(results).toMatchObject([
      { value: 'first' },
      { reason: { message: 'second' } },
      { value: 'third' },
      { reason: { message: 'too many' } },
    ])
    expect(await run(work('fifth'))).toBe('fifth')
    expect(startedWork).toEqual(['first', 'second', 'third', 'fifth'])
  }
})

it('lets keys take turns, and limits the queue of each', async () => {
  const run = limitConcurrency({ maxConcurrent: 1, maxQueued: 3, createOverflowError: () => new Error('too many') })
  const finished: string[] = []
  const start = (key: string, nth: number) =>
    run(async () => {
      await new Promise(setImmediate)
      finished.push(`${key}${nth}`)
    }, key)
  const flood = [1, 2, 3, 4, 5].map((nth) => start('a', nth))
  const others = [start('b', 1), start('b', 2), start('c', 1)]
  const results = await Promise.allSettled([...flood, ...others])
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  expect(finished).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
})
