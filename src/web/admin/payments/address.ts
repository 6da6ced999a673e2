import { pageIn } from '../../lists/list-page.ts'

/** What the tray of payments shows, as far as its address says. */
export type Shown = { isAll: boolean; page: number }

export const PAYMENTS_TO_CHECK = '/payments-to-check'
export const GOING_LIVE = '/going-live'

export function readAddress(params: URLSearchParams): Shown {
  return { isAll: params.get('show') === 'all', page: pageIn(params) }
}

/** The address that shows it; what goes without saying is left out. */
export function addressOf({ isAll, page = 1 }: Partial<Shown>): string {
  const params = new URLSearchParams({ ...(isAll && { show: 'all' }), ...(page > 1 && { page: String(page) }) })
  return params.size === 0 ? PAYMENTS_TO_CHECK : `${PAYMENTS_TO_CHECK}?${params}`
}
