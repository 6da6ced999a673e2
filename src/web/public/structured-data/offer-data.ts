import type { BusinessFacts } from '#contract/content/build-business-facts.ts'
import { isOneOffPackage } from '#contract/content/kinds/pricing-package.ts'
import type { serviceItem } from '#contract/content/kinds/service-item.ts'
import type { PricingPackage } from '#contract/content/list-package-points.ts'
import type { ContentRecord } from '#contract/core/content-kind.ts'
import { getPublicPage } from '#contract/core/public-pages.ts'
import { buildAreaServedData } from './business-data.ts'
import { buildBusinessReference, buildOfferId, buildPackageServiceId, buildServiceId } from './structured-data-ids.ts'

/** Month, in UN/CEFACT Recommendation 20. */
const MONTH_UNIT_CODE = 'MON'

/**
 * Builds an Offer for each package, and the Service that it sells. It links to the prices, where visitors can look before
 * they order. The price is that of one month or of a one-off, and nothing renews (P-77, P-149).
 */
export function buildOffersData(origin: string, business: BusinessFacts, packages: readonly PricingPackage[]): object[] {
  const url = origin + getPublicPage('Pricing').path
  return packages.flatMap((record) => {
    const price = { price: record.packagePrice, priceCurrency: 'USD' }
    const service = { '@id': buildPackageServiceId(origin, record) }
    return [
      {
        '@type': 'Offer',
        '@id': buildOfferId(origin, record),
        ...price,
        ...(!isOneOffPackage(record) && {
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            ...price,
            referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: MONTH_UNIT_CODE },
          },
        }),
        availability: 'https://schema.org/InStock',
        url,
        itemOffered: service,
        seller: buildBusinessReference(origin),
      },
      {
        '@type': 'Service',
        ...service,
        name: `${record.packageName} SEO package for real estate`,
        url,
        ...buildAreaServedData(business),
        provider: buildBusinessReference(origin),
      },
    ]
  })
}

type Service = Pick<ContentRecord<typeof serviceItem>, '_id' | 'serviceTitle' | 'serviceDetails' | 'serviceSummary' | '_path'>

type ServicePage = {
  origin: string
  business: BusinessFacts
  item: Service
  description?: string | undefined
  /** The packages that include the service. The graph has their data too. */
  packages?: readonly PricingPackage[]
}

/** Builds the data of one service. An item without its own page links to the services page. */
export function buildServiceData({ origin, business, item, description, packages = [] }: ServicePage): object {
  return {
    '@type': 'Service',
    '@id': buildServiceId(origin, item),
    name: item.serviceTitle,
    description: description ?? (item.serviceSummary.trim() || item.serviceDetails),
    url: origin + (item._path ?? getPublicPage('Services').path),
    ...buildAreaServedData(business),
    provider: buildBusinessReference(origin),
    ...(packages.length > 0 && {
      isRelatedTo: packages.map((record) => ({ '@id': buildPackageServiceId(origin, record) })),
    }),
  }
}
