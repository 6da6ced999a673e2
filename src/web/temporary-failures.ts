import { isUserError } from '#contract/core/user-error.ts'

/** Why part of a screen failed to load. `isFinal`: a retry doesn't help, but another search term may. */
export type LoadFailure = { problem: string; isFinal?: true }

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

/** Says whether a retry may work: no connection, too many requests, or a server fault. */
export function isTemporaryHttpStatus(status: number): boolean {
  return status === 0 || status === 429 || status >= 500
}

/** Returns undefined on a temporary error, for data that a page can do without. Rethrows other errors. */
export async function ignoreTemporaryError<T>(promise: Promise<T>): Promise<T | undefined> {
  try {
    return await promise
  } catch (error) {
    getTemporaryMessageOrRethrow(error)
    return undefined
  }
}
