import { expect, test } from 'vitest'
import { reviewFlagKinds } from '../../../../contract/sales/payment-enums.ts'
import { describeClosing, reviewFlagCopy } from './review-flag-copy.ts'

test('each kind of flag is explained, and ends without being attached but for the payment that has no order', () => {
  expect(Object.keys(reviewFlagCopy).toSorted()).toEqual([...reviewFlagKinds].toSorted())
  const attachable = reviewFlagKinds.filter((kind) => reviewFlagCopy[kind].closingActions.includes('attached'))
  expect(attachable).toEqual(['orphan'])
  expect(new Set(reviewFlagKinds.map((kind) => reviewFlagCopy[kind].name)).size).toBe(reviewFlagKinds.length)
})

test('how a flag ended is told with who ended it; one that no longer holds ended by itself', () => {
  const closed = { closedAt: 1, closedBy: 'ada@example.com' }
  expect(describeClosing({ closedAt: null, closedBy: null, action: null })).toBeUndefined()
  expect(describeClosing({ ...closed, action: 'refundNoted' })).toBe('Refund noted by ada@example.com')
  expect(describeClosing({ closedAt: 1, closedBy: 'nobody', action: 'over' })).toBe('No longer so')
})
