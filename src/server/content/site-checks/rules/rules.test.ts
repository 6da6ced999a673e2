import { describe, expect, it } from 'vitest'
import { exampleSite } from '../../../../../tests/support/example-site.ts'
import { footerSocial } from '../../../../contract/content/kinds/footer-social.ts'
import { publicPages } from '../../../../contract/grammar/public-pages.ts'
import * as audit from '../audit.ts'
import type { Site } from '../site.ts'
import { ownRules } from './rules.ts'

const findingsOn = (site: Site) => audit.findingsOn(site, ownRules)
const knownProblems = (site: Site) => audit.knownProblems(site, ownRules)
const newFindings = (known: audit.KnownProblems, site: Site) => audit.newFindings(known, site, ownRules)

const names = publicPages.map(({ name }) => name)
const everywhere = (html: string) => Object.fromEntries(names.map((name) => [name, `<h1>a</h1>${html}`]))
const withoutEmpty = (site: Site) => findingsOn(site).filter(({ rule }) => rule !== 'empty-section')

describe('what is wrong on a site', () => {
  it('is said once where it is on several pages, the worst first', () => {
    const link = '/nowhere'
    const site = exampleSite({
      pages: everywhere(`<a href="${link}">Us</a>`),
      facts: { Home: { description: '' } },
      records: [[footerSocial, { id: 'f1', values: { fblink: link } }]],
    })
    expect(withoutEmpty(site).map(({ rule, severity, pages }) => [rule, severity, pages.length])).toEqual([
      ['broken-link', 'error', names.length],
      ['description-length', 'warning', 1],
    ])
  })

  it('tells of a page that cannot be shown', () => {
    const site = exampleSite()
    const pages = site.pages.map((page) => (page.name === 'Terms' ? { ...page, status: 500 } : page))
    expect(withoutEmpty({ ...site, pages })).toMatchObject([
      { says: 'This page cannot be shown: it answers 500.', pages: ['Terms'], place: { path: '/terms' } },
    ])
  })

  it('is new only where it did not stand before, page by page and whatever is counted', () => {
    const before = exampleSite({ pages: { Home: '<h1>a</h1><h1>b</h1><a href="/nowhere">Go</a>' } })
    const known = knownProblems(before)
    expect(newFindings(known, before)).toEqual([])
    const worse = exampleSite({
      pages: { Home: '<h1>a</h1><h1>b</h1><h1>c</h1><a href="/nowhere">Go</a>', Terms: '<h1>a</h1><a href="/nowhere">Go</a>' },
    })
    expect(newFindings(known, worse)).toMatchObject([{ rule: 'broken-link', pages: ['Terms'] }])
    expect(newFindings(knownProblems(worse), before)).toEqual([])
  })

  it('is not new where one page less has it', () => {
    const same = { title: 'The same for all of them' }
    const three = exampleSite({ facts: { Home: same, Terms: same, Privacy: same } })
    const two = exampleSite({ facts: { Home: same, Terms: same } })
    expect(newFindings(knownProblems(three), two)).toEqual([])
    expect(newFindings(knownProblems(two), three)).toMatchObject([{ rule: 'same-title' }])
  })
})
