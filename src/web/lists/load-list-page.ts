import type { ListPage } from '../../contract/core/paging.ts'
import { isUserError } from '../../contract/core/user-error.ts'

/** Why a part of a screen could not be read. `isFinal`: trying again does not help, other words to search for do. */
export type LoadFailure = { problem: string; isFinal?: true }

/** One page of a list for a screen: its records, or the sentence why they could not be read. */
export type LoadedListPage<T> = (ListPage<T> & { page: number; size: number }) | LoadFailure

/**
 * Reads the page that a parameter of the address names. One past the end is the last one: what stood on it
 * may have gone meanwhile. In the browser a failure is an answer, so that the screen can offer to try again.
 */
export function loadListPage<T>(
  page: number,
  size: number,
  load: (paging: { page: number; size: number }) => Promise<ListPage<T>>,
): Promise<LoadedListPage<T>> {
  return loadOrFailure(async () => {
    const first = await load({ page, size })
    const last = getLastPageNumber(first.total, size)
    if (page <= last) return { page, size, ...first }
    return { page: last, size, ...(await load({ page: last, size })) }
  })
}

/**
 * A part of a screen whose failure must not take the rest along: a failure that may pass is an answer, and so is what is
 * wrong with the words that were searched for. Other refusals are thrown.
 */
export async function loadOrFailure<T>(load: () => Promise<T>): Promise<T | LoadFailure> {
  try {
    return await load()
  } catch (error) {
    const search = isUserError(error) && error.status === 400 ? error.fields?.search : undefined
    return search ? { problem: search, isFinal: true } : { problem: getTemporaryErrorMessage(error) }
  }
}

/** What cannot be read now, and may be in a moment: the sentence why. Throws whatever will not pass. */
export function getTemporaryErrorMessage(error: unknown): string {
  if (!isUserError(error) || !isTemporaryStatus(error.status)) throw error
  return error.message
}

/** The number of the last page; an empty list has one page too. */
export function getLastPageNumber(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/** The page number in an address; whatever is no page number is the first page. */
export function parsePageNumber(params: URLSearchParams, name = 'page'): number {
  const value = params.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : 1
}

/** Without a connection, or with a fault of ours, the same call may work in a moment. */
export function isTemporaryStatus(status: number): boolean {
  return status === 0 || status === 429 || status >= 500
}
