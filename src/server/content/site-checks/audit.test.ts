import { expect, it } from 'vitest'
import { type AuditedSite, findingsOn, knownProblems, newFindings } from './audit.ts'
import { readPage } from './read-page.ts'
import { pageRules } from './rules/rules.ts'

/** A site that isn't ours: pages with their HTML and headers, and no content behind them. */
function otherSite(pages: Record<string, string>): AuditedSite {
  return {
    origin: 'https://other.example',
    pages: Object.entries(pages).map(([path, html]) => ({
      name: path,
      path,
      status: html === '' ? 404 : 200,
      headers: new Headers({ 'content-type': 'text/html' }),
      html: readPage(html),
    })),
    locate: ({ name, path }) => ({ name, path }),
  }
}

it('checks the pages of any site by rules that read only pages', () => {
  const site = otherSite({ '/': '<h1>Homes</h1><h3>Elm Street</h3><a href="/x"></a>', '/old': '' })
  expect(findingsOn(site, pageRules).map(({ rule, severity, place }) => [rule, severity, place.path])).toEqual([
    ['page-answers', 'error', '/old'],
    ['main-heading', 'error', '/old'],
    ['heading-order', 'warning', '/'],
    ['link-words', 'warning', '/'],
  ])
  expect(newFindings(knownProblems(site, pageRules), site, pageRules)).toEqual([])
})
