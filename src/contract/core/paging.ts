import * as z from 'zod/mini'

/**
 * One page of a list and the total of all pages. `older` is the cursor of the next older batch, for a search that reads a
 * limited number of rows.
 */
export type ListPage<T> = { records: T[]; total: number; older?: string }

/** Pages count from 1. */
export type PageAndSize = { page: number; size: number }

/** The header with the total. The body is the bare array (P-157). */
export const TOTAL_COUNT_HEADER = 'x-total-count'

/** The header with `older`. */
export const OLDER_CURSOR_HEADER = 'x-older'

const MAX_SIZE = 1000
const DEFAULT_SIZE = 100
const NOT_GIVEN = 0

/** The raw `page` and `size` of every paged list. `applyPagingDefaults` interprets them. */
export const pagingQueryShape = {
  page: pagingNumberSchema(
    'page',
    Number.MAX_SAFE_INTEGER / MAX_SIZE,
    `Starts at 1. Without it, the newest ${MAX_SIZE} in order of arrival.`,
  ),
  size: pagingNumberSchema('size', MAX_SIZE, `Records per page. Default: ${DEFAULT_SIZE}, or ${MAX_SIZE} without a page.`),
}

/**
 * Resolves the defaults. Without `page`, returns the newest 1,000 in order of arrival: the original client turns the list
 * around (P-158).
 */
export function applyPagingDefaults({ page, size }: PageAndSize): PageAndSize & { isOldestFirst: boolean } {
  if (page === NOT_GIVEN) return { page: 1, size: size || MAX_SIZE, isOldestFirst: true }
  return { page, size: size || DEFAULT_SIZE, isOldestFirst: false }
}

/** Returns how many records come before a page. */
export function getPagingOffset({ page, size }: PageAndSize): number {
  return (page - 1) * size
}

/** Sets no default in the schema, because the documentation would show it. `NOT_GIVEN` isn't a valid input. */
function pagingNumberSchema(name: string, max: number, description: string) {
  const sentence = `${name} must be a whole number from 1 to ${Math.floor(max)}.`
  const number = z.coerce
    .number({ error: sentence })
    .check(z.int(sentence), z.minimum(1, sentence), z.maximum(Math.floor(max), sentence))
  const numberOrNotGiven = z.pipe(
    z.optional(number),
    z.transform((value) => value ?? NOT_GIVEN),
  )
  return numberOrNotGiven.register(z.globalRegistry, { description })
}
