import { appendFileSync } from 'node:fs'
import type { FaultName } from './fault-catalog.ts'

/** What came out; `isKept` only of what this program does not assert by itself, such as times, which a busy machine moves. */
export type Measurement = { fault: FaultName; on: string; measured: string; isKept: boolean }

/** How far a program has come. */
export type Progress = { on: string; done: number; of: number }

/** Hands it to `npm run faults`. The suite asserts what is right or wrong, and leaves times alone. */
export function reportToRunner(entry: Measurement | Progress): void {
  const file = process.env.FAULTS_REPORT
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`)
}

/** So many rounds of a program, of which each is told; fewer where `npm run faults -- --minutes` is over before. One is always made. */
export function* iterateRounds(count: number, on: string): Generator<number> {
  const deadline = performance.now() + Number(process.env.FAULTS_MINUTES ?? Number.POSITIVE_INFINITY) * 60_000
  for (let nth = 0; nth < count; nth++) {
    if (nth > 0 && performance.now() > deadline) return
    yield nth
    reportToRunner({ on, done: nth + 1, of: count })
  }
}

/** Such as `1.2 s`, or `40 ms`. */
export function formatDuration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

/** The middle one of some times in ms, and the longest. */
export function formatMedianAndMax(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  return `${formatDuration(sorted[Math.floor(sorted.length / 2)] ?? 0)}, at most ${formatDuration(sorted.at(-1) ?? 0)}`
}
