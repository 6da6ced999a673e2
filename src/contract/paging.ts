import * as z from 'zod/mini'

/** One page of a list and how many records there are on all of them. */
export type Page<T> = { records: T[]; total: number }

/** The header that carries the total over HTTP, where the body is the bare array (design section 6). */
export const TOTAL_HEADER = 'x-total-count'

const MAX_SIZE = 1000

/** `?page=` from 1 and `?size=` up to 1000 of every paged list; a page past the end is empty. */
export const paging = {
  page: z._default(wholeNumber('page', Number.MAX_SAFE_INTEGER / MAX_SIZE), 1),
  size: z._default(wholeNumber('size', MAX_SIZE), 100),
}

/** How many records stand before a page. */
export function before({ page, size }: { page: number; size: number }): number {
  return (page - 1) * size
}

function wholeNumber(name: string, most: number) {
  const sentence = `${name} must be a whole number from 1 to ${Math.floor(most)}.`
  return z.coerce
    .number({ error: sentence })
    .check(z.int(sentence), z.minimum(1, sentence), z.maximum(Math.floor(most), sentence))
}
