import { expect, test } from 'vitest'
import type { SiteAuditFinding } from '#contract/content/site-audit.ts'
import { publicPages } from '#contract/core/public-pages.ts'
import { groupFindingsByPage } from './group-findings-by-page.ts'

const allPages = publicPages.map(({ name }) => name)

function createFinding(
  rule: SiteAuditFinding['rule'],
  pages: string[],
  severity: SiteAuditFinding['severity'] = 'warning',
): SiteAuditFinding {
  return { rule, severity, says: 'Something is wrong.', pages, place: { name: 'Banner', path: '/edit-banner' } }
}

test('lists each finding once, under its first page or under "Every page"', () => {
  const groups = groupFindingsByPage([
    createFinding('sample', ['Home', 'Services']),
    createFinding('sample', allPages),
    createFinding('sample', []),
  ])
  expect(groups.map(({ title, path, findings }) => [title, path, findings.map(({ otherPages }) => otherPages)])).toEqual([
    ['Every page', undefined, [[]]],
    ['Home', '/', [['Services']]],
    ['Not on a page yet', undefined, [[]]],
  ])
})

test('puts pages with errors before pages with warnings', () => {
  const groups = groupFindingsByPage([
    createFinding('broken-link', ['Terms'], 'error'),
    createFinding('sample', ['Home']),
    createFinding('sample', ['Pricing']),
  ])
  expect(groups.map(({ title }) => title)).toEqual(['Terms', 'Home', 'Pricing'])
})

test('returns no groups without findings', () => {
  expect(groupFindingsByPage([])).toEqual([])
})
