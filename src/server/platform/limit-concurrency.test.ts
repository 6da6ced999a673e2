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
