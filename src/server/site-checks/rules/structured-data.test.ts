import { describe, expect, it } from 'vitest'
import { faqItem } from '../../../contract/sections/faq-item.ts'
import { pricingPackage } from '../../../contract/sections/pricing-package.ts'
import { exampleSite } from '../example-site.ts'
import { structuredDataRule } from './structured-data.ts'

const seller = { '@type': 'Organization', '@id': 'https://shop.test/#business', name: 'Us', url: 'https://shop.test/' }
const offer = {
  '@type': 'Offer',
  price: '499',
  priceCurrency: 'USD',
  availability: 'https://schema.org/InStock',
  url: 'https://shop.test/order-now/p2',
  itemOffered: { '@type': 'Service', name: 'Premium' },
  seller,
}
const question = { '@type': 'Question', name: 'How long?', acceptedAnswer: { '@type': 'Answer', text: 'A month.' } }
const faq = { '@type': 'FAQPage', mainEntity: [question] }

function telling(...graph: object[]) {
  const text = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph })
  return told(text)
}

function told(text: string) {
  return structuredDataRule(
    exampleSite({
      pages: { Pricing: `<h1>a</h1><script type="application/ld+json">${text}</script>` },
      records: [
        [pricingPackage, { id: 'p1' }, { id: 'p2', values: { packageName: 'Premium' } }],
        [faqItem, { id: 'f1' }, { id: 'f2', values: { accodingTitle: 'How long?', accodingText: ' ' } }],
      ],
    }),
  )
}

describe('the rule about structured data', () => {
  it('lets pass what says all that search engines ask for', () => {
    expect(telling(offer, faq)).toEqual([])
  })

  it('finds what is not valid, in words, and leads to its record', () => {
    expect(telling({ ...offer, price: '$499' })).toMatchObject([
      {
        says: 'What search engines are told of your packages is not complete or not valid: the price.',
        pages: ['Pricing'],
        place: { path: '/package-edit/p2' },
      },
    ])
    expect(telling({ ...faq, mainEntity: [{ ...question, acceptedAnswer: { '@type': 'Answer', text: ' ' } }] })).toMatchObject([
      { says: 'What search engines are told of your questions and answers is not complete or not valid: the text.' },
    ])
  })

  it('finds a block that nobody can read', () => {
    expect(told('{"@context":')).toMatchObject([{ says: 'What search engines are told of this page cannot be read.' }])
  })
})
