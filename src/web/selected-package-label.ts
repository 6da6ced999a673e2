import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { formatDollars } from '#contract/core/money.ts'
import { loadContentRecords } from './load-content-records.ts'
import { isOrderFormPath } from './return-path.ts'

/** Returns the package that the visitor orders after the login, such as `Standard, $999`. Undefined unless `returnPath` is an order form. */
export async function loadSelectedPackageLabel(
  call: ApiCallFunction,
  returnPath: string | undefined,
): Promise<string | undefined> {
  if (!isOrderFormPath(returnPath)) return undefined
  const id = /^\/order-now\/([^/?#]+)/.exec(returnPath)?.[1]
  const record = (await loadContentRecords(call, pricingPackage)).find(({ _id }) => _id === id)
  return record && `${record.packageName}, ${formatDollars(record.packagePrice).replace(/\.00$/, '')}`
}
