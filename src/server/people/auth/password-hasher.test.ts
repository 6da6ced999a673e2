import { hashPassword, verifyPassword } from 'better-auth/crypto'
import { expect, it } from 'vitest'
import { createPasswordHasher } from './password-hasher.ts'

it('runs only two hashes at a time, so that background threads stay free', async () => {
  let running = 0
  let maxRunning = 0
  const hash = async (password: string) => {
    maxRunning = Math.max(maxRunning, ++running)
    const hashed = await hashPassword(password)
    running--
    return hashed
  }
  const hasher = createPasswordHasher({ hash, verify: verifyPassword })
  const pending = Array.from({ length: 6 }, () => hasher.hash('correct horse'))
  await Promise.all(pending)
  // Node has four background threads.
  expect(maxRunning).toBe(2)
})

it('answers 503 for hashes beyond its queue, and accepts the next one after it drains', async () => {
  const hasher = createPasswordHasher({ hash: async (password) => `hash of ${password}`, verify: async () => true })
  const pending = Array.from({ length: 110 }, (_, nth) => hasher.hash(`password ${nth}`))
  const outcomes = await Promise.allSettled(pending)
  const rejections = outcomes.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[]
  expect(rejections).toHaveLength(8)
  for (const { reason } of rejections) expect(reason).toMatchObject({ name: 'UserError', status: 503 })
  expect(await hasher.hash('password')).toBe('hash of password')
})

it('lets one account wait with four checks only, so that other people can log in', async () => {
  const released = Promise.withResolvers<boolean>()
  const hasher = createPasswordHasher({ hash: async (password) => password, verify: () => released.promise })
  const check = (hash: string) => hasher.verify({ hash, password: 'correct horse' })
  const pending = Promise.allSettled(Array.from({ length: 20 }, () => check('a hash')))
  const other = check('another hash')
  released.resolve(true)
  expect((await pending).filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
  expect(await other).toBe(true)
  expect(await check('a hash')).toBe(true)
})

it('verifies a password against its hash', async () => {
  const { hash, verify } = createPasswordHasher()
  const hashed = await hash('password 0')
  expect(hashed).not.toContain('password')
  expect(await verify({ hash: hashed, password: 'password 0' })).toBe(true)
  expect(await verify({ hash: hashed, password: 'password 1' })).toBe(false)
})
