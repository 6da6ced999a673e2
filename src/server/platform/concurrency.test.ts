import { expect, it } from 'vitest'
import { limitConcurrency } from './concurrency.ts'

it('runs so much at a time, in order, whatever becomes of each, and refuses what is too much', async () => {
  for (const concurrent of [1, 2]) {
    const run = limitConcurrency({ concurrent, queued: 3 - concurrent, tooMany: () => new Error('too many') })
    const begun: string[] = []
    let running = 0
    const work = (name: string) => async () => {
      begun.push(name)
      running += 1
      expect(running).toBeLessThanOrEqual(concurrent)
      await new Promise(setImmediate)
      running -= 1
      if (name === 'second') throw new Error(name)
      return name
    }
    const asked = await Promise.allSettled(['first', 'second', 'third', 'fourth'].map((name) => run(work(name))))
    expect(asked).toMatchObject([
      { value: 'first' },
      { reason: { message: 'second' } },
      { value: 'third' },
      { reason: { message: 'too many' } },
    ])
    expect(await run(work('fifth'))).toBe('fifth')
    expect(begun).toEqual(['first', 'second', 'third', 'fifth'])
  }
})
