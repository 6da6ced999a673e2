import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import type { serviceItem } from '#contract/content/kinds/service-item.ts'
import type { PricingPackage } from '#contract/content/list-package-points.ts'
import type { ContentRecord } from '#contract/core/content-kind.ts'
import { formatDollars } from '#contract/core/money.ts'

const packageTiers = pricingPackage.fields.packageName.choices ?? []

/** Sorts packages from Basic to Premium. */
export function sortPackagesByTier(packages: readonly PricingPackage[]): PricingPackage[] {
  return packages.toSorted((a, b) => packageTiers.indexOf(a.packageName) - packageTiers.indexOf(b.packageName))
}

/** Formats a price in dollars without the sign: 1899 gives 1,899 and 499.5 gives 499.50. */
export function formatPriceWithoutDollarSign(price: string): string {
  return formatDollars(price).replace('$', '').replace(/\.00$/, '')
}

/** Returns the lowest price, formatted; undefined without packages. */
export function formatLowestPrice(packages: readonly PricingPackage[]): string | undefined {
  const prices = packages.map(({ packagePrice }) => packagePrice)
  return prices.length === 0 ? undefined : formatPriceWithoutDollarSign(prices.toSorted((a, b) => Number(a) - Number(b))[0] ?? '')
}

/** Reads the number of keywords from a point such as "25 local keywords". */
export function parseKeywordCount(points: readonly string[]): number | undefined {
  const count = points.map((point) => /\b(\d{1,4})\s+(?:local\s+)?keywords\b/i.exec(point)?.[1]).find(Boolean)
  return count === undefined ? undefined : Number(count)
}

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
