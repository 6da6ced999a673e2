import { expect, it } from 'vitest'
import { shareNextRead } from './postgres-content-version-reader.ts'

/** Returns a batched read, and its underlying reads for the test to settle. */
function createControlledRead() {
  const reads: PromiseWithResolvers<number>[] = []
  const read = shareNextRead(() => {
    const pendingRead = Promise.withResolvers<number>()
    reads.push(pendingRead)
    return pendingRead.promise
  })
  return { reads, read }
}

it('shares a read among callers that wait for it, and the next one among later callers', async () => {
  const { reads, read } = createControlledRead()
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

it('rejects all callers of a failed read and starts the next read', async () => {
  const { reads, read } = createControlledRead()
  const first = read()
  await expect.poll(() => reads.length).toBe(1)
  const second = read()
  reads[0]?.reject(new Error('away'))
  await expect(first).rejects.toThrow('away')
  await expect.poll(() => reads.length).toBe(2)
  reads[1]?.resolve(2)
  expect(await second).toBe(2)
})
