import type { Visit } from '../../contract/grammar/rendering.ts'
import { listOrders, type Order } from '../../contract/sales/orders.ts'
import { type ListPage, pageIn, readListPage, temporaryFailure } from '../lists/list-page.ts'

/** Page sizes of spec section 9. */
export const ON_DASHBOARD = 3
export const IN_LIST = 5

/** More unpaid orders than these nobody has whose payment is under review for all of them. */
const LOOKED_AT = 5

/** The page of somebody's own orders that the address names, newest first; of admins, too, what they ordered themselves. */
export function readOwnOrders({ call }: Visit, { url }: Request, size: number): Promise<ListPage<Order>> {
  const page = pageIn(new URL(url).searchParams)
  return readListPage(page, size, (paging) => call(listOrders, { query: { ...paging, own: '1', search: '' } }))
}

/** The newest order that waits for its customer. */
export async function newestToPay({ call }: Visit): Promise<Order | undefined> {
  const query = { page: 1, size: LOOKED_AT, own: '1', paymentStatus: 'UnPaid', search: '' } as const
  return (await call(listOrders, { query })).records.find(isToPay)
}

/** What a page can do without while it cannot be read. */
export async function ifReadable<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    temporaryFailure(error)
    return undefined
  }
}

/** Whether its customer can pay it now. */
export function isToPay({ paymentStatus, _isUnderReview }: Pick<Order, 'paymentStatus' | '_isUnderReview'>): boolean {
  return paymentStatus === 'UnPaid' && !_isUnderReview
}
