import { describe, expect, it } from 'vitest'
import { buildSiteAuditFixture } from '../../../../../tests/support/site-audit-fixture.ts'
import { faqItem } from '../../../../contract/content/kinds/faq-item.ts'
import { pricingPackage } from '../../../../contract/content/kinds/pricing-package.ts'
import { structuredDataRule } from './structured-data-rule.ts'

const seller = { '@type': 'Organization', '@id': 'https://shop.test/#business', name: 'Us', url: 'https://shop.test/' }
const url = 'https://shop.test/pricing/'
const buildOffer = (amount: string) => {
  const price = { price: amount, priceCurrency: 'USD' }
  const referenceQuantity = { '@type': 'QuantitativeValue', value: 1, unitCode: 'MON' }
  return {
    '@type': 'Offer',
    ...price,
    priceSpecification: { '@type': 'UnitPriceSpecification', ...price, referenceQuantity },
    availability: 'https://schema.org/InStock',
    url,
    itemOffered: { '@type': 'Service', name: 'Premium', url },
    seller,
  }
}
const offer = buildOffer('499')
const question = { '@type': 'Question', name: 'How long?', acceptedAnswer: { '@type': 'Answer', text: 'A month.' } }
const faq = { '@type': 'FAQPage', mainEntity: [question] }

function buildSiteWithGraph(...graph: object[]) {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  return findProblemTexts(text)
}

function findProblemTexts(text: string) {
  return structuredDataRule(
    buildSiteAuditFixture({
      pages: { Pricing: `<h1>a</h1><script type="application/ld+json">${text}</script>` },
      records: [
        [pricingPackage, { id: 'p1' }, { id: 'p2', values: { packageName: 'Premium', packagePrice: '$499' } }],
        [faqItem, { id: 'f1' }, { id: 'f2', values: { accodingTitle: 'How long?', accodingText: ' ' } }],
      ],
    }),
  )
}

describe('the rule about structured data', () => {
  it('accepts data with everything that search engines require', () => {
    expect(buildSiteWithGraph(offer, faq)).toEqual([])
  })

  it('names an invalid value in plain words, and leads to its record', () => {
    const [price, ...again] = buildSiteWithGraph(buildOffer('$499'))
    expect(price).toMatchObject({
      says: 'What search engines are told of your packages is not complete or not valid: the price.',
      pages: ['Pricing'],
      place: { path: '/package-edit/p2#edit-pricing-package-packagePrice' },
    })
    // The price per month has the same fault, so both findings merge.
    expect(again).toEqual([price])
    expect(
      buildSiteWithGraph({ ...faq, mainEntity: [{ ...question, acceptedAnswer: { '@type': 'Answer', text: ' ' } }] }),
    ).toMatchObject([
      { says: 'What search engines are told of your questions and answers is not complete or not valid: the text.' },
    ])
  })

  it('finds a block that is not JSON', () => {
    expect(findProblemTexts('{"@context":')).toMatchObject([
      { says: 'What search engines are told of this page cannot be read.' },
    ])
  })
})
