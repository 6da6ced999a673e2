import { expect, it } from 'vitest'
import { batchConcurrentReads } from './postgres-content-version.ts'

/** A question whose answers the test gives. */
function createControlledRead() {
  const reads: PromiseWithResolvers<number>[] = []
  const read = batchConcurrentReads(() => {
    const pendingRead = Promise.withResolvers<number>()
    reads.push(pendingRead)
    return pendingRead.promise
  })
  return { asked: reads, read }
}

it('those who come before a question is put share it; those who come while it is under way share the next', async () => {
  const { asked: reads, read } = createControlledRead()
  const first = [read(), read()]
  await expect.poll(() => reads.length).toBe(1)
  const second = [read(), read()]
  reads[0]?.resolve(1)
  expect(await Promise.all(first)).toEqual([1, 1])
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.resolve(2)
  expect(await Promise.all(second)).toEqual([2, 2])
  expect(reads).toHaveLength(2)
})

it('a question that fails is told to those who shared it, and the next one is put all the same', async () => {
  const { asked: reads, read } = createControlledRead()
  const first = read()
  await expect.poll(() => reads.length).toBe(1)
  const second = read()
  reads[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.resolve(2)
  expect(await second).toBe(2)
})
