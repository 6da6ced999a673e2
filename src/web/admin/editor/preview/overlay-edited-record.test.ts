import { expect, test } from 'vitest'
import { banner } from '#contract/content/kinds/banner.ts'
import { bannerCopy } from '#contract/content/kinds/banner-copy.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import { pricingPackage } from '#contract/content/kinds/pricing-package.ts'
import { serviceItem } from '#contract/content/kinds/service-item.ts'
import { workStep } from '#contract/content/kinds/work-step.ts'
import { buildContentRecordFixture } from '#tests/support/content-record-fixture.ts'
import type { Values } from '#web/forms/form-action.ts'
import { fillEmptyFieldsForPreview, overlayEditedRecord } from './overlay-edited-record.ts'

const [first, second] = ['1', '2'].map((_id) => buildContentRecordFixture(faqItem, { _id })) as [Faq, Faq]
type Faq = ReturnType<typeof buildContentRecordFixture<typeof faqItem>>

test('overlays a list record in its place and shows default texts in empty fields', () => {
  const records = [{ ...first, _sample: true }, second]
  const overlaid = overlayEditedRecord(records, {
    contentKind: faqItem,
    id: '1',
    values: { accodingTitle: 'Typed', accodingText: '' },
  })
  expect(overlaid).toEqual([{ _id: '1', _sample: true, accodingTitle: 'Typed', accodingText: 'Answer', faqPage: 'Both' }, second])
})

test('appends a new record and shows default texts in its empty fields', () => {
  const overlaid = overlayEditedRecord([first], { contentKind: faqItem, values: { accodingTitle: 'Typed', accodingText: ' ' } })
  expect(overlaid).toEqual([first, { _id: 'new', accodingTitle: 'Typed', accodingText: 'Answer', faqPage: 'Both' }])
})

test('shows the initial value of an optional field that a record lacks, and nothing if the owner emptied it', () => {
  const texts = fillEmptyFieldsForPreview(bannerCopy, { workLink: '' })
  expect(texts).toMatchObject({ workLink: '', sampleLink: 'A sample report' })
})

test('appends a hidden record', () => {
  expect(
    overlayEditedRecord([first], { contentKind: faqItem, id: '2', isHidden: true, values: second as unknown as Values }),
  ).toEqual([first, second])
})

test('shows the edited record of a single kind', () => {
  const [live, older] = [buildContentRecordFixture(banner, { _id: 'live' }), buildContentRecordFixture(banner, { _id: 'older' })]
  const overlaid = overlayEditedRecord([live, older], { contentKind: banner, id: 'older', values: { bannerHeading: 'Typed' } })
  expect(overlaid[0]).toMatchObject({ _id: 'older', bannerHeading: 'Typed' })
  expect(overlayEditedRecord([], { contentKind: banner, values: {} })[0]).toMatchObject({
    bannerHeading: 'Heading',
    bannerImage: '',
  })
})

test('fills a new record with free choices, initial values and labels', () => {
  expect(fillEmptyFieldsForPreview(pricingPackage, {}, [{ _id: '1', packageName: 'Basic' }])).toMatchObject({
    packageName: 'Package',
    packagePrice: '0',
  })
  expect(fillEmptyFieldsForPreview(workStep, {}, [{ _id: '1', stepNumber: '01' }])).toMatchObject({
    stepNumber: '02',
    stepTitle: 'Title',
  })
  expect(fillEmptyFieldsForPreview(serviceItem, {})).toMatchObject({
    serviceName: 'NotMain',
    serviceTitle: 'Title',
    serviceImg: '',
  })
})
