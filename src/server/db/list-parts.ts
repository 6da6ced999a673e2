import { before, type Paging } from '../../contract/paging.ts'

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

/**
 * Finds a page of a list without walking over all records before it: near the beginning by its distance, further on by
 * how many records each part has, newest first. What is kept of the parts is read only then.
 */
export async function pageStart(page: Paging, partsOf: () => Promise<readonly Part[]>): Promise<PageStart> {
  let left = before(page)
  if (left <= NEAR) return { skipped: left }
  const parts = await partsOf()
  for (const { part, count } of parts) {
    if (left < count) return { part, skipped: left }
    left -= count
  }
  // Beyond all that is counted there is nothing, or it was not counted yet.
  return { part: parts.at(-1)?.part ?? 0, skipped: left + (parts.at(-1)?.count ?? 0) }
}
