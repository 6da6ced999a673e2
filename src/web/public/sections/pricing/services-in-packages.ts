import type { serviceItem } from '#contract/content/kinds/service-item.ts'
import type { PricingPackage } from '#contract/content/list-package-points.ts'
import type { ContentRecord } from '#contract/core/content-kind.ts'
import { sortPackagesByTier } from './package-prices.ts'

export type ServiceRecord = ContentRecord<typeof serviceItem>

/** Returns the packages that include a service, smallest first. */
export function findPackagesIncludingService(service: ServiceRecord, packages: readonly PricingPackage[]): PricingPackage[] {
  return sortPackagesByTier(packages).filter((record) => getServiceAmountInPackage(service, record))
}

/** Returns how much of the service a package includes; empty or undefined if none. */
export function getServiceAmountInPackage(service: ServiceRecord, { packageName }: PricingPackage): string | undefined {
  const text = { Basic: service.serviceInBasic, Standard: service.serviceInStandard, Premium: service.serviceInPremium }[
    packageName
  ]
  return text?.trim()
}
