import { expect, it } from 'vitest'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { copyright } from '#contract/content/kinds/copyright.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { legalClause } from '#contract/content/kinds/legal-clause.ts'
import { pageSearchListing } from '#contract/content/kinds/page-search-listing.ts'
import { payeeEmail } from '#contract/content/kinds/payee-email.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { detailPages, publicPages } from '#contract/core/public-pages.ts'
import { listPagesShowingRecordAnywhere, listPagesShowingRecordOutsideFrame } from './pages-showing-record.ts'

it('lists the pages that show a content kind: Contact and Terms for the footer address, none for payment emails', () => {
  expect(listPagesShowingRecordOutsideFrame(faqItem, {})).toEqual(['Home', 'Pricing'])
  expect(listPagesShowingRecordOutsideFrame(businessInfo, {})).toEqual(['Contact', 'Terms'])
  expect(listPagesShowingRecordOutsideFrame(copyright, {})).toEqual([])
  expect(listPagesShowingRecordOutsideFrame(payeeEmail, {})).toEqual([])
})

it('lists only the page that a record names, and all pages of its kind if it names none', () => {
  expect(listPagesShowingRecordOutsideFrame(faqItem, { faqPage: 'Pricing' })).toEqual(['Pricing'])
  expect(listPagesShowingRecordOutsideFrame(faqItem, { faqPage: 'Both' })).toEqual(['Home', 'Pricing'])
  expect(listPagesShowingRecordOutsideFrame(legalClause, { legalPage: 'Terms' })).toEqual(['Terms'])
  expect(listPagesShowingRecordOutsideFrame(pageSearchListing, { page: 'Contact' })).toEqual(['Contact'])
  expect(listPagesShowingRecordOutsideFrame(pageSearchListing, { page: 'Nowhere' })).toEqual([])
})

it("leaves out the records' own pages, which show other records of the kind by name only", () => {
  expect(listPagesShowingRecordOutsideFrame(pricingPackage, {})).toEqual(['Home', 'Pricing', 'Service pages'])
  expect(listPagesShowingRecordOutsideFrame(serviceItem, {})).toEqual(['Home', 'Services', 'Pricing'])
})

it('lists every page for a record in their footer, so the site audit can name them', () => {
  expect(listPagesShowingRecordAnywhere(copyright, {})).toHaveLength(publicPages.length + detailPages.length)
  expect(listPagesShowingRecordAnywhere(faqItem, { faqPage: 'Pricing' })).toEqual(['Pricing'])
})
