import { expect, it } from 'vitest'
import { parsePageHtml } from './parse-page-html.ts'
import { auditRulesForAnySite } from './rules/all-rules.ts'
import { type AnyAuditedSite, collectBaselineProblems, listNewFindings, runAuditRules } from './run-audit-rules.ts'

/** Builds another site: pages with HTML and headers, without content behind them. */
function buildSite(pages: Record<string, string>): AnyAuditedSite {
  return {
    origin: 'https://other.example',
    pages: Object.entries(pages).map(([path, html]) => ({
      name: path,
      path,
      status: html === '' ? 404 : 200,
      headers: new Headers({ 'content-type': 'text/html' }),
      html: parsePageHtml(html),
    })),
    locate: ({ name, path }) => ({ name, path }),
  }
}

it('checks the pages of any site by rules that read only pages', () => {
  const site = buildSite({ '/': '<h1>Homes</h1><h3>Elm Street</h3><a href="/x"></a>', '/old': '' })
  expect(runAuditRules(site, auditRulesForAnySite).map(({ rule, severity, place }) => [rule, severity, place.path])).toEqual([
    ['page-answers', 'error', '/old'],
    ['main-heading', 'error', '/old'],
    ['heading-order', 'warning', '/'],
    ['link-words', 'warning', '/'],
  ])
  expect(listNewFindings(collectBaselineProblems(site, auditRulesForAnySite), site, auditRulesForAnySite)).toEqual([])
})
