import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { exampleRecord } from '../../../../../tests/support/example-record.ts'
import { auditFinding } from '../../../../contract/content/kinds/audit-finding.ts'
import { contactEntry } from '../../../../contract/content/kinds/contact-entry.ts'
import { faqItem } from '../../../../contract/content/kinds/faq-item.ts'
import { footerAddress } from '../../../../contract/content/kinds/footer-address.ts'
import { pricingPackage } from '../../../../contract/content/kinds/pricing-package.ts'
import { samplePart } from '../../../../contract/content/kinds/sample-part.ts'
import { sampleSheet } from '../../../../contract/content/kinds/sample-sheet.ts'
import { serviceItem } from '../../../../contract/content/kinds/service-item.ts'
import { servicePageWords } from '../../../../contract/content/kinds/service-page-words.ts'
import { workStep } from '../../../../contract/content/kinds/work-step.ts'
import type { ContentKind, RecordOf } from '../../../../contract/grammar/content-kind.ts'
import type { PublicPageName } from '../../../../contract/grammar/public-pages.ts'
import { withoutMarks } from '../../../public/field-marks.ts'
import { sectionOf } from '../../../public/sections/all-sections.tsx'
import { fieldsIn, markRecord } from './mark-record.ts'

type Values = Record<string, string>

/** The texts of a page that bear marks, each with its fields. */
function markedTexts(kind: ContentKind, values: Values, page: PublicPageName, part = kind, beside = {}) {
  const record = exampleRecord(kind, values as Partial<RecordOf<ContentKind>>)
  const html = (one: unknown) =>
    renderToStaticMarkup(sectionOf(part).draw({ ...beside, [kind.kind]: [one as { _id: string }] }, page))
  const marked = html(markRecord(kind, record))
  expect(withoutMarks(marked), kind.kind).toBe(html(record))
  return marked
    .split(/<[^>]*>/)
    .map((text) => [withoutMarks(text), ...fieldsIn(kind, text)])
    .filter(([, ...fields]) => fields.length > 0)
}

test('a price and a choice keep their fields, however a view formats them', () => {
  const values = { packageName: 'Standard', packagePrice: '1899.00', packagePointOne: '25 local keywords' }
  const texts = markedTexts(pricingPackage, values, 'Home')
  expect(texts).toContainEqual(['1,899', 'packagePrice'])
  expect(texts).toContainEqual(['Standard', 'packageName'])
  expect(texts).toContainEqual(['25 local keywords', 'packagePointOne'])
  expect(markedTexts(workStep, { stepNumber: '02' }, 'Home')).toContainEqual(['02', 'stepNumber'])
  const sheet = { [sampleSheet.kind]: [exampleRecord(sampleSheet, { samplePage: 'Sample audit' })] }
  const findings = exampleRecord(samplePart, { samplePage: 'Sample audit', look: 'Findings' })
  const beside = { ...sheet, [samplePart.kind]: [findings] }
  const finding = { effect: 'High', effort: 'Small' }
  expect(markedTexts(auditFinding, finding, 'Sample audit', samplePart, beside)).toContainEqual(['High', 'effect'])
})

test('phone numbers, opening hours and the time zone keep their fields', () => {
  const values = { banPhone: '+1 (202) 555-0142', openingHours: 'Mon-Fri 9am-5pm, Sunday closed', timeZone: 'America/New_York' }
  const texts = markedTexts(footerAddress, values, 'Contact', contactEntry)
  expect(texts).toContainEqual(['+1 (202) 555-0142', 'banPhone'])
  expect(texts.filter(([, field]) => field === 'openingHours').map(([text]) => text)).toEqual([
    'Mon-Fri 9am-5pm',
    'Sunday closed',
  ])
  expect(texts.map(([, field]) => field)).toContain('timeZone')
})

test('each paragraph and each point of a list keeps its field', () => {
  const values = { serviceReceives: 'One\n\nTwo\n', serviceWork: 'First.\n\nSecond.' }
  const texts = markedTexts(serviceItem, values, 'Service pages', servicePageWords)
  expect(texts.filter(([, field]) => field === 'serviceReceives')).toHaveLength(2)
})

test('a table has marks in the names of its columns, and its numbers stay numbers', () => {
  const figures = 'Month | Calls\nMay | 1,041'
  const sheet = { [sampleSheet.kind]: [exampleRecord(sampleSheet, { samplePage: 'Sample report' })] }
  const texts = markedTexts(
    samplePart,
    { samplePage: 'Sample report', look: 'Table', figures },
    'Sample report',
    samplePart,
    sheet,
  )
  expect(texts.filter(([, field]) => field === 'figures').map(([text]) => text?.trim())).toEqual(['Month', 'Calls'])
})

test('values that are equal stay equal, and belong to both of their fields', () => {
  const record = exampleRecord(faqItem, { accodingTitle: 'Same', accodingText: 'Same' })
  const { accodingTitle, accodingText } = markRecord(faqItem, record)
  expect(accodingTitle).toBe(accodingText)
  expect(fieldsIn(faqItem, accodingTitle)).toEqual(['accodingTitle', 'accodingText'])
})
