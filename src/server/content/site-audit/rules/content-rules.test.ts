import { describe, expect, it } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { legalClause } from '#contract/content/kinds/legal-clause.ts'
import { teamMember } from '#contract/content/kinds/team-member.ts'
import { buildSiteAuditFixture } from '#tests/support/site-audit-fixture.ts'
import { duplicateRecordRule, emptyContentKindRule, sampleContentRule } from './content-rules.ts'

const question = { accodingTitle: 'How long?', accodingText: 'A month.' }

describe('the rules about content', () => {
  it('find kinds without records, unless the kind is optional', () => {
    const empty = emptyContentKindRule(buildSiteAuditFixture({ records: [[banner, {}]] }))
    expect(empty.find(({ place }) => place.path.startsWith('/edit-faq'))).toMatchObject({
      pages: ['Home', 'Pricing'],
      place: { path: '/edit-faq#add-faq-text-faqText' },
    })
    const names = empty.map(({ place }) => place.name)
    expect(names).not.toContain('Banner')
    expect(names).not.toContain('Search result')
    expect(names).not.toContain('Step section')
  })

  it('find records with the same text in every field, ignoring spaces and case', () => {
    const twice = [faqItem, { values: question }, { values: { ...question, accodingTitle: ' how  long?' } }] as const
    expect(duplicateRecordRule(buildSiteAuditFixture({ records: [twice] }))).toMatchObject([
      {
        says: 'FAQ item “how long?” is on your site twice with the same text.',
        pages: ['Home', 'Pricing'],
        place: { path: '/faq-edit/2' },
      },
    ])
    const other = [faqItem, { values: question }, { values: { ...question, accodingText: 'Two.' } }] as const
    expect(duplicateRecordRule(buildSiteAuditFixture({ records: [other] }))).toEqual([])
  })

  it('name the invented fields, and lead to the first one', () => {
    const records = [[teamMember, { sampleFields: ['teamMemberName'] }]] as const
    expect(sampleContentRule(buildSiteAuditFixture({ records }))).toMatchObject([
      { says: 'Still sample content: Name.', place: { path: '/edit-team-items/1#edit-team-member-teamMemberName' } },
    ])
    const edited = { sampleFields: ['clauseText'], values: { legalPage: 'Terms', clauseText: 'Courts in Sample County.' } }
    expect(sampleContentRule(buildSiteAuditFixture({ records: [[legalClause, edited]] }))).toMatchObject([
      { says: 'Still sample content: Text (“Sample County”).', pages: ['Terms'] },
    ])
    const clause = { legalPage: 'Terms', clauseTitle: 'What you order', clauseText: 'A service.' }
    expect(
      sampleContentRule(buildSiteAuditFixture({ records: [[legalClause, { sampleFields: [], values: clause }]] })),
    ).toMatchObject([{ says: 'Sample text. Replace it, or delete it.', pages: ['Terms'] }])
    expect(sampleContentRule(buildSiteAuditFixture({ records: [[legalClause, { values: clause }]] }))).toEqual([])
  })
})
