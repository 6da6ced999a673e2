import { expect, it } from 'vitest'
import { describePasswordStrength } from './password-fields.ts'

it('calls short, common and repeated passwords weak', () => {
  for (const password of ['maple', 'secret', '123456', 'password1', 'aaaaaaaaaaaaaaaa', 'Qwerty12']) {
    expect(describePasswordStrength(password), password).toMatch(/^Weak/)
  }
})

it('calls three unrelated words, or a jumble, strong', () => {
  for (const password of ['otter violin chimney', 'x7#Kp2!mQw', 'LadderMintCanoe'])
    expect(describePasswordStrength(password), password).toBe('Strong.')
})

it('has a word for what lies between, and none for nothing', () => {
  expect(describePasswordStrength('chimney7')).toMatch(/^Fair/)
  expect(describePasswordStrength('')).toBe('')
})
