import { describe, expect, it } from 'vitest'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { buildSiteAuditFixture } from '#tests/support/site-audit-fixture.ts'
import { structuredDataRule } from './structured-data-rule.ts'

const seller = { '@id': 'https://shop.test/#business' }
const url = 'https://shop.test/pricing/'
const buildOffer = (amount: string) => {
  const price = { price: amount, priceCurrency: 'USD' }
  const referenceQuantity = { '@type': 'QuantitativeValue', value: 1, unitCode: 'MON' }
  return {
    '@type': 'Offer',
    '@id': `${url}#premium-offer`,
    ...price,
    priceSpecification: { '@type': 'UnitPriceSpecification', ...price, referenceQuantity },
    availability: 'https://schema.org/InStock',
    url,
    itemOffered: { '@id': `${url}#premium-service` },
    seller,
  }
}
const offer = buildOffer('499')
const service = { '@type': 'Service', '@id': `${url}#premium-service`, name: 'Premium', url, provider: seller }

function buildSiteWithGraph(...graph: object[]) {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  return findProblemTexts(text)
}

function findProblemTexts(text: string) {
  return structuredDataRule(
    buildSiteAuditFixture({
      pages: { Pricing: `<h1>a</h1><script type="application/ld+json">${text}</script>` },
      records: [[pricingPackage, { id: 'p1' }, { id: 'p2', values: { packageName: 'Premium', packagePrice: '$499' } }]],
    }),
  )
}

describe('the rule about structured data', () => {
  it('accepts data with everything that search engines require', () => {
    expect(buildSiteWithGraph(offer, service)).toEqual([])
  })

  it('names an invalid value in plain words, and leads to its record', () => {
    const [price, ...again] = buildSiteWithGraph(buildOffer('$499'))
    expect(price).toMatchObject({
      says: 'The structured data for search engines about your packages is missing or has an invalid value: the price.',
      pages: ['Pricing'],
      place: { path: '/package-edit/p2#edit-pricing-package-packagePrice' },
    })
    // The price per month has the same fault, so both findings merge.
    expect(again).toEqual([price])
    expect(buildSiteWithGraph({ ...service, name: ' ' })).toMatchObject([
      { says: 'The structured data for search engines about your services is missing or has an invalid value: the name.' },
    ])
  })

  it('finds a block that is not JSON', () => {
    expect(findProblemTexts('{"@context":')).toMatchObject([
      { says: 'Search engines can’t read the structured data of this page.' },
    ])
  })
})
