import type { Package } from '../../../contract/package-points.ts'
import type { RecordOf } from '../../../contract/section.ts'
import type { serviceItem } from '../../../contract/sections/service-item.ts'
import { dollars } from '../sections/pricing/packages.ts'
import { businessName } from './business-name.ts'

/** One Offer for each package, with its own order page. */
export function offersData(origin: string, name: string, packages: readonly Package[]): object[] {
  return packages.map(({ _id, packageName, packagePrice }) => ({
    '@type': 'Offer',
    price: packagePrice,
    priceCurrency: 'USD',
    availability: 'https://schema.org/InStock',
    url: `${origin}/order-now/${_id}`,
    itemOffered: { '@type': 'Service', name: `${packageName} SEO package for real estate` },
    seller: businessName(origin, name),
  }))
}

/** The lowest and the highest price, or the one that there is. */
export function priceRange(packages: readonly Package[]): string {
  const prices = packages.map(({ packagePrice }) => packagePrice).toSorted((a, b) => Number(a) - Number(b))
  const ends = [prices.at(0), prices.at(-1)].filter((price) => price !== undefined).map((price) => `$${dollars(price)}`)
  return [...new Set(ends)].join('-')
}

/** One Service for each item, provided by the business. */
export function servicesData(origin: string, name: string, items: readonly RecordOf<typeof serviceItem>[]): object[] {
  return items.map(({ serviceTitle, serviceDetails }) => ({
    '@type': 'Service',
    name: serviceTitle,
    description: serviceDetails,
    provider: businessName(origin, name),
  }))
}
