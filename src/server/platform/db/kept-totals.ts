import type { Reader } from './tables.ts'
import type { Tx } from './write.ts'

/**
 * Looks through totals that are kept, piece by piece with a rest between them, and answers those that do not add up. While
 * others write they may do so all the same.
 */
export type Suspects = (db: Reader, rest: () => Promise<void>) => AsyncIterable<Suspect>

/** Counts again while nobody else can write, and corrects what was kept: answers what that was, if it was wrong. */
export type Suspect = (tx: Tx) => Promise<string | undefined>

export type Counts = Readonly<Record<string, number>>

/** What is kept wrongly, in words; undefined where nothing is. What was kept of nothing, or not at all, is 0. */
export function differences(kept: Counts, counted: Counts): string | undefined {
  const names = [...new Set([...Object.keys(kept), ...Object.keys(counted)])]
  const wrong = names.filter((name) => (kept[name] ?? 0) !== (counted[name] ?? 0))
  if (wrong.length === 0) return undefined
  return wrong.map((name) => `${name} was ${kept[name] ?? 0} and is ${counted[name] ?? 0}`).join(', ')
}
