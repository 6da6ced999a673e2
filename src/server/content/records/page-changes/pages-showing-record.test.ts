import { expect, it } from 'vitest'
import { faqItem } from '../../../../contract/content/kinds/faq-item.ts'
import { footerAddress } from '../../../../contract/content/kinds/footer-address.ts'
import { legalClause } from '../../../../contract/content/kinds/legal-clause.ts'
import { paymentEmail } from '../../../../contract/content/kinds/payment-email.ts'
import { pricingPackage } from '../../../../contract/content/kinds/pricing-package.ts'
import { searchListing } from '../../../../contract/content/kinds/search-listing.ts'
import { serviceItem } from '../../../../contract/content/kinds/service-item.ts'
import { detailPages, publicPages } from '../../../../contract/core/public-pages.ts'
import { listPagesShowingRecord } from './pages-showing-record.ts'

it('names the pages that a content kind is shown on, all of them for a part of every page, none for what nobody sees', () => {
  expect(listPagesShowingRecord(faqItem, {})).toEqual(['Home', 'Pricing'])
  expect(listPagesShowingRecord(footerAddress, {})).toEqual([...publicPages, ...detailPages].map(({ name }) => name))
  expect(listPagesShowingRecord(paymentEmail, {})).toEqual([])
})

it('names the one page that a record says it is on, and without one all of its kind', () => {
  expect(listPagesShowingRecord(faqItem, { faqPage: 'Pricing' })).toEqual(['Pricing'])
  expect(listPagesShowingRecord(faqItem, { faqPage: 'Both' })).toEqual(['Home', 'Pricing'])
  expect(listPagesShowingRecord(legalClause, { legalPage: 'Terms' })).toEqual(['Terms'])
  expect(listPagesShowingRecord(searchListing, { page: 'Contact' })).toEqual(['Contact'])
  expect(listPagesShowingRecord(searchListing, { page: 'Nowhere' })).toEqual([])
})

it('counts the pages of records together, but for a record that has one itself: the others only name it', () => {
  expect(listPagesShowingRecord(pricingPackage, {})).toEqual(['Home', 'Pricing', 'Service pages'])
  expect(listPagesShowingRecord(serviceItem, {})).toEqual(['Home', 'Services'])
})
