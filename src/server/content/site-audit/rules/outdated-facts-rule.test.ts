import { describe, expect, it } from 'vitest'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { buildSiteAuditFixture } from '#tests/support/site-audit-fixture.ts'
import { outdatedFactsRule } from './business-fact-rules.ts'

const changedFacts = [{ format: 'name', oldText: 'Link outreach', newText: 'Local press' }] as const

describe('the rule about old names', () => {
  it('finds a text that still has a former name', () => {
    const records = [[faqItem, { id: 'f1', values: { accodingTitle: 'Who?', accodingText: 'See Link outreach.' } }]] as const
    expect(outdatedFactsRule(buildSiteAuditFixture({ records }))).toEqual([])
    expect(outdatedFactsRule(buildSiteAuditFixture({ records, changedFacts }))).toMatchObject([
      {
        says: '“Link outreach” is now “Local press”, but this text still has the old words.',
        pages: ['Home', 'Pricing'],
        place: { path: '/faq-edit/f1#edit-faq-item-accodingText' },
      },
    ])
  })

  it('takes a former name that another page has now', () => {
    const records = [[serviceItem, { id: 's2', values: { serviceTitle: 'Link outreach' } }]] as const
    expect(outdatedFactsRule(buildSiteAuditFixture({ records, changedFacts }))).toEqual([])
  })
})
