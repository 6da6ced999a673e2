import { before, type Paging } from '../../../contract/grammar/paging.ts'

/** In ms. */
export const DAY = 24 * 60 * 60 * 1000

/** The day of a moment, in days since 1970 (UTC). */
export function dayOf(at: number): number {
  return Math.floor(at / DAY)
}

/** A part of a list, such as a day of it, by where it is, and how many of its records lie there. */
export type Part = { part: number; count: number }

/** How many records are walked over on an index: some tenths of a millisecond. */
const NEAR = 1_000

/** Where a page begins: so many records into a part, or into the whole list where `part` is left out. */
export type PageStart = { part?: number; skipped: number }

/** Where there is nothing: what is that far back was not counted, or is not there. */
const NOWHERE: PageStart = { part: -DAY, skipped: 0 }

/**
 * Finds a page of a list without walking over all records before it: near the beginning by its distance, further on by
 * how many records each part has, newest first. `partAfter` looks for the part after so many records, and is asked only then.
 */
export async function pageStart(
  page: Paging,
  partAfter: (records: number) => Promise<PageStart | undefined>,
): Promise<PageStart> {
  const skipped = before(page)
  return skipped <= NEAR ? { skipped } : ((await partAfter(skipped)) ?? NOWHERE)
}

/** The part after so many records, the newest first. */
export function partIn(parts: readonly Part[], records: number): PageStart | undefined {
  let left = records
  for (const { part, count } of parts) {
    if (left < count) return { part, skipped: left }
    left -= count
  }
  return undefined
}
