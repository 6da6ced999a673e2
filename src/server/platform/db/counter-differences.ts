import type { Tx } from './database-writer.ts'
import type { DatabaseReader } from './tables.ts'

/** Scans counters in batches, and yields a correction for each that may be wrong. Parallel writes can cause false alarms. */
export type FindCorrectionsFunction = (db: DatabaseReader, pause: () => Promise<void>) => AsyncIterable<CorrectionFunction>

/** Recounts while no other write can run, and corrects the counter. Returns a description of the error, if any. */
export type CorrectionFunction = (tx: Tx) => Promise<string | undefined>

export type CounterValues = Readonly<Record<string, number>>

/** Describes wrong counters, or returns undefined if all are right. A missing counter counts as 0. */
export function describeCounterDifferences(stored: CounterValues, counted: CounterValues): string | undefined {
  const names = [...new Set([...Object.keys(stored), ...Object.keys(counted)])]
  const wrongNames = names.filter((name) => (stored[name] ?? 0) !== (counted[name] ?? 0))
  if (wrongNames.length === 0) return undefined
  return wrongNames.map((name) => `${name} was ${stored[name] ?? 0} and is ${counted[name] ?? 0}`).join(', ')
}
