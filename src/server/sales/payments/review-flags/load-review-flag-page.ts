import type { ListPage, PageAndSize } from '../../../../contract/core/paging.ts'
import type { ReviewFlag } from '../../../../contract/sales/payment-review-flags.ts'
import type { PaymentDependencies } from '../payment-dependencies.ts'
import { serializeReviewFlag } from './serialize-review-flag.ts'
import { listReviewFlags } from './store.ts'

export async function loadReviewFlagPage(
  { read, orders }: PaymentDependencies,
  isOpen: boolean,
  page: PageAndSize,
): Promise<ListPage<ReviewFlag>> {
  const { records, total } = await listReviewFlags(read, isOpen, page)
  const pendingFlags = records.map(async (flag) => serializeReviewFlag(read, flag, await orders.find(flag.order_id)))
  return { records: await Promise.all(pendingFlags), total }
}
