import { expect, test, vi } from 'vitest'
import { getReadAddAndUpdateEndpoints } from '#contract/content/content-kind-endpoints.ts'
import { listRecordsOfKindsEndpoint } from '#contract/content/content-record-endpoints.ts'
import { banner } from '#contract/content/kinds/banner.ts'
import { faqItem } from '#contract/content/kinds/faq-item.ts'
import type { ApiCallFunction } from '#contract/core/endpoint.ts'
import { buildContentRecordFixture } from '#tests/support/content-record-fixture.ts'
import { stripFieldMarkCharacters } from '#web/public/preview-field-mark-characters.ts'
import { createPreviewCall } from './create-preview-call.ts'
import type { EditedRecord } from './overlay-edited-record.ts'

const [first, second] = ['1', '2'].map((_id) => buildContentRecordFixture(faqItem, { _id })) as [Faq, Faq]
type Faq = ReturnType<typeof buildContentRecordFixture<typeof faqItem>>

test('reads all lists in one call, caches them, overlays each call and retries a failed call', async () => {
  let editedRecord: EditedRecord = { contentKind: faqItem, id: '1', values: { accodingTitle: 'A' } }
  const call = vi.fn(async (..._parameters: unknown[]) => ({ [faqItem.kind]: [first, second], [banner.kind]: [] }) as unknown)
  const { call: previewCall, clearCache } = createPreviewCall(call as ApiCallFunction, {
    getEditedRecord: () => editedRecord,
    isDraftMode: true,
  })
  const readTitles = async () => {
    const [faqs] = await Promise.all(
      [faqItem, banner].map((contentKind) => previewCall(getReadAddAndUpdateEndpoints(contentKind).list, {})),
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
