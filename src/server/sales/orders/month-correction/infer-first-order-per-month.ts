/** Consecutive orders with dates in one month: the month, the first order's number, and their total weight. */
export type SameMonthOrderSequence = { month: string; first: number; weight: number }

export type MonthFirstOrder = { month: string; first: number }

type Chain = { run: SameMonthOrderSequence; weight: number; before: Chain | undefined }

/**
 * Returns where each month's orders begin. `runs` are sorted by order number. Numbers rise with time, so the heaviest set
 * of runs with rising months is right. A run outside that set comes from a wrong clock. It counts in the month of the
 * order before it.
 */
export function inferFirstOrderPerMonth(runs: readonly SameMonthOrderSequence[]): MonthFirstOrder[] {
  const heaviest = new Map<string, Chain>()
  for (const run of runs) {
    let before: Chain | undefined
    for (const [month, chain] of heaviest) if (month <= run.month && chain.weight > (before?.weight ?? 0)) before = chain
    heaviest.set(run.month, { run, weight: (before?.weight ?? 0) + run.weight, before })
  }
  // If two chains weigh the same, the earlier month wins: a clock that ran ahead must not prevail.
  const [last] = [...heaviest.values()].toSorted((a, b) => b.weight - a.weight || (a.run.month < b.run.month ? -1 : 1))
  const starts: MonthFirstOrder[] = []
  for (let chain = last; chain; chain = chain.before) {
    if (starts[0]?.month === chain.run.month) starts.shift()
    starts.unshift({ month: chain.run.month, first: chain.run.first })
  }
  const [first] = runs
  return starts.map((start, index) => (index === 0 && first ? { ...start, first: first.first } : start))
}

/** Returns the months whose range of orders differs between `before` and `after`. */
export function listMonthsWithMovedOrders(before: readonly MonthFirstOrder[], after: readonly MonthFirstOrder[]): string[] {
  const end = (starts: readonly MonthFirstOrder[], index: number) => starts[index + 1]?.first ?? Number.MAX_SAFE_INTEGER
  const mapRanges = (starts: readonly MonthFirstOrder[]) =>
    new Map(starts.map(({ month, first }, index) => [month, `${first} ${end(starts, index)}`]))
  const [oldRanges, newRanges] = [mapRanges(before), mapRanges(after)]
  const months = [...new Set([...oldRanges.keys(), ...newRanges.keys()])]
  return months.filter((month) => oldRanges.get(month) !== newRanges.get(month)).toSorted()
}
