import { expect, it } from 'vitest'
import { publicPages } from '../../../contract/public-pages.ts'
import { faqItem } from '../../../contract/sections/faq-item.ts'
import { footerAddress } from '../../../contract/sections/footer-address.ts'
import { legalClause } from '../../../contract/sections/legal-clause.ts'
import { paymentEmail } from '../../../contract/sections/payment-email.ts'
import { searchListing } from '../../../contract/sections/search-listing.ts'
import { pagesShowing } from './pages-showing.ts'

it('names the pages that a section is shown on, all of them for a part of every page, none for what nobody sees', () => {
  expect(pagesShowing(faqItem, {})).toEqual(['Home', 'Pricing'])
  expect(pagesShowing(footerAddress, {})).toEqual(publicPages.map(({ name }) => name))
  expect(pagesShowing(paymentEmail, {})).toEqual([])
})

it('names the one page that a record says it is on, and without one all of its kind', () => {
  expect(pagesShowing(faqItem, { faqPage: 'Pricing' })).toEqual(['Pricing'])
  expect(pagesShowing(faqItem, { faqPage: 'Both' })).toEqual(['Home', 'Pricing'])
  expect(pagesShowing(legalClause, { legalPage: 'Terms' })).toEqual(['Terms'])
  expect(pagesShowing(searchListing, { page: 'Contact' })).toEqual(['Contact'])
  expect(pagesShowing(searchListing, { page: 'Nowhere' })).toEqual([])
})
