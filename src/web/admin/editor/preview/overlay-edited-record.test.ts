import { expect, test, vi } from 'vitest'
import { buildContentRecordFixture } from '../../../../../tests/support/content-record-fixture.ts'
import { getContentKindEndpoints } from '../../../../contract/content/content-kind-endpoints.ts'
import { listRecordsOfKindsEndpoint } from '../../../../contract/content/content-records.ts'
import { banner } from '../../../../contract/content/kinds/banner.ts'
import { faqItem } from '../../../../contract/content/kinds/faq-item.ts'
import { pricingPackage } from '../../../../contract/content/kinds/pricing-package.ts'
import { serviceItem } from '../../../../contract/content/kinds/service-item.ts'
import { workStep } from '../../../../contract/content/kinds/work-step.ts'
import type { ApiCallFunction } from '../../../../contract/core/endpoint.ts'
import type { Values } from '../../../forms/form-action.ts'
import { stripFieldMarkCharacters } from '../../../public/preview-field-mark-characters.ts'
import { createPreviewCall } from './create-preview-call.ts'
import { type EditedRecord, fillEmptyFieldsForPreview, overlayEditedRecord } from './overlay-edited-record.ts'

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
    packageName: 'Standard',
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

test('reads all lists in one call, caches them, overlays each call and retries a failed call', async () => {
  let editedRecord: EditedRecord = { contentKind: faqItem, id: '1', values: { accodingTitle: 'A' } }
  const call = vi.fn(async (..._parameters: unknown[]) => ({ [faqItem.kind]: [first, second], [banner.kind]: [] }) as unknown)
  const { call: previewCall, clearCache } = createPreviewCall(call as ApiCallFunction, {
    getEditedRecord: () => editedRecord,
    isDraftMode: true,
  })
  const readTitles = async () => {
    const [faqs] = await Promise.all(
      [faqItem, banner].map((contentKind) => previewCall(getContentKindEndpoints(contentKind).list, {})),
    )
    return (faqs as unknown as Faq[]).map(({ accodingTitle }) => stripFieldMarkCharacters(accodingTitle))
  }
  call.mockRejectedValueOnce(new Error('offline'))
  await expect(readTitles()).rejects.toThrow('offline')
  expect(await readTitles()).toEqual(['A', 'accodingTitle'])
  editedRecord = { ...editedRecord, values: { accodingTitle: 'B' } }
  expect(await readTitles()).toEqual(['B', 'accodingTitle'])
  expect(call.mock.calls).toEqual(
    Array(2).fill([listRecordsOfKindsEndpoint, { query: { kinds: 'faq-item,banner', draft: true } }]),
  )
  clearCache()
  await readTitles()
  expect(call).toHaveBeenCalledTimes(3)
})
