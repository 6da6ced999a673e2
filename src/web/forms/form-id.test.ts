import { expect, it } from 'vitest'
import { createFormId, createIdempotencyKey } from './form-id.ts'

const values = { name: 'Rosa', message: 'Two offices' }

it('creates one key for equal values of one form, and another key for other values or forms', () => {
  const [one, other] = [createFormId(), createFormId()]
  expect(createIdempotencyKey(one, values)).toBe(createIdempotencyKey(one, { ...values }))
  const others = [
    createIdempotencyKey(other, values),
    createIdempotencyKey(one, { ...values, name: 'Rose' }),
    createIdempotencyKey(one, { name: 'Two offices', message: 'Rosa' }),
    createIdempotencyKey(one, { ...values, message: 'Two offices ' }),
    createIdempotencyKey(one, {}),
  ]
  expect(new Set([createIdempotencyKey(one, values), ...others]).size).toBe(6)
})

it('creates keys that are valid header values from any form id', () => {
  for (const id of [createFormId(), '1763.Ab-c_d.Ef', 'a "b"\r\nc', 'ä1', 'x'.repeat(1000)])
    expect(createIdempotencyKey(id, values)).toMatch(/^[\w.-]{10,150}$/)
})

it('creates no key without a form id', () => {
  for (const id of [undefined, null, '', '"', new Blob()]) expect(createIdempotencyKey(id, values)).toBeUndefined()
})
