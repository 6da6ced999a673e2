import { expect, it } from 'vitest'
import { createFormId, createIdempotencyKey } from './form-id.ts'

const values = { name: 'Rosa', message: 'Two offices' }

it('creates one key for equal values of one form, and another key for other values or forms', () => {
  const [formId, otherFormId] = [createFormId(), createFormId()]
  expect(createIdempotencyKey(formId, values)).toBe(createIdempotencyKey(formId, { ...values }))
  const otherKeys = [
    createIdempotencyKey(otherFormId, values),
    createIdempotencyKey(formId, { ...values, name: 'Rose' }),
    createIdempotencyKey(formId, { name: 'Two offices', message: 'Rosa' }),
    createIdempotencyKey(formId, { ...values, message: 'Two offices ' }),
    createIdempotencyKey(formId, {}),
  ]
  expect(new Set([createIdempotencyKey(formId, values), ...otherKeys]).size).toBe(6)
})

it('creates keys that are valid header values from any form id', () => {
  for (const id of [createFormId(), '1763.Ab-c_d.Ef', 'a "b"\r\nc', 'ä1', 'x'.repeat(1000)])
    expect(createIdempotencyKey(id, values)).toMatch(/^[\w.-]{10,150}$/)
})

it('creates no key without a form id', () => {
  for (const id of [undefined, null, '', '"', new Blob()]) expect(createIdempotencyKey(id, values)).toBeUndefined()
})
