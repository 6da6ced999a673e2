import { pageIn } from '../../lists/list-page.ts'
import { adminPaths } from '../site-map.ts'

/** Which page of each of its tables the overview shows. */
export type Shown = { orders: number; subscribers: number }

export function readUrl(params: URLSearchParams): Shown {
  return { orders: pageIn(params, 'orders'), subscribers: pageIn(params, 'subscribers') }
}

/** The address that shows it; first pages go without saying. */
export function urlOf({ orders, subscribers }: Shown): string {
  const params = new URLSearchParams({
    ...(orders > 1 && { orders: String(orders) }),
    ...(subscribers > 1 && { subscribers: String(subscribers) }),
  })
  return params.size === 0 ? adminPaths.overview : `${adminPaths.overview}?${params}`
}
