import type { BusinessFacts } from '#contract/content/build-business-facts.ts'
import type { PricingPackage } from '#contract/content/list-package-points.ts'
import type { ImageDisplayDetails } from '#contract/content/media.ts'
import { hasSocialProfilePath } from '#contract/content/social-profile-url.ts'
import { ALL_DAY, type OpeningHoursSpan } from '#contract/core/opening-hours.ts'
import { toAbsoluteUrl } from '../../ui/safe-url.ts'
import { formatPriceWithoutDollarSign } from '../sections/pricing/packages.ts'
import { buildBusinessReference, buildOfferId } from './structured-data-ids.ts'

export type BusinessStructuredDataInput = {
  origin: string
  business: BusinessFacts
  /** The URL of the owner's logo. Without one that search engines accept, the site's icon is used. */
  logo?: string | undefined
  /** Details of library images. They may include the logo. */
  pictures?: readonly ImageDisplayDetails[]
  /** URLs of the business's profiles, as the owner entered them. */
  profiles?: readonly string[]
  /** What the business says about itself. */
  description?: string | undefined
  /** The packages whose offers the page states. */
  packages?: readonly PricingPackage[]
}

/** Search engines ignore a logo with a shorter side. */
const MIN_LOGO_PX = 112

/**
 * Builds the data of the business, with the first of its addresses and phone numbers. Without an address, it is an
 * Organization. Contains no ratings: search engines ignore a business's reviews of itself (P-149).
 */
export function buildBusinessData(facts: BusinessStructuredDataInput): object {
  const { origin, business, description, packages = [], profiles = [] } = facts
  const { name, legalName, addresses, phones, email, hours, postalAddress: postal, coordinates } = business
  const [address] = postal.streetAddress ? [{ '@type': 'PostalAddress', ...postal }] : addresses
  const picture = getLogoUrl(facts)
  const sameAs = profiles.filter(hasSocialProfilePath)
  const openingHours = hours.flatMap(buildHoursData)
  return {
    '@type': address ? 'LocalBusiness' : 'Organization',
    ...buildBusinessReference(origin),
    name,
    legalName,
    url: `${origin}/`,
    ...(address && {
      address,
      ...(coordinates && { geo: { '@type': 'GeoCoordinates', ...coordinates } }),
      ...(openingHours.length > 0 && { openingHoursSpecification: openingHours }),
      ...(packages.length > 0 && { priceRange: formatPriceRange(packages) }),
    }),
    description: description?.trim() || undefined,
    logo: picture,
    image: picture,
    telephone: phones[0],
    email,
    ...buildAreaServedData(business),
    ...(sameAs.length > 0 && { sameAs }),
    ...(packages.length > 0 && { makesOffer: packages.map((record) => ({ '@id': buildOfferId(origin, record) })) }),
  }
}

/** Returns the logo's URL, or the icon's if the logo is too small or a built-in illustration. Doesn't measure outside images. */
function getLogoUrl({ origin, logo = '', pictures = [] }: BusinessStructuredDataInput): string {
  const libraryImage = pictures.find(({ url }) => url === logo.trim())
  const isFit = libraryImage ? Math.min(libraryImage.width, libraryImage.height) >= MIN_LOGO_PX : !logo.trim().startsWith('/')
  return (isFit ? toAbsoluteUrl(logo, origin) : undefined) ?? `${origin}/icon-512.png`
}

/** Builds the areas served. In schema.org, a country is an AdministrativeArea, too. */
export function buildAreaServedData({ areasServed }: BusinessFacts) {
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

/** Formats the lowest and the highest price as a range, or the only price. */
function formatPriceRange(packages: readonly PricingPackage[]): string {
  const prices = packages.map(({ packagePrice }) => packagePrice).toSorted((a, b) => Number(a) - Number(b))
  const priceTexts = [prices.at(0), prices.at(-1)]
    .filter((price) => price !== undefined)
    .map((price) => `$${formatPriceWithoutDollarSign(price)}`)
  return [...new Set(priceTexts)].join('-')
}
