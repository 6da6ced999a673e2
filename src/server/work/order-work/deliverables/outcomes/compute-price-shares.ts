/**
 * Splits a price in whole cents by weights. The shares add up to the price, and each differs from its exact part by less
 * than a cent. Equal weights count if all are zero.
 */
export function computePriceShares(cents: number, weights: readonly number[]): number[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) return weights.length === 0 ? [] : computePriceShares(cents, new Array<number>(weights.length).fill(1))
  let sumSoFar = 0
  return weights.map((weight) => {
    const before = Math.floor((cents * sumSoFar) / total)
    sumSoFar += weight
    return Math.floor((cents * sumSoFar) / total) - before
  })
}
