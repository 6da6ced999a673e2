/** Consecutive orders whose dates lie in one month: its name, the number of the first order, and how much they count. */
export type Run = { month: string; first: number; weight: number }

/** Where a month's orders begin. */
export type MonthStart = { month: string; first: number }

type Chain = { run: Run; weight: number; before: Chain | undefined }

/**
 * Works out in which month each order is counted, from the dates of all of them in the order of their numbers. Numbers
 * rise with time, so the heaviest set of runs whose months rise too is believed. An order whose clock was wrong is not in
 * that set: it counts in the month of the order before it. No clock is asked, so the same dates always give the same months.
 */
export function believedMonths(runs: readonly Run[]): MonthStart[] {
  const heaviest = new Map<string, Chain>()
  for (const run of runs) {
    let before: Chain | undefined
    for (const [month, chain] of heaviest) if (month <= run.month && chain.weight > (before?.weight ?? 0)) before = chain
    heaviest.set(run.month, { run, weight: (before?.weight ?? 0) + run.weight, before })
  }
  // Of two that weigh the same the earlier month: a clock that runs ahead is the one that must not last.
  const [last] = [...heaviest.values()].toSorted((a, b) => b.weight - a.weight || (a.run.month < b.run.month ? -1 : 1))
  const starts: MonthStart[] = []
  for (let chain = last; chain; chain = chain.before) {
    if (starts[0]?.month === chain.run.month) starts.shift()
    starts.unshift({ month: chain.run.month, first: chain.run.first })
  }
  const [first] = runs
  return starts.map((start, index) => (index === 0 && first ? { ...start, first: first.first } : start))
}

/** The months whose orders change between two ways to part them. */
export function changedMonths(before: readonly MonthStart[], after: readonly MonthStart[]): string[] {
  const end = (starts: readonly MonthStart[], index: number) => starts[index + 1]?.first ?? Number.MAX_SAFE_INTEGER
  const rangeOf = (starts: readonly MonthStart[]) =>
    new Map(starts.map(({ month, first }, index) => [month, `${first} ${end(starts, index)}`]))
  const [was, is] = [rangeOf(before), rangeOf(after)]
  return [...new Set([...was.keys(), ...is.keys()])].filter((month) => was.get(month) !== is.get(month)).toSorted()
}
