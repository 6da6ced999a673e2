import * as z from 'zod/mini'

/** One page of a list and how many records there are on all of them; `older` is where a search goes on that has a bound. */
export type ListPage<T> = { records: T[]; total: number; older?: string }

/** Which page, from 1, and how many records on it. */
export type Paging = { page: number; size: number }

/** The header that carries the total over HTTP, where the body is the bare array (P-157). */
export const TOTAL_COUNT_HEADER = 'x-total-count'

/** The header that carries `older`. */
export const OLDER_CURSOR_HEADER = 'x-older'

const MAX_SIZE = 1000
const DEFAULT_SIZE = 100
const NOT_GIVEN = 0

/** `?page=` from 1 and `?size=` up to 1000 of every paged list, as they come; `pageAsked` says what they mean. */
export const pagingQuery = {
  page: pagingNumberSchema(
    'page',
    Number.MAX_SAFE_INTEGER / MAX_SIZE,
    `From 1. Without it: the newest ${MAX_SIZE}, in order of arrival.`,
  ),
  size: pagingNumberSchema(
    'size',
    MAX_SIZE,
    `How many on a page; without it ${DEFAULT_SIZE}, or ${MAX_SIZE} where no page is asked for.`,
  ),
}

/**
 * The page that a query asks for; a page past the end is empty. Without `page` it is the newest 1000, to be
 * answered in order of arrival: the original client knows no pages and turns the list around itself (P-158).
 */
export function resolvePaging({ page, size }: Paging): Paging & { isOldestFirst: boolean } {
  if (page === NOT_GIVEN) return { page: 1, size: size || MAX_SIZE, isOldestFirst: true }
  return { page, size: size || DEFAULT_SIZE, isOldestFirst: false }
}

/** How many records stand before a page. */
export function getOffset({ page, size }: Paging): number {
  return (page - 1) * size
}

/** No default of the schema's own: it would be documented, and `UNSAID` is nothing that anybody may send. */
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
