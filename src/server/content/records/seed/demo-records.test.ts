import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { listShownPackagePoints } from '#contract/content/list-package-points.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import type { ContentKind } from '#contract/core/content-kind.ts'
import { isCopyKind } from '#contract/core/define-page-copy-kind.ts'
import { buildAddRecordSchema, buildUpdateRecordSchema } from '#contract/core/record-schemas.ts'
import { britishSpellings } from '#tests/support/british-spellings.ts'
import { demoRecords, listDemoValues } from '#tests/support/demo-content.ts'

const everyRecord = contentKinds.flatMap((contentKind) =>
  listDemoValues(contentKind).map((record, index) => [`${contentKind.kind} ${index + 1}`, contentKind, record] as const),
)
const everyText = everyRecord.flatMap(([name, , record]) =>
  Object.entries(record).map(([field, text]) => [`${name}, ${field}`, text] as const),
)

// Phrases about fair housing, promised results, bought links and trademarks, and promises that only the owner can make.
const guardrails = [
  /perfect for families/i,
  /\bsafe\b/i,
  /\bexclusive\b/i,
  /\bbachelor|\bempty[- ]nester|\bsingles\b/i,
  /\b(church|synagogue|mosque|crime)\b/i,
  /family[- ]friendly/i,
  /good schools/i,
  /realtor/i,
  /\bguaranteed?\b(?! a ranking\?)/i,
  /(#|number |no\. )(1|one)\b/i,
  /first page|top of google|page one/i,
  /\brank(ed)? (higher|first|at the top)\b/i,
  /\bwe (will )?(rank|get) you\b/i,
  /most popular/i,
  /(?<!never )buy(ing)? links|paid links/i,
  /honest first look/i,
  /same working day/i,
  /lorem/i,
  /\bpatch(es)?\b/i,
  /\bkick-off\b/i,
  /[—–]/,
]

describe('the demo content', () => {
  it('fills every content kind except those that only the owner can fill', () => {
    const isFilled = (contentKind: ContentKind) => listDemoValues(contentKind).length > 0
    const mustBeFilled = contentKinds.filter(({ shownOn, isOptional: worksEmpty }) => shownOn.length > 0 && !worksEmpty)
    expect(mustBeFilled.filter((contentKind) => !isFilled(contentKind)).map(({ kind }) => kind)).toEqual([])
    const files = readdirSync(new URL('./demo-content/', import.meta.url))
    expect(files.filter((name) => !contentKinds.some(({ kind }) => `${kind}.md` === name))).toEqual([])
  })

  it.each(everyRecord)('passes the checks of the admin editors: %s', (_, contentKind, record) => {
    expect(buildUpdateRecordSchema(contentKind).parse(record)).toEqual(record)
    expect(buildAddRecordSchema(contentKind).parse(record)).toEqual(record)
  })

  it('puts the business in one place: state, time zone, area code and governing law agree', () => {
    const [business] = listDemoValues(businessInfo)
    expect(business).toMatchObject({ addressLocality: 'Springfield', addressRegion: 'IL', timeZone: 'America/Chicago' })
    const phones = everyText.flatMap(([, text]) => text.match(/\+1 \d{3}/g) ?? [])
    expect(new Set(phones)).toEqual(new Set(['+1 217']))
    expect(everyText.map(([, text]) => text).find((text) => /laws of the State/.test(text))).toContain('State of Illinois')
  })

  it('gives a single content kind one record', () => {
    for (const contentKind of contentKinds.filter(({ shape }) => shape === 'single'))
      expect(listDemoValues(contentKind), contentKind.kind).toHaveLength(1)
  })

  // Default copy is part of the demo records, so these tests cover it too.
  it.each([...guardrails, ...britishSpellings])('never says %s', (phrase) => {
    expect(everyText.filter(([, text]) => phrase.test(text))).toEqual([])
  })

  it('marks every invented person, street, phone number and email', () => {
    const invented = /\bSample (Client|One|Two)|\b[A-Z]\w+ Sample\b|Example Street|555-01|7946 0|@example\./
    const unmarked = demoRecords.flatMap(({ contentKind, values, sampleFields }) =>
      // Default copy names no business.
      sampleFields === 'all' || isCopyKind(contentKind)
        ? []
        : Object.entries(values)
            .filter(([field, text]) => invented.test(text) && !sampleFields.includes(field))
            .map(([field, text]) => `${contentKind.kind}, ${field}: ${text}`),
    )
    expect(unmarked).toEqual([])
    const names = everyText.filter(([name]) => /(person|member)name$/i.test(name))
    expect(names.length).toBeGreaterThan(0)
    for (const [, name] of names) expect(name).toContain('Sample')
  })

  it('has each choice of a unique field, in the order of the choices', () => {
    for (const contentKind of contentKinds) {
      const { kind, unique = '', fields, shownOn, isOptional: worksEmpty } = contentKind
      const choices = fields[unique]?.choices
      if (choices && shownOn.length > 0 && !worksEmpty)
        expect([kind, listDemoValues(contentKind).map((record) => record[unique])]).toEqual([kind, choices])
    }
  })

  it('gives the last package the most points, and the site one main service', () => {
    const points = listDemoValues(pricingPackage).map((record) => listShownPackagePoints(record, 10).length)
    expect(points).toEqual([7, 7, 10])
    expect(listDemoValues(serviceItem).filter(({ serviceName }) => serviceName === 'Main')).toHaveLength(1)
  })

  it('uses existing illustrations of at most 12 KB each', () => {
    const addresses = new Set(everyText.map(([, text]) => text).filter((text) => text.startsWith('/art/')))
    expect(addresses.size).toBeGreaterThan(20)
    for (const address of addresses) {
      const [path = '', view] = address.split('#')
      expect(existsSync(`public${path}`), address).toBe(true)
      const drawing = readFileSync(`public${path}`, 'utf8')
      expect(drawing.length, address).toBeLessThanOrEqual(12 * 1024)
      if (view) expect(drawing, address).toContain(`<view id="${view}"`)
    }
  })
})

it.each(listDemoValues(serviceItem).map((record) => [record.serviceTitle, record] as const))(
  'gives the page of %s at least 500 words of its own',
  (_title, record) => {
    const ownFields = Object.keys(serviceItem.fields).filter((field) =>
      /^service(Heading|Work|Steps|Receives|When|Needs|Fit|Question|Answer)$/.test(field),
    )
    const words = ownFields.flatMap((field) => record[field]?.match(/\S+/g) ?? [])
    expect(words.length).toBeGreaterThanOrEqual(500)
  },
)
