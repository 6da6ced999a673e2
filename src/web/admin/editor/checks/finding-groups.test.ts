import { expect, test } from 'vitest'
import type { Finding } from '../../../../contract/content/site-checks.ts'
import { publicPages } from '../../../../contract/grammar/public-pages.ts'
import { groupsOf } from './finding-groups.ts'

const all = publicPages.map(({ name }) => name)

function found(rule: Finding['rule'], pages: string[], severity: Finding['severity'] = 'warning'): Finding {
  return { rule, severity, says: 'Something is wrong.', pages, place: { name: 'Banner', path: '/edit-banner' } }
}

test('each finding stands once, under the first of its pages, and what is on all of them by itself', () => {
  const groups = groupsOf([found('sample', ['Home', 'Services']), found('sample', all), found('sample', [])])
  expect(groups.map(({ title, path, findings }) => [title, path, findings.map(({ others }) => others)])).toEqual([
    ['Every page', undefined, [[]]],
    ['Home', '/', [['Services']]],
    ['On no page yet', undefined, [[]]],
  ])
})

test('a page with something broken stands before pages that could do better', () => {
  const groups = groupsOf([found('broken-link', ['Terms'], 'error'), found('sample', ['Home']), found('sample', ['Pricing'])])
  expect(groups.map(({ title }) => title)).toEqual(['Terms', 'Home', 'Pricing'])
})

test('nothing wrong makes no group', () => {
  expect(groupsOf([])).toEqual([])
})
