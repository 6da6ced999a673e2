import { pageIn } from '../../../lists/list-page.ts'
import { adminPaths } from '../../site-map.ts'

/** What the tray of payments shows, as far as its address says. */
export type Shown = { isAll: boolean; page: number }

export function readUrl(params: URLSearchParams): Shown {
  return { isAll: params.get('show') === 'all', page: pageIn(params) }
}

/** The address that shows it; what goes without saying is left out. */
export function urlOf({ isAll, page = 1 }: Partial<Shown>): string {
  const params = new URLSearchParams({ ...(isAll && { show: 'all' }), ...(page > 1 && { page: String(page) }) })
  return params.size === 0 ? adminPaths.paymentsToCheck : `${adminPaths.paymentsToCheck}?${params}`
}
