import { expect, it } from 'vitest'
import { imageUrlSchema, isEmail, linkSchema, usdAmountSchema } from './text-schemas.ts'

const isTaken = (letter: string) => isEmail(`${letter}elvin@example.com`)

it('accepts ordinary addresses', () => {
  for (const email of [
    'kelvin@example.com',
    'J\u00fcrgen@b\u00fccher.example',
    '\u0130pek@example.com',
    "o'neil+news@mail.example.co.uk",
  ])
    expect([email, isEmail(email)]).toEqual([email, true])
})

it('refuses addresses that Unicode normalization would change', () => {
  const others = [
    '\u212aelvin@example.com',
    '\uff4belvin@example.com',
    'kelvin@ex\u00adample.com\u2100',
    'u\u0308mit@example.com',
  ]
  for (const email of others) expect([email, isEmail(email)]).toEqual([email, false])
})

it('accepts no two letters with the same lower case, except the upper and lower case of one letter', () => {
  const lower = new Map<string, string[]>()
  for (let code = 0; code < 0x11_00_00; code++) {
    const letter = code >= 0xd8_00 && code < 0xe0_00 ? '' : String.fromCodePoint(code)
    const small = letter.toLowerCase()
    if (small !== letter && isTaken(letter)) lower.set(small, [...(lower.get(small) ?? []), letter])
  }
  expect(lower.size).toBeGreaterThan(1000)
  expect([...lower.values()].filter((letters) => letters.length > 1)).toEqual([])
  // No letter of another alphabet becomes an ASCII letter.
  expect(lower.get('k')).toEqual(['K'])
})

it.each([
  ['$549', '549'],
  [' 1,299 ', '1299'],
  ['$ 1,299,000.50', '1299000.50'],
  ['499.5', '499.5'],
])('reads the price %j as %j', (typed, stored) => {
  expect(usdAmountSchema('Price').parse(typed)).toBe(stored)
})

it.each(['12,99', '1,89', '1,2990', '$$5', '€5', '0', '-5', '5$', '1.299,00'])('refuses the price %j', (typed) => {
  expect(usdAmountSchema('Price').safeParse(typed).success).toBe(false)
})

it('completes an address that begins with www', () => {
  expect(linkSchema('Link').parse('www.example.com')).toBe('https://www.example.com')
  expect(imageUrlSchema('Image').parse('www.example.com')).toBe('https://www.example.com')
  expect(imageUrlSchema('Image').parse('photo.jpg')).toBe('/photo.jpg')
})
