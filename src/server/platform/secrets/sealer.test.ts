import { expect, it } from 'vitest'
import { createSealer } from './sealer.ts'

const sealer = createSealer('a secret')

it('opens what was sealed with the same secret, whatever it says', () => {
  for (const text of ['', 'Dana', 'Zoë, 東京 🏡\n"'.repeat(500)])
    expect(createSealer('a secret').open(sealer.seal(text))).toBe(text)
})

it('hides what it seals, and never seals it alike', () => {
  const [first, second] = [sealer.seal('Dana Sample'), sealer.seal('Dana Sample')]
  expect(first).not.toBe(second)
  expect(Buffer.from(first, 'base64url').includes('Dana')).toBe(false)
  expect(first).toMatch(/^[\w-]+$/)
})

it('opens nothing else', () => {
  const sealed = sealer.seal('Dana Sample')
  const changed = [...sealed].map((letter, at) => sealed.slice(0, at) + (letter === 'A' ? 'B' : 'A') + sealed.slice(at + 1))
  for (const wrong of [
    '',
    'Dana',
    sealed.slice(1),
    `${sealed}AAAA`,
    createSealer('another').seal('Dana'),
    ...changed.slice(0, -1),
  ])
    expect(sealer.open(wrong)).toBeUndefined()
})
