import { expect, it } from 'vitest'
import { redirect } from '#contract/content/kinds/redirect.ts'
import { buildSiteAuditFixture } from '#tests/support/site-audit-fixture.ts'
import { redirectTargetRule } from './link-rules.ts'

const listSentences = (...redirects: [oldPath: string, newPath: string | null][]) =>
  redirectTargetRule(
    buildSiteAuditFixture({
      records: [
        [
          redirect,
          ...redirects.map(([oldPath, newPath]) => ({
            values: newPath === null ? { oldPath, state: 'Gone', newPath: '' } : { oldPath, state: 'Moved', newPath },
          })),
        ],
      ],
    }),
  ).map(({ says, place }) => [says, place.path])

it('accepts a redirect to a page, to a file, and to another redirect', () => {
  expect(
    listSentences(
      ['/a', '/pricing?plan=1#top'],
      ['/b', '/art/mark.svg'],
      ['/c', '/A/'.toLowerCase()],
      ['/d', null],
      ['/?p=1', '/'],
    ),
  ).toEqual([])
})

it('follows redirects as the server does: in any spelling, and with a query', () => {
  expect(
    listSentences(['/café/a?id=1', '/pricing/'], ['/b', '/Caf%C3%A9/A/?id=1&utm=2'], ['/c', '/caf%C3%A9/a?id=2']).map(
      ([says]) => says,
    ),
  ).toEqual(['The redirect from /c leads to /caf%C3%A9/a?id=2, which doesn’t exist.'])
})

it('finds a target that is missing, private or gone, and an old address with a page', () => {
  expect(listSentences(['/a', '/nowhere'], ['/b', '/setting'], ['/c', '/d'], ['/d', null], ['/contact', '/pricing/'])).toEqual([
    ['The redirect from /a leads to /nowhere, which doesn’t exist.', '/edit-redirects/1#edit-redirect-newPath'],
    [
      'The redirect from /b leads to /setting, which visitors can’t open without logging in.',
      '/edit-redirects/2#edit-redirect-newPath',
    ],
    ['The redirect from /c leads to /d, which you marked as gone.', '/edit-redirects/3#edit-redirect-newPath'],
    ['The redirect from /contact is never used, because that address has a page.', '/edit-redirects/5#edit-redirect-oldPath'],
  ])
})
