import { describe, expect, it } from 'vitest'
import { achievementCounters } from '#contract/content/kinds/achievement-counters.ts'
import { testimonial } from '#contract/content/kinds/testimonial.ts'
import { buildSiteAuditFixture } from '#tests/support/site-audit-fixture.ts'
import { evidenceRule } from './content-rules.ts'

const quote = { desc: 'They did what they said.', personName: 'Lee', personTitle: 'Broker' }
const proven = { ...quote, quoteSource: 'an email', quoteDate: 'March 2026', quoteConsent: 'Given' }

describe('the rule about evidence for quotes and figures', () => {
  it('names what a quote does not state, and leads to the first missing field', () => {
    const records = [[testimonial, { values: quote }, { values: { ...proven, quoteConsent: 'None' } }]] as const
    expect(evidenceRule(buildSiteAuditFixture({ records }))).toMatchObject([
      {
        says: 'This quote doesn’t say where they said it, when, or that you may publish it.',
        pages: ['Home'],
        place: { path: '/edit-testimonial/1#edit-testimonial-quoteSource' },
      },
      {
        says: 'This quote doesn’t say that you may publish it.',
        place: { path: '/edit-testimonial/2#edit-testimonial-quoteConsent' },
      },
    ])
  })

  it('names what the figures do not state', () => {
    const records = [[achievementCounters, { values: { happyClientsNumber: '48', figuresAsOf: 'March 2026' } }]] as const
    expect(evidenceRule(buildSiteAuditFixture({ records }))).toMatchObject([
      { says: 'These figures don’t say where they come from.', pages: ['Home', 'Services'] },
    ])
  })

  it('accepts complete quotes and skips samples', () => {
    const records = [
      [testimonial, { values: proven }, { sampleFields: ['desc'], values: quote }],
      [achievementCounters, { sampleFields: ['countOne'] }],
    ] as const
    expect(evidenceRule(buildSiteAuditFixture({ records }))).toEqual([])
  })
})
