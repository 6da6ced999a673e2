import type { serviceItem } from '../../../../contract/content/kinds/service-item.ts'
import type { PricingPackage } from '../../../../contract/content/package-points.ts'
import type { ContentRecord } from '../../../../contract/core/content-kind.ts'
import { getPublicPage } from '../../../../contract/core/public-pages.ts'
import type { Breadcrumb } from '../../../ui/breadcrumbs.tsx'
import { sortPackagesBySize } from '../pricing/package-values.ts'

type Item = ContentRecord<typeof serviceItem>

/** The way to the page of a service. */
export function buildServiceBreadcrumbs({ serviceTitle, _path = '' }: Pick<Item, 'serviceTitle' | '_path'>): Breadcrumb[] {
  const above = [getPublicPage('Home'), getPublicPage('Services')].map(({ name, path }) => ({ name, path }))
  return [...above, { name: serviceTitle, path: _path }]
}

/** The packages that include a service, each with how much of it. */
export function findIncludingPackages(
  item: Item,
  packages: readonly PricingPackage[],
): { record: PricingPackage; inclusion: string }[] {
  return sortPackagesBySize(packages).flatMap((record) => {
    const inclusion = getPackageInclusion(item, record)
    return inclusion ? [{ record, inclusion }] : []
  })
}

/** How much of the service a package has; nothing where it lacks it. */
export function getPackageInclusion(item: Item, { packageName }: PricingPackage): string | undefined {
  const text = { Basic: item.serviceInBasic, Standard: item.serviceInStandard, Premium: item.serviceInPremium }[packageName]
  return text?.trim()
}
