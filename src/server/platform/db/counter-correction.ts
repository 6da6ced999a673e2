import type { Tx } from './database-writer.ts'
import type { DatabaseReader } from './tables.ts'

/**
 * Looks through totals that are kept, piece by piece with a rest between them, and answers those that do not add up. While
 * others write they may do so all the same.
 */
export type CounterScan = (db: DatabaseReader, pause: () => Promise<void>) => AsyncIterable<CounterCorrection>

/** Counts again while nobody else can write, and corrects what was kept: answers what that was, if it was wrong. */
export type CounterCorrection = (tx: Tx) => Promise<string | undefined>

export type CounterValues = Readonly<Record<string, number>>

/** What is kept wrongly, in words; undefined where nothing is. What was kept of nothing, or not at all, is 0. */
export function describeCounterDifferences(stored: CounterValues, counted: CounterValues): string | undefined {
  const names = [...new Set([...Object.keys(stored), ...Object.keys(counted)])]
  const wrong = names.filter((name) => (stored[name] ?? 0) !== (counted[name] ?? 0))
  if (wrong.length === 0) return undefined
  return wrong.map((name) => `${name} was ${stored[name] ?? 0} and is ${counted[name] ?? 0}`).join(', ')
}
