import { expect, it } from 'vitest'
import { createTextCipher } from './text-cipher.ts'

const textCipher = createTextCipher('a secret')

it('opens what was sealed with the same secret, whatever it says', () => {
  for (const text of ['', 'Dana', 'Zoë, 東京 🏡\n"'.repeat(500)])
    expect(createTextCipher('a secret').decrypt(textCipher.encrypt(text))).toBe(text)
})

it('hides what it seals, and never seals it alike', () => {
  const [first, second] = [textCipher.encrypt('Dana Sample'), textCipher.encrypt('Dana Sample')]
  expect(first).not.toBe(second)
  expect(Buffer.from(first, 'base64url').includes('Dana')).toBe(false)
  expect(first).toMatch(/^[\w-]+$/)
})

it('opens nothing else', () => {
  const encrypted = textCipher.encrypt('Dana Sample')
  const changed = [...encrypted].map(
    (letter, at) => encrypted.slice(0, at) + (letter === 'A' ? 'B' : 'A') + encrypted.slice(at + 1),
  )
  for (const wrong of [
    '',
    'Dana',
    encrypted.slice(1),
    `${encrypted}AAAA`,
    createTextCipher('another').encrypt('Dana'),
    ...changed.slice(0, -1),
  ])
    expect(textCipher.decrypt(wrong)).toBeUndefined()
})
