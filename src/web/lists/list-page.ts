import type { Page } from '../../contract/grammar/paging.ts'
import { isRefusal } from '../../contract/grammar/refusal.ts'

/** Why a part of a screen could not be read. `isFinal`: trying again does not help, other words to search for do. */
export type LoadFailure = { problem: string; isFinal?: true }

/** One page of a list for a screen: its records, or the sentence why they could not be read. */
export type ListPage<T> = (Page<T> & { page: number; size: number }) | LoadFailure

/**
 * Reads the page that a parameter of the address names. One past the end is the last one: what stood on it
 * may have gone meanwhile. In the browser a failure is an answer, so that the screen can offer to try again.
 */
export function readListPage<T>(
  page: number,
  size: number,
  read: (paging: { page: number; size: number }) => Promise<Page<T>>,
): Promise<ListPage<T>> {
  return readOrFailure(async () => {
    const first = await read({ page, size })
    const last = lastPage(first.total, size)
    if (page <= last) return { page, size, ...first }
    return { page: last, size, ...(await read({ page: last, size })) }
  })
}

/**
 * A part of a screen whose failure must not take the rest along: a failure that may pass is an answer, and so is what is
 * wrong with the words that were searched for. Other refusals are thrown.
 */
export async function readOrFailure<T>(read: () => Promise<T>): Promise<T | LoadFailure> {
  try {
    return await read()
  } catch (error) {
    const search = isRefusal(error) && error.status === 400 ? error.fields?.search : undefined
    return search ? { problem: search, isFinal: true } : { problem: temporaryFailure(error) }
  }
}

/** What cannot be read now, and may be in a moment: the sentence why. Throws whatever will not pass. */
export function temporaryFailure(error: unknown): string {
  if (!isRefusal(error) || !isTemporary(error.status)) throw error
  return error.message
}

/** The number of the last page; an empty list has one page too. */
export function lastPage(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/** The page number in an address; whatever is no page number is the first page. */
export function pageIn(params: URLSearchParams, name = 'page'): number {
  const given = params.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(given) ? Number(given) : 1
}

/** Without a connection, or with a fault of ours, the same call may work in a moment. */
export function isTemporary(status: number): boolean {
  return status === 0 || status === 429 || status >= 500
}
