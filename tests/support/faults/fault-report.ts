import { appendFileSync } from 'node:fs'
import { computeMedian } from '../measure-time.ts'
import type { FaultName } from './fault-catalog.ts'

/** A measured value. `isKept` judges only what the suite doesn't assert, such as times on a busy machine. */
export type Measurement = { fault: FaultName; on: string; measured: string; isKept: boolean }

/** How far a suite has come. */
export type Progress = { on: string; done: number; of: number }

/** Sends an entry to `npm run faults`. */
export function reportToRunner(entry: Measurement | Progress): void {
  const file = process.env.FAULTS_REPORT
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`)
}

/** Yields the rounds of a suite and reports each. Stops after `npm run faults -- --minutes`, but never before the first. */
export function* iterateRounds(count: number, on: string): Generator<number> {
  const deadline = performance.now() + Number(process.env.FAULTS_MINUTES ?? Number.POSITIVE_INFINITY) * 60_000
  for (let nth = 0; nth < count; nth++) {
    if (nth > 0 && performance.now() > deadline) return
    yield nth
    reportToRunner({ on, done: nth + 1, of: count })
  }
}

/** Formats a duration like `1.2 s` or `40 ms`. */
export function formatDuration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

/** Formats the median and the maximum of times in ms. */
export function formatMedianAndMax(times: readonly number[]): string {
  return `${formatDuration(computeMedian(times))}, at most ${formatDuration(Math.max(...times))}`
}
