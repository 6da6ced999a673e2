import { pageIn } from '../../../lists/list-page.ts'
import { adminPaths } from '../../site-map.ts'

/** What the page of pictures shows, as far as its address says. */
export type Shown = {
  page: number
  search: string
  /** The picture whose places are listed. */
  uses?: string
}

export function readUrl(params: URLSearchParams): Shown {
  const uses = params.get('uses') ?? undefined
  return { page: pageIn(params), search: params.get('search')?.trim() ?? '', ...(uses && { uses }) }
}

/** The address that shows it; what goes without saying is left out. */
export function urlOf({ page = 1, search = '', uses }: Partial<Shown>): string {
  const params = new URLSearchParams({
    ...(search && { search }),
    ...(page > 1 && { page: String(page) }),
    ...(uses && { uses }),
  })
  return params.size === 0 ? adminPaths.pictures : `${adminPaths.pictures}?${params}`
}
