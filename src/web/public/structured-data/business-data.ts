import type { Business } from '../../../contract/business.ts'
import { ALL_DAY, type Span } from '../../../contract/opening-hours.ts'
import type { Package } from '../../../contract/package-points.ts'
import { absoluteAddress } from '../../ui/safe-href.ts'
import { businessName } from './business-name.ts'
import { offersData, priceRange } from './offers-data.ts'

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
