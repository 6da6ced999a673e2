import type { pricingCopy } from '#contract/content/kinds/pricing-copy.ts'
import { isOneOffPackage, packageNames } from '#contract/content/kinds/pricing-package.ts'
import type { serviceItem } from '#contract/content/kinds/service-item.ts'
import type { PricingPackage } from '#contract/content/list-package-points.ts'
import type { ContentRecord } from '#contract/core/content-kind.ts'
import type { CopyKindTexts } from '#contract/core/define-page-copy-kind.ts'
import { formatDollars } from '#contract/core/money.ts'

/** Sorts packages from Basic to Premium. The owner's others follow in their order. */
export function sortPackagesByTier(packages: readonly PricingPackage[]): PricingPackage[] {
  return [...listTierPackages(packages), ...listOtherPackages(packages)]
}

/** Lists Basic, Standard and Premium. */
export function listTierPackages(packages: readonly PricingPackage[]): PricingPackage[] {
  return packageNames.flatMap((name) => packages.filter(({ packageName }) => packageName === name))
}

export function listOtherPackages(packages: readonly PricingPackage[]): PricingPackage[] {
  return packages.filter(({ packageName }) => !(packageNames as readonly string[]).includes(packageName))
}

type PriceTexts = Pick<CopyKindTexts<typeof pricingCopy>, 'perMonth' | 'oneOff'>

/** Returns the text after the price, such as `/month`. */
export function getPriceUnit(record: PricingPackage, { perMonth, oneOff }: PriceTexts): string {
  return isOneOffPackage(record) ? oneOff : perMonth
}

/** Formats a price in dollars without the sign: 1899 gives 1,899 and 499.5 gives 499.50. */
export function formatPriceWithoutDollarSign(price: string): string {
  return formatDollars(price).replace('$', '').replace(/\.00$/, '')
}

/** Returns the lowest price of a month, formatted; undefined without packages. */
export function formatLowestPrice(packages: readonly PricingPackage[]): string | undefined {
  const prices = packages.filter((record) => !isOneOffPackage(record)).map(({ packagePrice }) => packagePrice)
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
  return listTierPackages(packages).filter((record) => getServiceAmountInPackage(service, record))
}

/** Returns how much of the service a package includes; empty or undefined if none. */
export function getServiceAmountInPackage(service: ServiceRecord, { packageName }: PricingPackage): string | undefined {
  const text = { Basic: service.serviceInBasic, Standard: service.serviceInStandard, Premium: service.serviceInPremium }[
    packageName
  ]
  return text?.trim()
}
