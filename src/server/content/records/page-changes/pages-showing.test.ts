import { expect, it } from 'vitest'
import { faqItem } from '../../../../contract/content/kinds/faq-item.ts'
import { footerAddress } from '../../../../contract/content/kinds/footer-address.ts'
import { legalClause } from '../../../../contract/content/kinds/legal-clause.ts'
import { paymentEmail } from '../../../../contract/content/kinds/payment-email.ts'
import { pricingPackage } from '../../../../contract/content/kinds/pricing-package.ts'
import { searchListing } from '../../../../contract/content/kinds/search-listing.ts'
import { serviceItem } from '../../../../contract/content/kinds/service-item.ts'
import { itemPages, publicPages } from '../../../../contract/grammar/public-pages.ts'
import { pagesShowing } from './pages-showing.ts'

it('names the pages that a content kind is shown on, all of them for a part of every page, none for what nobody sees', () => {
  expect(pagesShowing(faqItem, {})).toEqual(['Home', 'Pricing'])
  expect(pagesShowing(footerAddress, {})).toEqual([...publicPages, ...itemPages].map(({ name }) => name))
  expect(pagesShowing(paymentEmail, {})).toEqual([])
})

it('names the one page that a record says it is on, and without one all of its kind', () => {
  expect(pagesShowing(faqItem, { faqPage: 'Pricing' })).toEqual(['Pricing'])
  expect(pagesShowing(faqItem, { faqPage: 'Both' })).toEqual(['Home', 'Pricing'])
  expect(pagesShowing(legalClause, { legalPage: 'Terms' })).toEqual(['Terms'])
  expect(pagesShowing(searchListing, { page: 'Contact' })).toEqual(['Contact'])
  expect(pagesShowing(searchListing, { page: 'Nowhere' })).toEqual([])
})

it('counts the pages of records together, but for a record that has one itself: the others only name it', () => {
  expect(pagesShowing(pricingPackage, {})).toEqual(['Home', 'Pricing', 'Service pages'])
  expect(pagesShowing(serviceItem, {})).toEqual(['Home', 'Services'])
})
