import type { serviceItem } from '../../../../contract/content/kinds/service-item.ts'
import type { PricingPackage } from '../../../../contract/content/package-points.ts'
import type { ContentRecord } from '../../../../contract/core/content-kind.ts'
import { getPublicPage } from '../../../../contract/core/public-pages.ts'
import type { Breadcrumb } from '../../../ui/breadcrumbs.tsx'
import { sortPackagesBySize } from '../pricing/package-prices.ts'

type Item = ContentRecord<typeof serviceItem>

export function buildServiceBreadcrumbs({ serviceTitle, _path = '' }: Pick<Item, 'serviceTitle' | '_path'>): Breadcrumb[] {
  const above = [getPublicPage('Home'), getPublicPage('Services')].map(({ name, path }) => ({ name, path }))
  return [...above, { name: serviceTitle, path: _path }]
}

/** Returns the packages that include a service, and how much of it each includes. */
export function findIncludingPackages(
  item: Item,
  packages: readonly PricingPackage[],
): { record: PricingPackage; inclusion: string }[] {
  return sortPackagesBySize(packages).flatMap((record) => {
    const inclusion = getPackageInclusion(item, record)
    return inclusion ? [{ record, inclusion }] : []
  })
}

/** Returns how much of the service a package includes; undefined if none. */
export function getPackageInclusion(item: Item, { packageName }: PricingPackage): string | undefined {
  const text = { Basic: item.serviceInBasic, Standard: item.serviceInStandard, Premium: item.serviceInPremium }[packageName]
  return text?.trim()
}
