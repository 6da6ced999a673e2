import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { britishSpellings } from '../../../../../tests/support/british-spellings.ts'
import { contentKinds } from '../../../../contract/content-kinds.ts'
import { addBody, updateBody } from '../../../../contract/grammar/content-kind-schema.ts'
import { demoContent } from './demo.ts'

const everyRecord = demoContent.flatMap(({ contentKind, records }) =>
  records.map((record, index) => [`${contentKind.kind} ${index + 1}`, contentKind, record] as const),
)
const everyText = everyRecord.flatMap(([name, , record]) =>
  Object.entries(record).map(([field, text]) => [`${name}, ${field}`, text] as const),
)
const recordsOf = (kind: string) => demoContent.find(({ contentKind }) => contentKind.kind === kind)?.records ?? []

// Fair housing, promised results, bought links, trademarks, and promises only the owner can make.
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
  /buy(ing)? links|paid links/i,
  /honest first look/i,
  /same working day/i,
  /lorem/i,
  /\bpatch(es)?\b/i,
  /\bkick-off\b/i,
  /[—–]/,
]

describe('the demo content', () => {
  it('fills every content kind but those only the owner can fill', () => {
    const left = contentKinds
      .filter((contentKind) => !demoContent.some((entry) => entry.contentKind === contentKind && entry.records.length > 0))
      .map(({ kind }) => kind)
    expect(left).toEqual(['search-listing', 'redirect', 'design-item'])
    expect(new Set(demoContent.map(({ contentKind }) => contentKind)).size).toBe(demoContent.length)
  })

  it.each(everyRecord)('passes the checks of the admin: %s', (_, contentKind, record) => {
    expect(updateBody(contentKind).parse(record)).toEqual(record)
    expect(addBody(contentKind).parse(record)).toEqual(record)
  })

  it('gives a single content kind one record', () => {
    for (const { contentKind, records } of demoContent) {
      if (contentKind.shape === 'single') expect(records, contentKind.kind).toHaveLength(1)
    }
  })

  // The words of the parts are among its records, so that this holds for what the site says by itself too.
  it.each([...guardrails, ...britishSpellings])('never says %s', (phrase) => {
    expect(everyText.filter(([, text]) => phrase.test(text))).toEqual([])
  })

  it('marks what is invented, and names every invented person a sample', () => {
    const marked = demoContent.filter(({ samples }) => samples).map(({ contentKind }) => contentKind.kind)
    expect(marked).toEqual([
      'about',
      'counters',
      'after-payment',
      'testimonial',
      'video-member',
      'team-member',
      'sample-sheet',
      'legal-clause',
      'footer-address',
      'footer-social',
      'payment-email',
    ])
    const names = everyText.filter(([name]) => /(person|member)name$/i.test(name))
    expect(names).toHaveLength(9)
    for (const [, name] of names) expect(name).toContain('Sample')
  })

  it('has three packages with seven, seven and ten points', () => {
    const told = recordsOf('pricing-package').map(({ packageName, packagePrice, ...rest }) => [
      packageName,
      packagePrice,
      Object.entries(rest).filter(([name, text]) => name.startsWith('packagePoint') && text).length,
    ])
    expect(told).toEqual([
      ['Basic', '499', 7],
      ['Standard', '999', 7],
      ['Premium', '1899', 10],
    ])
  })

  it('has one main service and seven others, eight answers, four work steps, and six people', () => {
    expect(recordsOf('service-item').map(({ serviceName }) => serviceName)).toEqual(['Main', ...Array(7).fill('NotMain')])
    expect(recordsOf('faq-item')).toHaveLength(8)
    expect(recordsOf('work-step').map(({ stepNumber }) => stepNumber)).toEqual(['01', '02', '03', '04'])
    expect([recordsOf('team-member').length, recordsOf('video-member').length]).toEqual([4, 2])
  })

  it('refers to drawings that are there, at most 12 KB each', () => {
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
