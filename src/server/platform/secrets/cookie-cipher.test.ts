import { expect, it } from 'vitest'
import { createCookieCipher } from './cookie-cipher.ts'

const cookieCipher = createCookieCipher('a secret')

it('decrypts any text that the same secret encrypted', () => {
  for (const text of ['', 'Dana', 'Zoë, 東京 🏡\n"'.repeat(500)])
    expect(createCookieCipher('a secret').decrypt(cookieCipher.encrypt(text))).toBe(text)
})

it('hides the text and never encrypts it the same way twice', () => {
  const [first, second] = [cookieCipher.encrypt('Dana Sample'), cookieCipher.encrypt('Dana Sample')]
  expect(first).not.toBe(second)
  expect(Buffer.from(first, 'base64url').includes('Dana')).toBe(false)
  expect(first).toMatch(/^[\w-]+$/)
})

it('refuses altered, shortened and foreign texts', () => {
  const encrypted = cookieCipher.encrypt('Dana Sample')
  const changed = [...encrypted].map(
    (letter, index) => encrypted.slice(0, index) + (letter === 'A' ? 'B' : 'A') + encrypted.slice(index + 1),
  )
  for (const wrong of [
    '',
    'Dana',
    encrypted.slice(1),
    `${encrypted}AAAA`,
    createCookieCipher('another').encrypt('Dana'),
    ...changed.slice(0, -1),
  ])
    expect(cookieCipher.decrypt(wrong)).toBeUndefined()
})
