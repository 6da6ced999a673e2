import { expect, it } from 'vitest'
import { createFormId, createIdempotencyKey } from './form-id.ts'

const words = { name: 'Rosa', message: 'Two offices' }

it('is one key for the same words of one form, and another for other words and other forms', () => {
  const [one, other] = [createFormId(), createFormId()]
  expect(createIdempotencyKey(one, words)).toBe(createIdempotencyKey(one, { ...words }))
  const others = [
    createIdempotencyKey(other, words),
    createIdempotencyKey(one, { ...words, name: 'Rose' }),
    createIdempotencyKey(one, { name: 'Two offices', message: 'Rosa' }),
    createIdempotencyKey(one, { ...words, message: 'Two offices ' }),
    createIdempotencyKey(one, {}),
  ]
  expect(new Set([createIdempotencyKey(one, words), ...others]).size).toBe(6)
})

it('can be sent as a header, whatever a form says of itself', () => {
  for (const id of [createFormId(), '1763.Ab-c_d.Ef', 'a "b"\r\nc', 'ä1', 'x'.repeat(1000)])
    expect(createIdempotencyKey(id, words)).toMatch(/^[\w.-]{10,150}$/)
})

it('is none where a form says nothing of itself', () => {
  for (const id of [undefined, null, '', '"', new Blob()]) expect(createIdempotencyKey(id, words)).toBeUndefined()
})
