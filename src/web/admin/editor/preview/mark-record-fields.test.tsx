import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { businessInfo } from '#contract/content/kinds/business-info.ts'
import { contactMethod } from '#contract/content/kinds/contact-method.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { sampleAuditFinding } from '#contract/content/kinds/sample-audit-finding.ts'
import { samplePageIntro } from '#contract/content/kinds/sample-page-intro.ts'
import { samplePagePart } from '#contract/content/kinds/sample-page-part.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { servicePageCopy } from '#contract/content/kinds/service-page-copy.ts'
import { workStep } from '#contract/content/kinds/work-step.ts'
import { contentKinds } from '#contract/content-kinds.ts'
import type { ContentKind, ContentRecord } from '#contract/core/content-kind.ts'
import { type PublicPageName, publicPages } from '#contract/core/public-pages.ts'
import { buildContentRecordFixture } from '#tests/support/content-record-fixture.ts'
import { stripFieldMarkCharacters } from '#web/public/preview-field-mark-characters.ts'
import { isSectionOnPage } from '#web/public/public-section.tsx'
import { getSectionForKind } from '#web/public/sections/public-sections.tsx'
import { findFieldsMarkedInText, markRecordFields, TEXT_INPUTS } from './mark-record-fields.ts'

type Values = Record<string, string>

/** Returns the marked texts of a page, each with its fields. */
function getMarkedTexts(kind: ContentKind, values: Values, page: PublicPageName, sectionKind = kind, otherRecords = {}) {
  const record = buildContentRecordFixture(kind, values as Partial<ContentRecord<ContentKind>>)
  const render = (shownRecord: unknown) =>
    renderToStaticMarkup(
      getSectionForKind(sectionKind).render({ ...otherRecords, [kind.kind]: [shownRecord as { _id: string }] }, page),
    )
  const markedHtml = render(markRecordFields(kind, record))
  expect(stripFieldMarkCharacters(markedHtml), kind.kind).toBe(render(record))
  return markedHtml
    .split(/<[^>]*>/)
    .map((text) => [stripFieldMarkCharacters(text), ...findFieldsMarkedInText(kind, text)])
    .filter(([, ...fields]) => fields.length > 0)
}

test('marks a price and a choice that a view formats', () => {
  const values = { packageName: 'Standard', packagePrice: '1899.00', packagePointOne: '25 local keywords' }
  const texts = getMarkedTexts(pricingPackage, values, 'Home')
  expect(texts).toContainEqual(['1,899', 'packagePrice'])
  expect(texts).toContainEqual(['Standard', 'packageName'])
  expect(texts).toContainEqual(['25 local keywords', 'packagePointOne'])
  expect(getMarkedTexts(workStep, { stepNumber: '02' }, 'Home')).toContainEqual(['02', 'stepNumber'])
  const sheet = { [samplePageIntro.kind]: [buildContentRecordFixture(samplePageIntro, { samplePage: 'Sample audit' })] }
  const findings = buildContentRecordFixture(samplePagePart, { samplePage: 'Sample audit', look: 'Findings' })
  const otherRecords = { ...sheet, [samplePagePart.kind]: [findings] }
  const finding = { effect: 'High', effort: 'Small' }
  expect(getMarkedTexts(sampleAuditFinding, finding, 'Sample audit', samplePagePart, otherRecords)).toContainEqual([
    'High',
    'effect',
  ])
})

test('marks phone numbers, opening hours and the time zone', () => {
  const values = { banPhone: '+1 (202) 555-0142', openingHours: 'Mon-Fri 9am-5pm, Sunday closed', timeZone: 'America/New_York' }
  const texts = getMarkedTexts(businessInfo, values, 'Contact', contactMethod)
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
  const sheet = { [samplePageIntro.kind]: [buildContentRecordFixture(samplePageIntro, { samplePage: 'Sample report' })] }
  const texts = getMarkedTexts(
    samplePagePart,
    { samplePage: 'Sample report', look: 'Table', figures },
    'Sample report',
    samplePagePart,
    sheet,
  )
  expect(texts.filter(([, field]) => field === 'figures').map(([text]) => text?.trim())).toEqual(['Month', 'Calls'])
})

test('gives equal values the marks of both fields, so that they stay equal', () => {
  const record = buildContentRecordFixture(faqItem, { accodingTitle: 'Same', accodingText: 'Same' })
  const { accodingTitle, accodingText } = markRecordFields(faqItem, record)
  expect(accodingTitle).toBe(accodingText)
  expect(findFieldsMarkedInText(faqItem, accodingTitle)).toEqual(['accodingTitle', 'accodingText'])
})

const sections = [...new Set(contentKinds.filter(({ shownOn }) => shownOn.length > 0).map(getSectionForKind))]
const sectionsAndKinds = sections.flatMap((section) => section.reads.map((kind) => ({ section, kind })))

test.each(sectionsAndKinds)('renders $section.kinds.0.kind with a marked $kind.kind as without', ({ section, kind }) => {
  // Equal texts of each length reveal a view that compares or measures a marked text.
  for (let length = 1; length <= 24; length++) {
    const buildRecord = (one: ContentKind) => {
      const values = Object.entries(one.fields).map(([name, { input, choices }]) => {
        const text = TEXT_INPUTS.has(input) ? 'Services for your market'.slice(0, length).trim() : ''
        return [name, choices?.[0] ?? (input === 'price' ? '9.00' : text)]
      })
      return { _id: one.kind, ...Object.fromEntries(values) }
    }
    const content = Object.fromEntries(section.reads.map((one) => [one.kind, [buildRecord(one)]]))
    const markedContent = { ...content, [kind.kind]: [markRecordFields(kind, buildRecord(kind))] }
    for (const page of publicPages.map(({ name }) => name).filter((name) => isSectionOnPage(section, name))) {
      const render = (shown: typeof content) => {
        const router = createMemoryRouter([{ path: '/', element: section.render(shown, page) }])
        return renderToStaticMarkup(<RouterProvider router={router} />)
      }
      expect(stripFieldMarkCharacters(render(markedContent)), `${page}, ${length} characters`).toBe(render(content))
    }
  }
})
