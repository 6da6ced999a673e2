import { pageIn } from '../../lists/list-page.ts'

/** Which page of each of its tables the overview shows. */
export type Shown = { orders: number; subscribers: number }

const OVERVIEW = '/admin'

export function readAddress(params: URLSearchParams): Shown {
  return { orders: pageIn(params, 'orders'), subscribers: pageIn(params, 'subscribers') }
}

/** The address that shows it; first pages go without saying. */
export function addressOf({ orders, subscribers }: Shown): string {
  const params = new URLSearchParams({
    ...(orders > 1 && { orders: String(orders) }),
    ...(subscribers > 1 && { subscribers: String(subscribers) }),
  })
  return params.size === 0 ? OVERVIEW : `${OVERVIEW}?${params}`
}
