import * as z from 'zod/mini'

/** One page of a list and how many records there are on all of them; `older` is where a search goes on that has a bound. */
export type Page<T> = { records: T[]; total: number; older?: string }

/** Which page, from 1, and how many records on it. */
export type Paging = { page: number; size: number }

/** The header that carries the total over HTTP, where the body is the bare array (design section 6). */
export const TOTAL_HEADER = 'x-total-count'

/** The header that carries `older`. */
export const OLDER_HEADER = 'x-older'

const MAX_SIZE = 1000
const USUAL_SIZE = 100
const UNSAID = 0

/** `?page=` from 1 and `?size=` up to 1000 of every paged list, as they come; `pageAsked` says what they mean. */
export const paging = {
  page: wholeNumber(
    'page',
    Number.MAX_SAFE_INTEGER / MAX_SIZE,
    `From 1. Without it: the newest ${MAX_SIZE}, in order of arrival.`,
  ),
  size: wholeNumber('size', MAX_SIZE, `How many on a page; without it ${USUAL_SIZE}, or ${MAX_SIZE} where no page is asked for.`),
}

/**
 * The page that a query asks for; a page past the end is empty. Without `page` it is the newest 1000, to be
 * answered in order of arrival: the specification's client knows no pages and turns the list round itself.
 */
export function pageAsked({ page, size }: Paging): Paging & { isInOrderOfArrival: boolean } {
  if (page === UNSAID) return { page: 1, size: size || MAX_SIZE, isInOrderOfArrival: true }
  return { page, size: size || USUAL_SIZE, isInOrderOfArrival: false }
}

/** How many records stand before a page. */
export function before({ page, size }: Paging): number {
  return (page - 1) * size
}

/** No default of the schema's own: it would be documented, and `UNSAID` is nothing that anybody may send. */
function wholeNumber(name: string, most: number, description: string) {
  const sentence = `${name} must be a whole number from 1 to ${Math.floor(most)}.`
  const number = z.coerce
    .number({ error: sentence })
    .check(z.int(sentence), z.minimum(1, sentence), z.maximum(Math.floor(most), sentence))
  const asked = z.pipe(
    z.optional(number),
    z.transform((value) => value ?? UNSAID),
  )
  return asked.register(z.globalRegistry, { description })
}
