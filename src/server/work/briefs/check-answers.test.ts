import { expect, it } from 'vitest'
import { containsPasswordOrKey } from './check-answers.ts'

it.each([
  'Password: hunter2',
  'our PW = blue-house',
  'The password is hunter2',
  'API key: abcd-1234',
  '-----BEGIN RSA PRIVATE KEY-----',
  `ghp_${'a'.repeat(36)}`,
  'ftp://rosa:blue-house@example.com',
])('finds a secret in %s', (text) => {
  expect(containsPasswordOrKey(text)).toBe(true)
})

it.each([
  'Rosa has the password.',
  'My password is kept by Bob at the office',
  'Ask our web company, they send the passwords to you',
  'https://example.com:8080/path',
  'rosa@example.com',
])('finds none in %s', (text) => {
  expect(containsPasswordOrKey(text)).toBe(false)
})
