import { expect, it } from 'vitest'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { buildSiteAuditFixture } from '#tests/support/site-audit-fixture.ts'
import { contactDetailsNotInBusinessInfoRule } from './business-fact-rules.ts'

const business = { footerEmail: 'hello@oakrealty.com', banPhone: '+1 202-555-0142', ukPhone: '' }

function findOthers(accodingText: string): string[] {
  const records = [
    [businessInfo, { values: business }],
    [faqItem, { id: 'f1', values: { accodingTitle: 'How?', accodingText } }],
  ] as const
  return contactDetailsNotInBusinessInfoRule(buildSiteAuditFixture({ records })).map(({ says }) => says)
}

it('accepts what Business info has, in any spelling, and numbers that are no phone numbers', () => {
  const texts = [
    'Call (202) 555-0142 or +12025550142, or write to Hello@OakRealty.com.',
    'Since 2019-2026, 1,200,000 visits, order 1234567890, you@example.com.',
    'https://maps.test/place/+1-202-555-0199',
  ]
  for (const text of texts) expect(findOthers(text)).toEqual([])
})

it('finds other phone numbers and emails', () => {
  expect(findOthers('Call 202-555-0199, or write to info@oakrealty.com.')).toEqual([
    'This text has info@oakrealty.com, which isn’t in Business info.',
    'This text has 202-555-0199, which isn’t in Business info.',
  ])
})
