import { expect, it } from 'vitest'
import { deliverableTemplate } from '#contract/content/kinds/deliverable-template.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { listDemoValues } from '#tests/support/demo-content.ts'
import { buildSiteAuditFixture } from '#tests/support/site-audit-fixture.ts'
import { findDifferentNumber, packageNumberRule } from './package-number-rule.ts'

it.each([
  ['30 local keywords', '25 local keywords', 1, '25 local keywords'],
  ['30 directory citations', '15 citations with cleanup', 1, '15 citations with cleanup'],
  ['3 neighborhood pages a month', 'Neighborhood page', 2, '2 × Neighborhood page'],
  ['Titles and descriptions for 10 pages', 'Titles and descriptions for 8 pages', 1, 'Titles and descriptions for 8 pages'],
  ['1,500 local keywords', '1500 local keywords', 1, undefined],
  ['2 neighborhood pages a month', 'Neighborhood page', 2, undefined],
  ['2 neighborhood pages a month', 'Titles and descriptions for 8 pages', 1, undefined],
  ['25 local keywords', 'The next local keywords', 1, undefined],
  ['Monthly report', 'Neighborhood page', 2, undefined],
])('compares “%s” with “%s” × %i', (point, text, count, expected) => {
  expect(findDifferentNumber(point, [{ text, count }])).toBe(expected)
})

it('accepts a package if one of its deliverables has the number', () => {
  const templates = [
    { text: '10 local keywords', count: 1 },
    { text: '25 local keywords', count: 1 },
  ]
  expect(findDifferentNumber('25 local keywords', templates)).toBeUndefined()
})

it('accepts the demo content', () => {
  const records = [pricingPackage, deliverableTemplate].map(
    (contentKind) => [contentKind, ...listDemoValues(contentKind).map((values) => ({ values }))] as const,
  )
  expect(packageNumberRule(buildSiteAuditFixture({ records }))).toEqual([])
})

it('names both texts and leads to the point on the card', () => {
  const records = [
    [pricingPackage, { values: { packageName: 'Basic', packagePointThree: '30 local keywords' } }],
    [
      deliverableTemplate,
      { values: { templatePackage: 'Standard', templateTitle: '40 local keywords' } },
      { values: { templatePackage: 'Basic', templateTitle: '25 local keywords', templateCount: '1' } },
    ],
  ] as const
  expect(packageNumberRule(buildSiteAuditFixture({ records }))).toMatchObject([
    {
      says: 'The Basic card says “30 local keywords”, and its deliverable says “25 local keywords”.',
      place: { path: '/package-edit/1#edit-pricing-package-packagePointThree' },
    },
  ])
})
