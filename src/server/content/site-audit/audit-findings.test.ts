import { describe, expect, it } from 'vitest'
import { footerSocialLinks } from '#contract/content/kinds/footer-social-links.ts'
import { publicPages } from '#contract/core/public-pages.ts'
import { buildSiteAuditFixture } from '#tests/support/site-audit-fixture.ts'
import type { AuditedSiteWithContent } from './audited-site.ts'
import { allAuditRules } from './rules/all-rules.ts'
import * as audit from './run-audit-rules.ts'

const auditSite = (site: AuditedSiteWithContent) => audit.runAuditRules(site, allAuditRules)
const indexSiteProblems = (site: AuditedSiteWithContent) => audit.collectBaselineProblems(site, allAuditRules)
const listSiteNewFindings = (known: audit.PageNamesByProblem, site: AuditedSiteWithContent) =>
  audit.listNewFindings(known, site, allAuditRules)

const names = publicPages.map(({ name }) => name)
const buildEveryPage = (html: string) => Object.fromEntries(names.map((name) => [name, `<h1>a</h1>${html}`]))
/** The fixture's pages hold no records and one heading. */
const FIXTURE_FINDINGS = ['empty-section', 'thin-page', 'orphan-page']
const findingsExceptEmpty = (site: AuditedSiteWithContent) =>
  auditSite(site).filter(({ rule }) => !FIXTURE_FINDINGS.includes(rule))

describe('the findings of an audit', () => {
  it('merge a problem on several pages and list the worst first', () => {
    const link = '/nowhere'
    const site = buildSiteAuditFixture({
      pages: buildEveryPage(`<a href="${link}">Us</a>`),
      metadata: { Home: { description: '' } },
      records: [[footerSocialLinks, { id: 'f1', values: { fblink: link } }]],
    })
    expect(findingsExceptEmpty(site).map(({ rule, severity, pages }) => [rule, severity, pages.length])).toEqual([
      ['broken-link', 'error', names.length],
      ['description-length', 'warning', 1],
    ])
  })

  it('include a page that cannot be shown', () => {
    const site = buildSiteAuditFixture()
    const pages = site.pages.map((page) => (page.name === 'Terms' ? { ...page, status: 500 } : page))
    expect(findingsExceptEmpty({ ...site, pages })).toMatchObject([
      { says: 'This page doesn’t load (error 500).', pages: ['Terms'], place: { path: '/terms' } },
    ])
  })

  it('are new only on pages that did not have them, whatever their counts', () => {
    const before = buildSiteAuditFixture({ pages: { Home: '<h1>a</h1><h1>b</h1><a href="/nowhere">Go</a>' } })
    const known = indexSiteProblems(before)
    expect(listSiteNewFindings(known, before)).toEqual([])
    const worse = buildSiteAuditFixture({
      pages: { Home: '<h1>a</h1><h1>b</h1><h1>c</h1><a href="/nowhere">Go</a>', Terms: '<h1>a</h1><a href="/nowhere">Go</a>' },
    })
    expect(listSiteNewFindings(known, worse)).toMatchObject([{ rule: 'broken-link', pages: ['Terms'] }])
    expect(listSiteNewFindings(indexSiteProblems(worse), before)).toEqual([])
  })

  it('are not new if one page fewer has them', () => {
    const same = { title: 'The same for all of them' }
    const three = buildSiteAuditFixture({ metadata: { Home: same, Terms: same, Privacy: same } })
    const two = buildSiteAuditFixture({ metadata: { Home: same, Terms: same } })
    expect(listSiteNewFindings(indexSiteProblems(three), two)).toEqual([])
    expect(listSiteNewFindings(indexSiteProblems(two), three)).toMatchObject([{ rule: 'same-title' }])
  })
})
