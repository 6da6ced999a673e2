import type { ListPage } from '../../contract/core/paging.ts'
import { isUserError } from '../../contract/core/user-error.ts'

/** Why part of a screen failed to load. `isFinal`: a retry doesn't help, but another search term may. */
export type LoadFailure = { problem: string; isFinal?: true }

/** One page of a list, or why it failed to load. */
export type LoadedListPage<T> = (ListPage<T> & { page: number; size: number }) | LoadFailure

/**
 * Loads one page of a list. Past the end, loads the last page: records may be gone since the link was made.
 * Returns a temporary failure as data, so that the screen can offer to try again.
 */
export function loadListPage<T>(
  page: number,
  size: number,
  load: (paging: { page: number; size: number }) => Promise<ListPage<T>>,
): Promise<LoadedListPage<T>> {
  return loadOrReturnFailure(async () => {
    const first = await load({ page, size })
    const last = getLastPageNumber(first.total, size)
    if (page <= last) return { page, size, ...first }
    return { page: last, size, ...(await load({ page: last, size })) }
  })
}

/**
 * Loads part of a screen whose failure must not fail the rest. Returns temporary failures and errors in the search
 * term as data, and throws any other error.
 */
export async function loadOrReturnFailure<T>(load: () => Promise<T>): Promise<T | LoadFailure> {
  try {
    return await load()
  } catch (error) {
    const search = isUserError(error) && error.status === 400 ? error.fields?.search : undefined
    return search ? { problem: search, isFinal: true } : { problem: getTemporaryMessageOrRethrow(error) }
  }
}

/** Returns the message of a temporary failure, and throws any other error. */
export function getTemporaryMessageOrRethrow(error: unknown): string {
  if (!isUserError(error) || !isTemporaryHttpStatus(error.status)) throw error
  return error.message
}

/** Returns the last page number, at least 1. */
export function getLastPageNumber(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/** Reads the page number from the URL. Anything else is page 1. */
export function parsePageNumber(params: URLSearchParams, name = 'page'): number {
  const value = params.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : 1
}

/** Says whether a retry may work: no connection, too many requests, or a server fault. */
export function isTemporaryHttpStatus(status: number): boolean {
  return status === 0 || status === 429 || status >= 500
}
