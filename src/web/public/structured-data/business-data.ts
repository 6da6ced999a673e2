import type { Business } from '../../../contract/business.ts'
import { ALL_DAY, type Span } from '../../../contract/opening-hours.ts'
import type { Package } from '../../../contract/package-points.ts'
import type { RecordOf } from '../../../contract/section.ts'
import type { serviceItem } from '../../../contract/sections/service-item.ts'
import { absoluteAddress } from '../../ui/safe-href.ts'
import { dollars } from '../sections/pricing/packages.ts'

export type BusinessFacts = {
  origin: string
  business: Business
  /** The owner's picture; without one it is the site's icon. */
  logo?: string
  description?: string
  packages?: readonly Package[]
}

/**
 * The business for search engines, by the first of its addresses and phone numbers; an organization of any kind
 * where it has no address. No ratings: reviews of oneself are not for them.
 */
export function businessData({ origin, business, logo, description, packages = [] }: BusinessFacts): object {
  const { name, addresses, phones, email, hours, postal } = business
  const [address] = postal.streetAddress ? [{ '@type': 'PostalAddress', ...postal }] : addresses
  const picture = absoluteAddress(logo, origin) ?? `${origin}/icon-512.png`
  return {
    ...businessName(origin, name),
    ...(address && {
      '@type': 'ProfessionalService',
      address,
      openingHoursSpecification: hours.flatMap(hoursData),
      ...(packages.length > 0 && { priceRange: priceRange(packages) }),
    }),
    description,
    logo: picture,
    image: picture,
    telephone: phones[0],
    email,
    ...(packages.length > 0 && {
      hasOfferCatalog: { '@type': 'OfferCatalog', name: 'Packages', itemListElement: offersData(origin, name, packages) },
    }),
  }
}

/**
 * Closed is written as open from midnight to the same midnight, and a whole day until a minute before it, as search
 * engines ask for. Days by appointment are left out: schema.org has no word for them, and neither other would be true.
 */
function hoursData({ days, hours }: Span): object[] {
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
export function businessName(origin: string, name: string) {
  return { '@type': 'Organization', '@id': `${origin}/#business`, name, url: `${origin}/` }
}

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
function priceRange(packages: readonly Package[]): string {
  const prices = packages.map(({ packagePrice }) => packagePrice).toSorted((a, b) => Number(a) - Number(b))
  const ends = [prices.at(0), prices.at(-1)].filter((price) => price !== undefined).map((price) => `$${dollars(price)}`)
  return [...new Set(ends)].join('-')
}

/** One Service for each item, provided by the business. */
export function servicesData(origin: string, name: string, items: readonly RecordOf<typeof serviceItem>[]): object[] {
  return items.map(({ serviceTitle, serviceDetails, serviceSummary, _path }) => ({
    '@type': 'Service',
    name: serviceTitle,
    description: serviceSummary.trim() || serviceDetails,
    ...(_path && { url: origin + _path }),
    provider: businessName(origin, name),
  }))
}

type ServicePage = {
  origin: string
  business: Business
  item: RecordOf<typeof serviceItem>
  description?: string | undefined
  /** Those that include it. */
  packages: readonly Package[]
}

/** The service that a page is about: where it is offered, by whom, and in which packages. */
export function serviceData({ origin, business, item, description, packages }: ServicePage): object {
  const country = business.postal.addressCountry
  return {
    '@type': 'Service',
    name: item.serviceTitle,
    description,
    url: origin + (item._path ?? ''),
    provider: businessName(origin, business.name),
    ...(country && { areaServed: { '@type': 'Country', name: country } }),
    ...(packages.length > 0 && {
      offers: packages.map(({ packageName, packagePrice }) => ({
        '@type': 'Offer',
        name: packageName,
        price: packagePrice,
        priceCurrency: 'USD',
        availability: 'https://schema.org/InStock',
        url: `${origin}/pricing/#${packageName.toLowerCase()}`,
      })),
    }),
  }
}
