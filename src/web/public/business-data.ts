import { BRAND } from '../../contract/business.ts'
import type { RecordOf } from '../../contract/section.ts'
import type { faqItem } from '../../contract/sections/faq-item.ts'
import type { footerAddress } from '../../contract/sections/footer-address.ts'
import type { serviceItem } from '../../contract/sections/service-item.ts'
import type { Package } from './sections/packages.ts'

/** Working time of spec section 9, in the search engines' notation: Monday to Saturday, 9am to 8pm. */
const OPENING_HOURS = 'Mo-Sa 09:00-20:00'

type Business = {
  origin: string
  description?: string
  address?: RecordOf<typeof footerAddress>
  packages: readonly Package[]
}

/** The business for search engines. No ratings: reviews of oneself are not for them. */
export function businessData({ origin, description, address, packages }: Business): object {
  return {
    '@type': 'ProfessionalService',
    '@id': `${origin}/#business`,
    name: BRAND,
    url: `${origin}/`,
    description,
    ...(address && {
      address: distinct(address.banLocation, address.ukLocation),
      telephone: distinct(address.banPhone, address.ukPhone),
      email: address.footerEmail,
    }),
    openingHours: OPENING_HOURS,
    ...(packages.length > 0 && { hasOfferCatalog: offersData(origin, packages) }),
  }
}

export function faqData(items: readonly RecordOf<typeof faqItem>[]): object {
  return {
    '@type': 'FAQPage',
    mainEntity: items.map(({ accodingTitle, accodingText }) => ({
      '@type': 'Question',
      name: accodingTitle,
      acceptedAnswer: { '@type': 'Answer', text: accodingText },
    })),
  }
}

export function offersData(origin: string, packages: readonly Package[]): object {
  return {
    '@type': 'OfferCatalog',
    name: 'Packages',
    itemListElement: packages.map(({ _id, packageName, packagePrice }) => ({
      '@type': 'Offer',
      price: packagePrice,
      priceCurrency: 'USD',
      url: `${origin}/order-now/${_id}`,
      itemOffered: { '@type': 'Service', name: `${packageName} SEO package for real estate` },
    })),
  }
}

/** One Service for each item, offered by the business that the landing page describes. */
export function servicesData(origin: string, items: readonly RecordOf<typeof serviceItem>[]): object[] {
  return items.map(({ serviceTitle, serviceDetails }) => ({
    '@type': 'Service',
    name: serviceTitle,
    description: serviceDetails,
    provider: { '@type': 'ProfessionalService', '@id': `${origin}/#business`, name: BRAND },
  }))
}

/** The way from the landing page to the page at `path`. */
export function breadcrumbData(origin: string, { name, path }: { name: string; path: string }): object {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: 'Home', item: `${origin}/` },
      { '@type': 'ListItem', position: 2, name, item: origin + path },
    ],
  }
}

function distinct(first: string, second: string): string | string[] {
  return first === second ? first : [first, second]
}
