import { expect, it } from 'vitest'
import { createFormId, createIdempotencyKey } from './form-id.ts'

const words = { name: 'Rosa', message: 'Two offices' }

it('creates one key for equal values of one form, and another key for other values or forms', () => {
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

it('creates keys that are valid header values from any form id', () => {
  for (const id of [createFormId(), '1763.Ab-c_d.Ef', 'a "b"\r\nc', 'ä1', 'x'.repeat(1000)])
    expect(createIdempotencyKey(id, words)).toMatch(/^[\w.-]{10,150}$/)
})

it('creates no key without a form id', () => {
  for (const id of [undefined, null, '', '"', new Blob()]) expect(createIdempotencyKey(id, words)).toBeUndefined()
})
