import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { buildRecordFixture } from '../../../../../tests/support/record-fixture.ts'
import { auditFinding } from '../../../../contract/content/kinds/audit-finding.ts'
import { contactEntry } from '../../../../contract/content/kinds/contact-entry.ts'
import { faqItem } from '../../../../contract/content/kinds/faq-item.ts'
import { footerAddress } from '../../../../contract/content/kinds/footer-address.ts'
import { pricingPackage } from '../../../../contract/content/kinds/pricing-package.ts'
import { samplePart } from '../../../../contract/content/kinds/sample-part.ts'
import { sampleSheet } from '../../../../contract/content/kinds/sample-sheet.ts'
import { serviceItem } from '../../../../contract/content/kinds/service-item.ts'
import { servicePageCopy } from '../../../../contract/content/kinds/service-page-copy.ts'
import { workStep } from '../../../../contract/content/kinds/work-step.ts'
import type { ContentKind, ContentRecord } from '../../../../contract/core/content-kind.ts'
import type { PublicPageName } from '../../../../contract/core/public-pages.ts'
import { stripFieldMarks } from '../../../public/preview-field-marks.ts'
import { getSectionForKind } from '../../../public/sections/public-sections.tsx'
import { findMarkedFields, markRecordFields } from './mark-record-fields.ts'

type Values = Record<string, string>

/** Returns the marked texts of a page, each with its fields. */
function getMarkedTexts(kind: ContentKind, values: Values, page: PublicPageName, sectionKind = kind, otherRecords = {}) {
  const record = buildRecordFixture(kind, values as Partial<ContentRecord<ContentKind>>)
  const render = (shownRecord: unknown) =>
    renderToStaticMarkup(
      getSectionForKind(sectionKind).render({ ...otherRecords, [kind.kind]: [shownRecord as { _id: string }] }, page),
    )
  const markedHtml = render(markRecordFields(kind, record))
  expect(stripFieldMarks(markedHtml), kind.kind).toBe(render(record))
  return markedHtml
    .split(/<[^>]*>/)
    .map((text) => [stripFieldMarks(text), ...findMarkedFields(kind, text)])
    .filter(([, ...fields]) => fields.length > 0)
}

test('marks a price and a choice that a view formats', () => {
  const values = { packageName: 'Standard', packagePrice: '1899.00', packagePointOne: '25 local keywords' }
  const texts = getMarkedTexts(pricingPackage, values, 'Home')
  expect(texts).toContainEqual(['1,899', 'packagePrice'])
  expect(texts).toContainEqual(['Standard', 'packageName'])
  expect(texts).toContainEqual(['25 local keywords', 'packagePointOne'])
  expect(getMarkedTexts(workStep, { stepNumber: '02' }, 'Home')).toContainEqual(['02', 'stepNumber'])
  const sheet = { [sampleSheet.kind]: [buildRecordFixture(sampleSheet, { samplePage: 'Sample audit' })] }
  const findings = buildRecordFixture(samplePart, { samplePage: 'Sample audit', look: 'Findings' })
  const otherRecords = { ...sheet, [samplePart.kind]: [findings] }
  const finding = { effect: 'High', effort: 'Small' }
  expect(getMarkedTexts(auditFinding, finding, 'Sample audit', samplePart, otherRecords)).toContainEqual(['High', 'effect'])
})

test('marks phone numbers, opening hours and the time zone', () => {
  const values = { banPhone: '+1 (202) 555-0142', openingHours: 'Mon-Fri 9am-5pm, Sunday closed', timeZone: 'America/New_York' }
  const texts = getMarkedTexts(footerAddress, values, 'Contact', contactEntry)
  expect(texts).toContainEqual(['+1 (202) 555-0142', 'banPhone'])
  expect(texts.filter(([, field]) => field === 'openingHours').map(([text]) => text)).toEqual([
    'Mon-Fri 9am-5pm',
    'Sunday closed',
  ])
  expect(texts.map(([, field]) => field)).toContain('timeZone')
})

test('marks each paragraph and each list item', () => {
  const values = { serviceReceives: 'One\n\nTwo\n', serviceWork: 'First.\n\nSecond.' }
  const texts = getMarkedTexts(serviceItem, values, 'Service pages', servicePageCopy)
  expect(texts.filter(([, field]) => field === 'serviceReceives')).toHaveLength(2)
})

test('marks the column names of a table and leaves its numbers unchanged', () => {
  const figures = 'Month | Calls\nMay | 1,041'
  const sheet = { [sampleSheet.kind]: [buildRecordFixture(sampleSheet, { samplePage: 'Sample report' })] }
  const texts = getMarkedTexts(
    samplePart,
    { samplePage: 'Sample report', look: 'Table', figures },
    'Sample report',
    samplePart,
    sheet,
  )
  expect(texts.filter(([, field]) => field === 'figures').map(([text]) => text?.trim())).toEqual(['Month', 'Calls'])
})

test('gives equal values the marks of both fields, so that they stay equal', () => {
  const record = buildRecordFixture(faqItem, { accodingTitle: 'Same', accodingText: 'Same' })
  const { accodingTitle, accodingText } = markRecordFields(faqItem, record)
  expect(accodingTitle).toBe(accodingText)
  expect(findMarkedFields(faqItem, accodingTitle)).toEqual(['accodingTitle', 'accodingText'])
})
