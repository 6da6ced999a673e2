import { expect, it } from 'vitest'
import { computeIdempotencyKey, createFormRenderingId } from './form-idempotency-key.ts'

const values = { name: 'Rosa', message: 'Two offices' }

it('creates one key for equal values of one form, and another key for other values or forms', () => {
  const [formId, otherFormId] = [createFormRenderingId(), createFormRenderingId()]
  expect(computeIdempotencyKey(formId, values)).toBe(computeIdempotencyKey(formId, { ...values }))
  const otherKeys = [
    computeIdempotencyKey(otherFormId, values),
    computeIdempotencyKey(formId, { ...values, name: 'Rose' }),
    computeIdempotencyKey(formId, { name: 'Two offices', message: 'Rosa' }),
    computeIdempotencyKey(formId, { ...values, message: 'Two offices ' }),
    computeIdempotencyKey(formId, {}),
  ]
  expect(new Set([computeIdempotencyKey(formId, values), ...otherKeys]).size).toBe(6)
})

it('creates keys that are valid header values from any form id', () => {
  for (const id of [createFormRenderingId(), '1763.Ab-c_d.Ef', 'a "b"\r\nc', 'ä1', 'x'.repeat(1000)])
    expect(computeIdempotencyKey(id, values)).toMatch(/^[\w.-]{10,150}$/)
})

it('creates no key without a form id', () => {
  for (const id of [undefined, null, '', '"', new Blob()]) expect(computeIdempotencyKey(id, values)).toBeUndefined()
})
