import { expect, test } from 'vitest'
import { paymentFlags } from '../../../../contract/sales/payment-states.ts'
import { endOf, flagWords } from './flag-words.ts'

test('each kind of flag is explained, and ends without being attached but for the payment that has no order', () => {
  expect(Object.keys(flagWords).toSorted()).toEqual([...paymentFlags].toSorted())
  const attachable = paymentFlags.filter((kind) => flagWords[kind].ends.includes('attached'))
  expect(attachable).toEqual(['orphan'])
  expect(new Set(paymentFlags.map((kind) => flagWords[kind].name)).size).toBe(paymentFlags.length)
})

test('how a flag ended is told with who ended it; one that no longer holds ended by itself', () => {
  const closed = { closedAt: 1, closedBy: 'ada@example.com' }
  expect(endOf({ closedAt: null, closedBy: null, action: null })).toBeUndefined()
  expect(endOf({ ...closed, action: 'refundNoted' })).toBe('Refund noted by ada@example.com')
  expect(endOf({ closedAt: 1, closedBy: 'nobody', action: 'over' })).toBe('No longer so')
})
