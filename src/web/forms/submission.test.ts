import { expect, it } from 'vitest'
import { keyOf, newFormId } from './submission.ts'

const words = { name: 'Rosa', message: 'Two offices' }

it('is one key for the same words of one form, and another for other words and other forms', () => {
  const [one, other] = [newFormId(), newFormId()]
  expect(keyOf(one, words)).toBe(keyOf(one, { ...words }))
  const others = [
    keyOf(other, words),
    keyOf(one, { ...words, name: 'Rose' }),
    keyOf(one, { name: 'Two offices', message: 'Rosa' }),
    keyOf(one, { ...words, message: 'Two offices ' }),
    keyOf(one, {}),
  ]
  expect(new Set([keyOf(one, words), ...others]).size).toBe(6)
})

it('can be sent as a header, whatever a form says of itself', () => {
  for (const id of [newFormId(), '1763.Ab-c_d.Ef', 'a "b"\r\nc', 'ä1', 'x'.repeat(1000)])
    expect(keyOf(id, words)).toMatch(/^[\w.-]{10,150}$/)
})

it('is none where a form says nothing of itself', () => {
  for (const id of [undefined, null, '', '"', new Blob()]) expect(keyOf(id, words)).toBeUndefined()
})
