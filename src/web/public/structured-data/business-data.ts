import type { Business } from '../../../contract/content/business-facts.ts'
import type { serviceItem } from '../../../contract/content/kinds/service-item.ts'
import type { ImageDetails } from '../../../contract/content/media.ts'
import type { PricingPackage } from '../../../contract/content/package-points.ts'
import { isSocialProfileUrl } from '../../../contract/content/social-profiles.ts'
import type { ContentRecord } from '../../../contract/core/content-kind.ts'
import { ALL_DAY, type OpeningHoursSpan } from '../../../contract/core/opening-hours.ts'
import { getPublicPage } from '../../../contract/core/public-pages.ts'
import { toAbsoluteUrl } from '../../ui/safe-url.ts'
import { formatPackagePrice } from '../sections/pricing/package-values.ts'

export type BusinessFacts = {
  origin: string
  business: Business
  /** The owner's picture; without one that search engines take it is the site's icon. */
  logo?: string
  /** What the library knows of its pictures, the logo perhaps among them. */
  pictures?: readonly ImageDetails[]
  /** Addresses of the business elsewhere, as they were entered. */
  profiles?: readonly string[]
  description?: string
  packages?: readonly PricingPackage[]
}

/** Less than so many px in width or height, and search engines leave a logo out. */
const MIN_LOGO_PX = 112

/**
 * The business for search engines, by the first of its addresses and phone numbers; an organization of any kind
 * where it has no address. No ratings: reviews of oneself are not for them.
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

/** A drawing of ours has no size of its own that is large enough; of a picture elsewhere nobody knows it. */
function getLogoUrl({ origin, logo = '', pictures = [] }: BusinessFacts): string {
  const known = pictures.find(({ url }) => url === logo.trim())
  const isFit = known ? Math.min(known.width, known.height) >= MIN_LOGO_PX : !logo.trim().startsWith('/')
  return (isFit ? toAbsoluteUrl(logo, origin) : undefined) ?? `${origin}/icon-512.png`
}

function buildAreaData({ areasServed }: Business) {
  if (areasServed.length === 0) return {}
  return { areaServed: areasServed.map((name) => ({ '@type': 'AdministrativeArea', name })) }
}

/**
 * Closed is written as open from midnight to the same midnight, and a whole day until a minute before it, as search
 * engines ask for. Days by appointment are left out: schema.org has no word for them, and neither other would be true.
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

/** The business where it is only referred to; all about it stands on the landing page under the same `@id`. */
export function buildBusinessReference(origin: string, name: string) {
  return { '@type': 'Organization', '@id': `${origin}/#business`, name, url: `${origin}/` }
}

/**
 * One Offer for each package, which leads to the prices: whoever follows it may look before they order. The price is
 * that of one month of work, and nothing is billed by itself (P-77, P-149).
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

/** UN/CEFACT Recommendation 20. */
const MONTH_UNIT_CODE = 'MON'

/** The lowest and the highest price, or the one that there is. */
function formatPriceRange(packages: readonly PricingPackage[]): string {
  const prices = packages.map(({ packagePrice }) => packagePrice).toSorted((a, b) => Number(a) - Number(b))
  const ends = [prices.at(0), prices.at(-1)]
    .filter((price) => price !== undefined)
    .map((price) => `$${formatPackagePrice(price)}`)
  return [...new Set(ends)].join('-')
}

/** One Service for each item, provided by the business: where it has no page of its own it stands on the page of all. */
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
  /** Those that include it. */
  packages: readonly PricingPackage[]
}

/** The service that a page is about: where it is offered, by whom, and in which packages. */
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
