import type { ListPage, PageAndSize } from '#contract/core/paging.ts'

/** How many rows one query reads. */
const PAGE_SIZE = 200

/** Reads all pages of a list. */
export async function readAllPages<T>(list: (page: PageAndSize) => Promise<ListPage<T>>): Promise<T[]> {
  const all: T[] = []
  for (let page = 1; ; page++) {
    const { records } = await list({ page, size: PAGE_SIZE })
    all.push(...records)
    if (records.length < PAGE_SIZE) return all
  }
}
