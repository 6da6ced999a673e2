import { describe, expect, it } from 'vitest'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { legalClause } from '#contract/content/kinds/legal-clause.ts'
import { pageSearchListing } from '#contract/content/kinds/page-search-listing.ts'
import { samplePageIntro } from '#contract/content/kinds/sample-page-intro.ts'
import { demoRecords } from '#tests/support/demo-content.ts'
import { findSampleNames, sampleNames } from './sample-names.ts'

const findInText = (text: string) => findSampleNames(legalClause, { clauseText: text }).get('clauseText')

describe('the names of the demo content', () => {
  it.each(Object.values(sampleNames).flat())('are found in any field: %s', (name) => {
    expect(findInText(`We work with ${name}, every day.`)).toBeDefined()
    expect([...findSampleNames(faqItem, { accodingTitle: name }).keys()]).toEqual(['accodingTitle'])
    expect([...findSampleNames(pageSearchListing, { pageTitle: `${name} | SEO` }).keys()]).toEqual(['pageTitle'])
  })

  it.each([
    ['SAMPLE CLIENT THREE', 'Sample Client Three'],
    ['Sample **SEO** Company, LLC', 'Sample SEO Company'],
    ['Sample [SEO](https://a.test) Company', 'Sample SEO Company'],
    ['S\u200bample Street\u00a0Realty’s', 'Sample Street Realty'],
    ['at 99 Example\nStreet', 'Example Street'],
    ['in Sample County, Ohio', 'Sample County'],
    ['the state courts in Sangamon County', 'courts in Sangamon County'],
    ['call (217) 555.0142', '217-555-0142'],
    ['[call](tel:+12175550188)', '+1 217-555-0188'],
    ['[write](mailto:Hello@Example.com)', 'hello@example.com'],
    ['Suite 5, 217-555-0142 24/7', '217-555-0142'],
    ['Ada\nSample', 'Ada Sample'],
  ])('are found in every spelling: %s', (text, name) => {
    expect(findInText(text)).toBe(name)
  })

  it.each([
    'A sample client report in Sangamon County',
    'othello@example.com and hello@example.community',
    '217-555-0143',
    'Canada sample pages, Ben Samples',
    'One sample company',
  ])('are not found in other words: %s', (text) => {
    expect(findInText(text)).toBeUndefined()
  })

  it('may stand on the sample pages, which say that they are made up', () => {
    expect(findSampleNames(samplePageIntro, { preparedFor: sampleNames.client })).toEqual(new Map())
  })

  it('include each person, company, county, phone number, email, street and quote that the demo content invents', () => {
    const inventedNames =
      /\b(?:Sample|Example) [A-Z]\w+|[A-Z]\w+ Sample\b|[A-Z]\w+ (?:County|Realty)\b|[A-Z]\w+(?: [A-Z]\w+)*,? (?:LLC|Inc)\b|\+\d[\d -]{8,}|[\w.]+@[\w.]+|\d{5}, -\d|made up|“[^”]{60,}”/g
    const allNames = Object.values(sampleNames).flat().join('\n')
    const unlisted = demoRecords.flatMap(({ contentKind, values }) =>
      Object.values(values)
        .flatMap((text) => text.match(inventedNames) ?? [])
        .filter((name) => !allNames.includes(name.replace(/,? (?:LLC|Inc)$/, '')))
        .map((name) => `${contentKind.kind}: ${name}`),
    )
    // The placeholder of an email field is no one's email.
    expect(unlisted.filter((name) => name !== 'footer-words: you@example.com')).toEqual([])
  })

  it('stand only in marked fields and on the sample pages of a new site', () => {
    const unmarked = demoRecords.flatMap(({ contentKind, values, sampleFields }) =>
      sampleFields === 'all'
        ? []
        : [...findSampleNames(contentKind, values).keys()].filter((name) => !sampleFields.includes(name)),
    )
    expect(unmarked).toEqual([])
  })

  it('marks every field that only the owner can write', () => {
    for (const { contentKind, sampleFields } of demoRecords) {
      const { kind, ownerOnlyFields = [] } = contentKind
      if (sampleFields !== 'all') expect(sampleFields, kind).toEqual(expect.arrayContaining([...ownerOnlyFields]))
    }
  })
})
