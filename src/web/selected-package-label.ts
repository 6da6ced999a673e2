import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import type { PricingPackage } from '#contract/content/list-package-points.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { formatDollars } from '#contract/core/money.ts'
import { loadContentRecords } from './load-content-records.ts'

/** Returns the label of the package at an order form's path, such as `Standard, $999`. Undefined for other paths and packages. */
export function buildSelectedPackageLabel(packages: readonly PricingPackage[], path = ''): string | undefined {
  const id = /^\/order-now\/([^/?#]+)/.exec(path)?.[1]
  const record = packages.find(({ _id }) => _id === id)
  return record && `${record.packageName}, ${formatDollars(record.packagePrice).replace(/\.00$/, '')}`
}

/** Returns the label of the package that the visitor orders after the login. Undefined unless `returnPath` is an order form. */
export async function loadSelectedPackageLabel(
  call: ApiCallFunction,
  returnPath: string | undefined,
): Promise<string | undefined> {
  if (!returnPath?.startsWith('/order-now/')) return undefined
  return buildSelectedPackageLabel(await loadContentRecords(call, pricingPackage), returnPath)
}
