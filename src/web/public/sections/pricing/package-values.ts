import { pricingPackage } from '../../../../contract/content/kinds/pricing-package.ts'
import type { PricingPackage } from '../../../../contract/content/package-points.ts'
import { formatDollars } from '../../../../contract/core/money.ts'

const packageSizes = pricingPackage.fields.packageName.choices ?? []

/** Basic first, whatever the order of the records. */
export function sortPackagesBySize(packages: readonly PricingPackage[]): PricingPackage[] {
  return packages.toSorted((a, b) => packageSizes.indexOf(a.packageName) - packageSizes.indexOf(b.packageName))
}

/** Dollars as a price says them, beside a sign of its own: 1899 is 1,899 and 499.5 is 499.50. */
export function formatPackagePrice(price: string): string {
  return formatDollars(price).replace('$', '').replace(/\.00$/, '')
}

/** The lowest price, as shown; none without packages. */
export function getLowestPrice(packages: readonly PricingPackage[]): string | undefined {
  const prices = packages.map(({ packagePrice }) => packagePrice)
  return prices.length === 0 ? undefined : formatPackagePrice(prices.toSorted((a, b) => Number(a) - Number(b))[0] ?? '')
}

/** How many local keywords a package covers, read from a point such as "25 local keywords". */
export function parseKeywordCount(points: readonly string[]): number | undefined {
  const found = points.map((point) => /\b(\d{1,4})\s+(?:local\s+)?keywords\b/i.exec(point)?.[1]).find(Boolean)
  return found === undefined ? undefined : Number(found)
}
