import { pricingPackage } from '../../../../contract/content/kinds/pricing-package.ts'
import type { Package } from '../../../../contract/content/package-points.ts'
import { dollarsAndCents } from '../../../../contract/grammar/money.ts'

const sizes = pricingPackage.fields.packageName.choices ?? []

/** Basic first, whatever the order of the records. */
export function inOrderOfSize(packages: readonly Package[]): Package[] {
  return packages.toSorted((a, b) => sizes.indexOf(a.packageName) - sizes.indexOf(b.packageName))
}

/** Dollars as a price says them, beside a sign of its own: 1899 is 1,899 and 499.5 is 499.50. */
export function dollars(price: string): string {
  return dollarsAndCents(price).replace('$', '').replace(/\.00$/, '')
}

/** The lowest price, as shown; none without packages. */
export function lowestPrice(packages: readonly Package[]): string | undefined {
  const prices = packages.map(({ packagePrice }) => packagePrice)
  return prices.length === 0 ? undefined : dollars(prices.toSorted((a, b) => Number(a) - Number(b))[0] ?? '')
}

/** How many local keywords a package covers, read from a point such as "25 local keywords". */
export function keywordsIn(points: readonly string[]): number | undefined {
  const found = points.map((point) => /\b(\d{1,4})\s+(?:local\s+)?keywords\b/i.exec(point)?.[1]).find(Boolean)
  return found === undefined ? undefined : Number(found)
}
