import { readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { createHashing } from './hashing.ts'

it('keeps background threads free for files and names while many passwords wait', async () => {
  const { hash } = createHashing()
  let done = 0
  const all = Array.from({ length: 30 }, () => hash('correct horse').then(() => done++))
  await readFile(import.meta.filename)
  // Two may have begun before the file and two after; with all at once it would come after twenty-six.
  expect(done).toBeLessThanOrEqual(4)
  await Promise.all(all)
})

// A hundred real hashes are seconds of work on two busy cores.
it('refuses what would wait too long, and takes the next as soon as there is room', { timeout: 60_000 }, async () => {
  const { hash, verify } = createHashing()
  const all = Array.from({ length: 110 }, (_, nth) => hash(`password ${nth}`))
  const outcomes = await Promise.allSettled(all)
  const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(refused).toHaveLength(8)
  for (const { reason } of refused) expect(reason).toMatchObject({ name: 'Refusal', status: 503 })
  const [first] = all
  expect(await verify({ hash: (await first) ?? '', password: 'password 0' })).toBe(true)
  expect(await verify({ hash: (await first) ?? '', password: 'password 1' })).toBe(false)
})
