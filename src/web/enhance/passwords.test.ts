import { expect, it } from 'vitest'
import { strengthOf } from './passwords.ts'

it('calls short, common and repeated passwords weak', () => {
  for (const password of ['maple', 'secret', '123456', 'password1', 'aaaaaaaaaaaaaaaa', 'Qwerty12']) {
    expect(strengthOf(password), password).toMatch(/^Weak/)
  }
})

it('calls three unrelated words, or a jumble, strong', () => {
  for (const password of ['otter violin chimney', 'x7#Kp2!mQw', 'LadderMintCanoe'])
    expect(strengthOf(password), password).toBe('Strong.')
})

it('has a word for what lies between, and none for nothing', () => {
  expect(strengthOf('chimney7')).toMatch(/^Fair/)
  expect(strengthOf('')).toBe('')
})
