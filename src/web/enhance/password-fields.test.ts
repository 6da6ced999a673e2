import { expect, it } from 'vitest'
import { describePasswordStrength } from './password-fields.ts'

it('rates short, common and repeated passwords weak', () => {
  for (const password of ['maple', 'secret', '123456', 'password1', 'aaaaaaaaaaaaaaaa', 'Qwerty12']) {
    expect(describePasswordStrength(password), password).toMatch(/^Weak/)
  }
})

it('rates three unrelated words or a random jumble strong', () => {
  for (const password of ['otter violin chimney', 'x7#Kp2!mQw', 'LadderMintCanoe'])
    expect(describePasswordStrength(password), password).toBe('Strong.')
})

it('rates passwords in between fair, and an empty one not', () => {
  expect(describePasswordStrength('chimney7')).toMatch(/^Fair/)
  expect(describePasswordStrength('')).toBe('')
})
