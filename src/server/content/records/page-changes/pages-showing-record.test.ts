import { expect, it } from 'vitest'
import { businessInfo } from '../../../../contract/content/kinds/business-info.ts'
import { copyright } from '../../../../contract/content/kinds/copyright.ts'
import { faqItem } from '../../../../contract/content/kinds/faq-item.ts'
import { legalClause } from '../../../../contract/content/kinds/legal-clause.ts'
import { pageSearchListing } from '../../../../contract/content/kinds/page-search-listing.ts'
import { payeeEmail } from '../../../../contract/content/kinds/payee-email.ts'
import { pricingPackage } from '../../../../contract/content/kinds/pricing-package.ts'
import { serviceItem } from '../../../../contract/content/kinds/service-item.ts'
import { detailPages, publicPages } from '../../../../contract/core/public-pages.ts'
import { listPagesShowingRecord, listPagesWithRecord } from './pages-showing-record.ts'

it('lists the pages that show a content kind: only the contact page for the footer address, none for payment emails', () => {
  expect(listPagesShowingRecord(faqItem, {})).toEqual(['Home', 'Pricing'])
  expect(listPagesShowingRecord(businessInfo, {})).toEqual(['Contact'])
  expect(listPagesShowingRecord(copyright, {})).toEqual([])
  expect(listPagesShowingRecord(payeeEmail, {})).toEqual([])
})

it('lists only the page that a record names, and all pages of its kind if it names none', () => {
  expect(listPagesShowingRecord(faqItem, { faqPage: 'Pricing' })).toEqual(['Pricing'])
  expect(listPagesShowingRecord(faqItem, { faqPage: 'Both' })).toEqual(['Home', 'Pricing'])
  expect(listPagesShowingRecord(legalClause, { legalPage: 'Terms' })).toEqual(['Terms'])
  expect(listPagesShowingRecord(pageSearchListing, { page: 'Contact' })).toEqual(['Contact'])
  expect(listPagesShowingRecord(pageSearchListing, { page: 'Nowhere' })).toEqual([])
})

it("leaves out the records' own pages, which show other records of the kind by name only", () => {
  expect(listPagesShowingRecord(pricingPackage, {})).toEqual(['Home', 'Pricing', 'Service pages'])
  expect(listPagesShowingRecord(serviceItem, {})).toEqual(['Home', 'Services', 'Pricing'])
})

it('lists every page for a record in their footer, so the site audit can name them', () => {
  expect(listPagesWithRecord(copyright, {})).toHaveLength(publicPages.length + detailPages.length)
  expect(listPagesWithRecord(faqItem, { faqPage: 'Pricing' })).toEqual(['Pricing'])
})
