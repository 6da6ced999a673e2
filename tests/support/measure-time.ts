import { setTimeout as pause } from 'node:timers/promises'

/** Pairs per batch. The sign test needs at least 8. */
const BATCH = 10

/** Returns the result and the duration in ms. */
export async function measureTime<T>(work: Promise<T>): Promise<[T, number]> {
  const started = performance.now()
  return [await work, performance.now() - started]
}

/** Returns the shortest CPU time of three runs in this thread, in ms. Other programs change it little. */
function measureCpuTime(work: () => unknown): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage()
    work()
    return process.threadCpuUsage(before).user / 1000
  })
  return Math.min(...times)
}

/** Whether the work takes about ten times as long for ten times the input. Quadratic work would take a hundred times as long. */
export function takesLinearTime(work: (size: number) => unknown, size: number): boolean {
  const [short, long] = [size / 10, size].map((one) => measureCpuTime(() => work(one))) as [number, number]
  return long < 40 * short + 50
}

/**
 * Returns the result and the longest turn of the event loop meanwhile, in ms of the thread's CPU time. A busy machine changes
 * it little.
 */
export async function measureLongestTurn<T>(work: () => Promise<T>): Promise<[T, number]> {
  let longest = 0
  let before = process.threadCpuUsage()
  let isOver = false
  function measureTurn() {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, user + system)
    before = process.threadCpuUsage()
    if (!isOver) setImmediate(measureTurn)
  }
  setImmediate(measureTurn)
  const result = await work()
  isOver = true
  measureTurn()
  return [result, longest / 1000]
}

/** Returns NaN for an empty list. */
export function computeMedian(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

type Range = { low: number; high: number }
type PairOptions = { maxPairs: number; isPrecise: (range: Range) => boolean }

/**
 * Measures how long `one` takes, divided by the time of `other`. They take turns at going first. Returns the 95% confidence
 * interval of the median, once it is precise or after `maxPairs`.
 */
export async function measureTimeRatio(
  one: () => Promise<unknown>,
  other: () => Promise<unknown>,
  { maxPairs, isPrecise }: PairOptions,
): Promise<Range> {
  async function measure(work: () => Promise<unknown>): Promise<number> {
    const [, elapsedMs] = await measureTime(work())
    // Other work of this process runs here, not during the next measurement.
    await pause(1)
    return elapsedMs
  }
  async function measurePair(nth: number): Promise<number> {
    if (nth % 2 === 0) return (await measure(one)) / (await measure(other))
    const otherMs = await measure(other)
    return (await measure(one)) / otherMs
  }
  // The first pairs are slower, because the engine still compiles the code.
  for (let warmUp = 0; warmUp < 3; warmUp++) await measurePair(warmUp)
  const ratios: number[] = []
  let range = { low: 0, high: Number.POSITIVE_INFINITY }
  while (ratios.length < maxPairs && !isPrecise(range)) {
    for (let nth = 0; nth < BATCH; nth++) ratios.push(await measurePair(nth))
    range = medianConfidenceInterval(ratios)
  }
  return range
}

/** Returns the 95% confidence interval of the median, by the sign test. A noisy machine needs more pairs. */
function medianConfidenceInterval(values: readonly number[]): Range {
  const sorted = [...values].sort((a, b) => a - b)
  const halfWidth = 0.98 * Math.sqrt(values.length)
  const pick = (index: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(index)))] ?? Number.NaN
  return { low: pick(values.length / 2 - halfWidth), high: pick(values.length / 2 + halfWidth) }
}
