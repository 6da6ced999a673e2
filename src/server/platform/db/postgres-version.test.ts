import { expect, it } from 'vitest'
import { shareReads } from './postgres-version.ts'

/** A question whose answers the test gives. */
function questions() {
  const asked: PromiseWithResolvers<number>[] = []
  const read = shareReads(() => {
    const question = Promise.withResolvers<number>()
    asked.push(question)
    return question.promise
  })
  return { asked, read }
}

it('those who come before a question is put share it; those who come while it is under way share the next', async () => {
  const { asked, read } = questions()
  const first = [read(), read()]
  await expect.poll(() => asked.length).toBe(1)
  const second = [read(), read()]
  asked[0]?.resolve(1)
  expect(await Promise.all(first)).toEqual([1, 1])
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.resolve(2)
  expect(await Promise.all(second)).toEqual([2, 2])
  expect(asked).toHaveLength(2)
})

it('a question that fails is told to those who shared it, and the next one is put all the same', async () => {
  const { asked, read } = questions()
  const first = read()
  await expect.poll(() => asked.length).toBe(1)
  const second = read()
  asked[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await expect.poll(() => asked.length).toBe(2)
  asked[1]?.resolve(2)
  expect(await second).toBe(2)
})
