import type { Business } from '../../../contract/content/business-facts.ts'
import type { serviceItem } from '../../../contract/content/kinds/service-item.ts'
import type { ImageDetails } from '../../../contract/content/media.ts'
import type { PricingPackage } from '../../../contract/content/package-points.ts'
import { isSocialProfileUrl } from '../../../contract/content/social-profiles.ts'
import type { ContentRecord } from '../../../contract/core/content-kind.ts'
import { ALL_DAY, type OpeningHoursSpan } from '../../../contract/core/opening-hours.ts'
import { getPublicPage } from '../../../contract/core/public-pages.ts'
import { toAbsoluteUrl } from '../../ui/safe-url.ts'
import { formatPackagePrice } from '../sections/pricing/package-prices.ts'

export type BusinessFacts = {
  origin: string
  business: Business
  /** The URL of the owner's logo. Without one that search engines accept, the site's icon is used. */
  logo?: string
  /** Details of library images. They may include the logo. */
  pictures?: readonly ImageDetails[]
  /** URLs of the business's profiles, as the owner entered them. */
  profiles?: readonly string[]
  description?: string
  packages?: readonly PricingPackage[]
}

/** Search engines ignore a logo with a shorter side. */
const MIN_LOGO_PX = 112

/**
 * Builds the data of the business, with the first of its addresses and phone numbers. Without an address,
 * it is an Organization. Contains no ratings: search engines ignore a business's reviews of itself (P-149).
 */
export function buildBusinessData(facts: BusinessFacts): object {
  const { origin, business, description, packages = [], profiles = [] } = facts
  const { name, addresses, phones, email, hours, postalAddress: postal, coordinates } = business
  const [address] = postal.streetAddress ? [{ '@type': 'PostalAddress', ...postal }] : addresses
  const picture = getLogoUrl(facts)
  const sameAs = profiles.filter(isSocialProfileUrl)
  return {
    ...buildBusinessReference(origin, name),
    ...(address && {
      '@type': 'ProfessionalService',
      address,
      ...(coordinates && { geo: { '@type': 'GeoCoordinates', ...coordinates } }),
      openingHoursSpecification: hours.flatMap(buildHoursData),
      ...(packages.length > 0 && { priceRange: formatPriceRange(packages) }),
    }),
    description,
    logo: picture,
    image: picture,
    telephone: phones[0],
    email,
    ...buildAreaData(business),
    ...(sameAs.length > 0 && { sameAs }),
    ...(packages.length > 0 && {
      hasOfferCatalog: {
        '@type': 'OfferCatalog',
        name: 'Packages',
        itemListElement: buildOffersData(origin, business, packages),
      },
    }),
  }
}

/** Returns the logo's URL, or the icon's if the logo is too small or a built-in illustration. Doesn't measure outside images. */
function getLogoUrl({ origin, logo = '', pictures = [] }: BusinessFacts): string {
  const libraryImage = pictures.find(({ url }) => url === logo.trim())
  const isFit = libraryImage ? Math.min(libraryImage.width, libraryImage.height) >= MIN_LOGO_PX : !logo.trim().startsWith('/')
  return (isFit ? toAbsoluteUrl(logo, origin) : undefined) ?? `${origin}/icon-512.png`
}

function buildAreaData({ areasServed }: Business) {
  if (areasServed.length === 0) return {}
  return { areaServed: areasServed.map((name) => ({ '@type': 'AdministrativeArea', name })) }
}

/**
 * Builds the opening hours. Search engines expect 00:00 to 00:00 for a closed day and 23:59 as the end of a full day.
 * Leaves out days by appointment: schema.org has no term for them.
 */
function buildHoursData({ days, hours }: OpeningHoursSpan): object[] {
  if (hours === 'byAppointment') return []
  const shifts = hours === 'closed' ? [{ opens: '00:00', closes: '00:00' }] : hours
  return shifts.map(({ opens, closes }) => ({
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: days,
    opens,
    closes: closes === ALL_DAY.closes ? '23:59' : closes,
  }))
}

/** Builds a reference to the business. The landing page has its data under the same `@id`. */
export function buildBusinessReference(origin: string, name: string) {
  return { '@type': 'Organization', '@id': `${origin}/#business`, name, url: `${origin}/` }
}

/**
 * Builds an Offer for each package. It links to the prices, where visitors can look before they order.
 * The price is that of one month, and nothing renews (P-77, P-149).
 */
export function buildOffersData(origin: string, business: Business, packages: readonly PricingPackage[]): object[] {
  const url = origin + getPublicPage('Pricing').path
  return packages.map(({ packageName, packagePrice }) => {
    const price = { price: packagePrice, priceCurrency: 'USD' }
    return {
      '@type': 'Offer',
      ...price,
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        ...price,
        referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: MONTH_UNIT_CODE },
      },
      availability: 'https://schema.org/InStock',
      url,
      itemOffered: { '@type': 'Service', name: `${packageName} SEO package for real estate`, url, ...buildAreaData(business) },
      seller: buildBusinessReference(origin, business.name),
    }
  })
}

/** Month, in UN/CEFACT Recommendation 20. */
const MONTH_UNIT_CODE = 'MON'

/** Formats the lowest and the highest price as a range, or the only price. */
function formatPriceRange(packages: readonly PricingPackage[]): string {
  const prices = packages.map(({ packagePrice }) => packagePrice).toSorted((a, b) => Number(a) - Number(b))
  const priceTexts = [prices.at(0), prices.at(-1)]
    .filter((price) => price !== undefined)
    .map((price) => `$${formatPackagePrice(price)}`)
  return [...new Set(priceTexts)].join('-')
}

/** Builds a Service for each item. An item without its own page links to the services page. */
export function buildServicesData(origin: string, business: Business, items: readonly Service[]): object[] {
  return items.map((item) => {
    const description = item.serviceSummary.trim() || item.serviceDetails
    return buildServiceData({ origin, business, item, description, packages: [] })
  })
}

type Service = Pick<ContentRecord<typeof serviceItem>, 'serviceTitle' | 'serviceDetails' | 'serviceSummary' | '_path'>

type ServicePage = {
  origin: string
  business: Business
  item: Service
  description?: string | undefined
  /** The packages that include the service. */
  packages: readonly PricingPackage[]
}

/** Builds the data of one service: its provider, its area, and the packages that include it. */
export function buildServiceData({ origin, business, item, description, packages }: ServicePage): object {
  return {
    '@type': 'Service',
    name: item.serviceTitle,
    description,
    url: origin + (item._path ?? getPublicPage('Services').path),
    ...buildAreaData(business),
    provider: buildBusinessReference(origin, business.name),
    ...(packages.length > 0 && { offers: buildOffersData(origin, business, packages) }),
  }
}
