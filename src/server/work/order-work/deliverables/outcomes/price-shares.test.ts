import fc from 'fast-check'
import { expect, it } from 'vitest'
import { computePriceShares } from './store.ts'

const weight = fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 0, max: 1_000_000 }))

it('loses and invents no cent, whatever the weights are', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 99_999_999_999 }),
      fc.array(weight, { minLength: 1, maxLength: 60 }),
      (cents, weights) => {
        const shares = computePriceShares(cents, weights)
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(cents)
        expect(shares.every((share) => Number.isInteger(share) && share >= 0)).toBe(true)
      },
    ),
  )
})

it('gives each its part of the price, to the cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999_999 }), fc.array(weight, { minLength: 1, maxLength: 60 }), (cents, weights) => {
      const total = weights.reduce((sum, one) => sum + one, 0)
      fc.pre(total > 0)
      for (const [index, share] of computePriceShares(cents, weights).entries())
        expect(Math.abs(share - (cents * (weights[index] ?? 0)) / total)).toBeLessThan(1)
    }),
  )
})

it('splits evenly without weights, and gives nothing to the weight 0', () => {
  expect(computePriceShares(100_000, [1, 1, 1])).toEqual([33_333, 33_333, 33_334])
  expect(computePriceShares(99_900, [2, 0, 1])).toEqual([66_600, 0, 33_300])
  expect(computePriceShares(99_900, [0, 0])).toEqual([49_950, 49_950])
  expect(computePriceShares(99_900, [])).toEqual([])
})
