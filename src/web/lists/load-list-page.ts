import type { ListPage } from '#contract/core/paging.ts'
import { type LoadFailure, loadOrReturnFailure } from '../temporary-failures.ts'

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

/** Returns the last page number, at least 1. */
export function getLastPageNumber(total: number, size: number): number {
  return Math.max(1, Math.ceil(total / size))
}

/** Returns a URL with these parameters. Leaves out empty values and the number 1, which is the default page. */
export function buildListUrl(path: string, values: Readonly<Record<string, string | number | false | undefined>>): string {
  const entries = Object.entries(values).filter(([, value]) => value && value !== 1)
  const params = new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))
  return params.size === 0 ? path : `${path}?${params}`
}

/** Reads the page number from the URL. Anything else is page 1. */
export function parsePageNumber(params: URLSearchParams, name = 'page'): number {
  const value = params.get(name) ?? ''
  return /^[1-9]\d{0,8}$/.test(value) ? Number(value) : 1
}
