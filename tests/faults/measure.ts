import { appendFileSync } from 'node:fs'
import type { FaultName } from './faults.ts'

/** What came out; `isKept` only of what this program does not assert by itself, such as times, which a busy machine moves. */
export type Measured = { fault: FaultName; on: string; measured: string; isKept: boolean }

/** Hands it to `npm run faults`. The suite asserts what is right or wrong, and leaves times alone. */
export function tell(one: Measured): void {
  const file = process.env.FAULTS_REPORT
  if (file) appendFileSync(file, `${JSON.stringify(one)}\n`)
}

/** Such as `1.2 s`, or `40 ms`. */
export function duration(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

/** The middle one of some times in ms, and the longest. */
export function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b)
  return `${duration(sorted[Math.floor(sorted.length / 2)] ?? 0)}, at most ${duration(sorted.at(-1) ?? 0)}`
}
