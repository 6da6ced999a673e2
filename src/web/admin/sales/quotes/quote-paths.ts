import { adminPaths } from '../../admin-paths.ts'

/** Stands in the URL instead of an id. */
export const NEW_QUOTE_ID = 'new'

export function buildQuotePath(id: string): string {
  return `${adminPaths.quotes}?${new URLSearchParams({ id })}`
}

/** Returns the path of the form for a new quote, filled in with what is known. */
export function buildNewQuotePath(known: { email?: string; name?: string; package?: string } = {}): string {
  const params = Object.entries(known).filter(([, value]) => value)
  return `${adminPaths.quotes}?${new URLSearchParams([['id', NEW_QUOTE_ID], ...params])}`
}
