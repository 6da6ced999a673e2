import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { expect, it } from 'vitest'
import { createHashing } from './hashing.ts'

it('keeps background threads free for files and names while many passwords wait', async () => {
  let running = 0
  let most = 0
  const hash = async (password: string) => {
    most = Math.max(most, ++running)
    const made = await hashPassword(password)
    running--
    return made
  }
  const hashing = createHashing({ hash, verify: verifyPassword })
  const all = Array.from({ length: 6 }, () => hashing.hash('correct horse'))
  await Promise.all(all)
  // Node has four such threads; all at once would have been six.
  expect(most).toBe(2)
})

it('refuses what would wait too long, and takes the next as soon as there is room', async () => {
  const hashing = createHashing({ hash: async (password) => `hash of ${password}`, verify: async () => true })
  const all = Array.from({ length: 110 }, (_, nth) => hashing.hash(`password ${nth}`))
  const outcomes = await Promise.allSettled(all)
  const refused = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(refused).toHaveLength(8)
  for (const { reason } of refused) expect(reason).toMatchObject({ name: 'Refusal', status: 503 })
  expect(await hashing.hash('password')).toBe('hash of password')
})

it('knows a password by its hash', async () => {
  const { hash, verify } = createHashing()
  const made = await hash('password 0')
  expect(made).not.toContain('password')
  expect(await verify({ hash: made, password: 'password 0' })).toBe(true)
  expect(await verify({ hash: made, password: 'password 1' })).toBe(false)
})
