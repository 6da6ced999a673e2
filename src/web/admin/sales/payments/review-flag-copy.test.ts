import { expect, test } from 'vitest'
import { reviewFlagKinds } from '#contract/sales/payment-kinds.ts'
import { describeFlagClosure, reviewFlagCopy } from './review-flag-copy.ts'

test('every kind of flag has its own name, and only a payment without an order can be attached', () => {
  expect(Object.keys(reviewFlagCopy).toSorted()).toEqual([...reviewFlagKinds].toSorted())
  const attachable = reviewFlagKinds.filter((kind) => reviewFlagCopy[kind].closingActions.includes('attached'))
  expect(attachable).toEqual(['orphan'])
  expect(new Set(reviewFlagKinds.map((kind) => reviewFlagCopy[kind].name)).size).toBe(reviewFlagKinds.length)
})

test('a closed flag names who closed it, unless the system closed it', () => {
  const closed = { closedAt: 1, closedBy: 'ada@example.com' }
  expect(describeFlagClosure({ closedAt: null, closedBy: null, action: null })).toBeUndefined()
  expect(describeFlagClosure({ ...closed, action: 'refundNoted' })).toBe('Refund noted by ada@example.com')
  expect(describeFlagClosure({ closedAt: 1, closedBy: 'nobody', action: 'over' })).toBe('No longer needed')
})
