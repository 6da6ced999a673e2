import { pricingPackage } from '../contract/content/kinds/pricing-package.ts'
import type { PricingPackage } from '../contract/content/list-package-points.ts'
import type { ApiCallFunction } from '../contract/core/endpoint.ts'
import { formatDollars } from '../contract/core/money.ts'
import { loadRecords } from './load-records.ts'

/** Names the package whose order form is at a path, with its price: `Standard, $999`. Undefined for other paths. */
export function describeSelectedPackage(packages: readonly PricingPackage[], path = ''): string | undefined {
  const id = /^\/order-now\/([^/?#]+)/.exec(path)?.[1]
  const record = packages.find(({ _id }) => _id === id)
  return record && `${record.packageName}, ${formatDollars(record.packagePrice).replace(/\.00$/, '')}`
}

/** Names the package that a person wants to order, if they came from a price button. */
export async function loadSelectedPackageLabel(
  call: ApiCallFunction,
  returnPath: string | undefined,
): Promise<string | undefined> {
  if (!returnPath?.startsWith('/order-now/')) return undefined
  return describeSelectedPackage(await loadRecords(call, pricingPackage), returnPath)
}
